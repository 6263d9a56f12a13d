import type { Db } from '@onus/db/open';
import { session } from '@onus/db/schema/access/auth';
import { passkey, totp } from '@onus/db/schema/access/second-factor';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { remembered } from '@onus/db/statements/remembered';
import { and, count, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm';

export type SessionRow = typeof session.$inferSelect;
/** A user but for the hash of their password, which is read only where one is checked. */
export type UserRow = Omit<typeof user.$inferSelect, 'passwordHash'>;

const { passwordHash: _hash, ...withoutHash } = getTableColumns(user);
export const USER_COLUMNS = withoutHash;

interface SessionWithUser {
  session: Pick<SessionRow, 'id' | 'userId' | 'expiresAt' | 'secondFactorAt'>;
  user: UserRow;
}

/** A session with the user as the database has them now. Runs on every call of everyone. */
export function findSession(db: Db, id: string): Readonly<SessionWithUser> | undefined {
  return sessionById(db, id);
}

/** All there is of a session, for one that is to be renewed. */
export function findSessionRow(db: Db, id: string): SessionRow | undefined {
  return sessionRow(db).get({ id });
}

/** A user's sessions that are not over, the newest first. */
export function livingSessions(db: Db, userId: string, now: number, limit: number): SessionRow[] {
  return newestSessions(db).all({ userId, now, limit });
}

/** How many are good. */
export function countSessions(db: Db, now: number): number {
  return db.select({ open: count() }).from(session).where(gt(session.expiresAt, now)).get()?.open ?? 0;
}

/** Whether a person has a second factor of any kind. */
export function ownsFactor(db: Db, userId: string): boolean {
  const app = db.select({ secret: totp.secret }).from(totp).where(eq(totp.userId, userId)).get();
  if (app?.secret) return true;
  return (
    db.select({ id: passkey.id }).from(passkey).where(eq(passkey.userId, userId)).limit(1).get() !== undefined
  );
}

const sessionById = remembered(['session', 'user'], (db, id) => sessionWithUser(db).get({ id }));

const { id, userId, expiresAt, secondFactorAt } = session;
const sessionWithUser = prepared(
  { session: { id, userId, expiresAt, secondFactorAt }, user: withoutHash },
  (db, columns) =>
    db
      .select(columns)
      .from(session)
      .innerJoin(user, eq(user.id, userId))
      .where(eq(id, sql.placeholder('id'))),
);

const newestSessions = prepared(getTableColumns(session), (db, columns) =>
  db
    .select(columns)
    .from(session)
    .where(and(eq(userId, sql.placeholder('userId')), gt(expiresAt, sql.placeholder('now'))))
    .orderBy(desc(session.createdAt), desc(id))
    .limit(sql.placeholder('limit')),
);

const sessionRow = prepared(getTableColumns(session), (db, columns) =>
  db
    .select(columns)
    .from(session)
    .where(eq(id, sql.placeholder('id'))),
);
