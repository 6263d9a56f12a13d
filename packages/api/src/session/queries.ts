import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { remembered } from '@onus/db/remembered';
import { session } from '@onus/db/schema/auth';
import { user } from '@onus/db/schema/user';
import { count, desc, eq, gt, sql } from 'drizzle-orm';

export type SessionRow = typeof session.$inferSelect;
export type UserRow = typeof user.$inferSelect;

interface SessionWithUser {
  session: SessionRow;
  user: UserRow;
}

/** A session with the user as the database has them now. Runs on every call of everybody. */
export function findSession(db: Db, id: string): Readonly<SessionWithUser> | undefined {
  return sessionById(db, id);
}

/** A user's sessions, newest first. */
export function sessionsOf(db: Db, userId: string): SessionRow[] {
  return db.select().from(session).where(eq(session.userId, userId)).orderBy(desc(session.createdAt)).all();
}

/** How many are good. */
export function countSessions(db: Db, now: number): number {
  return db.select({ open: count() }).from(session).where(gt(session.expiresAt, now)).get()?.open ?? 0;
}

const sessionById = remembered((db, id) => sessionWithUser(db).get({ id }));

const sessionWithUser = prepared(db =>
  db
    .select({ session, user })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.id, sql.placeholder('id'))),
);
