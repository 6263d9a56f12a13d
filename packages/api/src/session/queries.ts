import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { remembered } from '@onus/db/remembered';
import { session } from '@onus/db/schema/auth';
import { user } from '@onus/db/schema/user';
import { and, count, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm';

export type SessionRow = typeof session.$inferSelect;
/** A user but for the hash of their password, which is read only where one is checked. */
export type UserRow = Omit<typeof user.$inferSelect, 'passwordHash'>;

interface SessionWithUser {
  session: Pick<SessionRow, 'id' | 'userId' | 'expiresAt'>;
  user: UserRow;
}

/** A session with the user as the database has them now. Runs on every call of everybody. */
export function findSession(db: Db, id: string): Readonly<SessionWithUser> | undefined {
  return sessionById(db, id);
}

/** All there is of a session, for one that is to be renewed. */
export function findSessionRow(db: Db, id: string): SessionRow | undefined {
  return sessionRow(db).get({ id });
}

/** All of a user's sessions. */
export function sessionsOf(db: Db, userId: string): SessionRow[] {
  return db.select().from(session).where(eq(session.userId, userId)).all();
}

/** A user's sessions that are not over, the newest first. */
export function livingSessions(db: Db, userId: string, now: number, limit: number): SessionRow[] {
  return newestSessions(db).all({ userId, now, limit });
}

/** How many are good. */
export function countSessions(db: Db, now: number): number {
  return db.select({ open: count() }).from(session).where(gt(session.expiresAt, now)).get()?.open ?? 0;
}

const sessionById = remembered(['session', 'user'], (db, id) => sessionWithUser(db).get({ id }));

const { id, userId, expiresAt } = session;
const { passwordHash: _hash, ...withoutHash } = getTableColumns(user);

const sessionWithUser = prepared(db =>
  db
    .select({ session: { id, userId, expiresAt }, user: withoutHash })
    .from(session)
    .innerJoin(user, eq(user.id, userId))
    .where(eq(id, sql.placeholder('id'))),
);

const newestSessions = prepared(db =>
  db
    .select()
    .from(session)
    .where(and(eq(userId, sql.placeholder('userId')), gt(expiresAt, sql.placeholder('now'))))
    .orderBy(desc(session.createdAt), desc(id))
    .limit(sql.placeholder('limit')),
);

const sessionRow = prepared(db =>
  db
    .select()
    .from(session)
    .where(eq(id, sql.placeholder('id'))),
);
