import type { Named } from '@onus/contract/audit-entry';
import type { Db } from '@onus/db/open';
import { session } from '@onus/db/schema/auth';
import { and, eq, lte, ne } from 'drizzle-orm';
import { record } from '../audit/commands.ts';
import type { Visitor } from '../scope.ts';
import type { SessionRow } from './queries.ts';

type Ending = 'logout' | 'refresh.replayed';

/** Somebody who has shown who they are is signed in. */
export function openSession(db: Db, visitor: Visitor, row: SessionRow, account: Named): void {
  db.transaction(
    () => {
      db.insert(session).values(row).run();
      record(db, visitor, 'login', { actor: account });
    },
    { behavior: 'immediate' },
  );
}

/** Ends a session because its browser says so, or because its cookie was used twice. */
export function endSession(db: Db, visitor: Visitor, id: string, account: Named, why: Ending): void {
  db.transaction(
    () => {
      const { changes } = db.delete(session).where(eq(session.id, id)).run();
      if (changes === 0) return;
      if (why === 'logout') return record(db, visitor, why, { actor: account });
      record(db, visitor, why, { subject: account, refused: true });
      visitor.trail.isTold = true;
    },
    { behavior: 'immediate' },
  );
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
