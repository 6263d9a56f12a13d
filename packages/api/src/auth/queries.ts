import type { Registration } from '@onus/contract/registration';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { user } from '@onus/db/schema/user';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { permit } from '../errors.ts';
import { fitting } from '../page-size.ts';
import type { Scope, SystemScope, Visitor } from '../scope.ts';
import { livingSessions } from '../session/queries.ts';
import { mayRegister } from './policy.ts';

export type UserRow = typeof user.$inferSelect;

/** A browser that is signed in, as its owner sees it. */
export interface SessionView {
  id: string;
  userAgent: string;
  /** ISO timestamps. */
  createdAt: string;
  /** The last refresh: about ten minutes near, since that is how long an access token lives. */
  lastSeenAt: string;
  /** The one that asks. */
  current: boolean;
}

/** The account an email signs in to; none for an unknown or a deleted one. */
export function findAccount(
  db: Db,
  _scope: Visitor | Scope | SystemScope,
  email: string,
): UserRow | undefined {
  return accountByEmail(db).get({ email });
}

/** Whether a visitor may register now. */
export function canRegister(db: Db, _scope: Visitor, registration: Registration): boolean {
  return mayRegister(registration, db.select({ id: user.id }).from(user).limit(1).get() === undefined);
}

/** @throws DomainError FORBIDDEN where a visitor may not register now. */
export function demandOpen(db: Db, visitor: Visitor, registration: Registration): void {
  permit(canRegister(db, visitor, registration), 'Registration is closed');
}

/** As many as a person can have to choose from. */
const MOST_SESSIONS = 500;

/** The caller's own sessions that are not over, the newest first, as many as fit in one response. */
export function listSessions(db: Db, scope: Scope): SessionView[] {
  const views = livingSessions(db, scope.userId, scope.now, MOST_SESSIONS).map(
    ({ id, userAgent, createdAt, rotatedAt }) => ({
      id,
      userAgent,
      createdAt: new Date(createdAt).toISOString(),
      lastSeenAt: new Date(rotatedAt).toISOString(),
      current: id === scope.sessionId,
    }),
  );
  return fitting(views, ({ userAgent }) => [userAgent]);
}

const accountByEmail = prepared(db =>
  db
    .select()
    .from(user)
    .where(and(eq(user.email, sql.placeholder('email')), isNull(user.deletedAt))),
);
