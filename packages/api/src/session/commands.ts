import type { Db } from '@onus/db/open';
import { session } from '@onus/db/schema/auth';
import { and, eq, lte, ne } from 'drizzle-orm';
import type { SessionRow } from './queries.ts';

export function insertSession(db: Db, row: SessionRow): void {
  db.insert(session).values(row).run();
}

/** Moves a session one generation on; false when another refresh was first. */
export function rotateSession(
  db: Db,
  row: SessionRow,
  next: Pick<SessionRow, 'secretHash' | 'rotatedAt' | 'expiresAt'>,
): boolean {
  const result = db
    .update(session)
    .set({ ...next, generation: row.generation + 1 })
    .where(and(eq(session.id, row.id), eq(session.generation, row.generation)))
    .run();
  return result.changes === 1;
}

export function deleteSession(db: Db, id: string): void {
  db.delete(session).where(eq(session.id, id)).run();
}

/** @param except the session that stays, if any. */
export function deleteSessionsOf(db: Db, userId: string, except = ''): void {
  db.delete(session)
    .where(and(eq(session.userId, userId), ne(session.id, except)))
    .run();
}

export function deleteExpiredSessions(db: Db, now: number): void {
  db.delete(session).where(lte(session.expiresAt, now)).run();
}
