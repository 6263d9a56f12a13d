import type { Registration } from '@onus/contract/auth/registration';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { permit } from '../core/errors.ts';
import { fitting } from '../core/rows/page-size.ts';
import type { Scope, Visitor } from '../core/scope.ts';
import { livingSessions } from '../core/sessions/find.ts';
import { mayRegister } from './policy.ts';

/** A browser that is signed in, as its owner sees it. */
export interface SessionView {
  id: string;
  userAgent: string;
  /** Where it was last used from: "192.0.2.0/24", "2001:db8:1:2::/64" or "Local network"; empty if unknown. */
  network: string;
  /** ISO timestamps. */
  createdAt: string;
  /** The last refresh: about ten minutes near, since that is how long an access token lives. */
  lastSeenAt: string;
  /** The one that asks. */
  current: boolean;
}

/** Whether a visitor may register now. */
export function canRegister(db: Db, visitor: Visitor, registration: Registration): boolean {
  return mayRegister(registration, isEmptyInstallation(db, visitor));
}

/** True before the first account. */
export function isEmptyInstallation(db: Db, _scope: Visitor): boolean {
  return db.select({ id: user.id }).from(user).limit(1).get() === undefined;
}

/** @throws DomainError FORBIDDEN where a visitor may not register now. */
export function demandOpen(db: Db, visitor: Visitor, registration: Registration): void {
  permit(canRegister(db, visitor, registration), 'Registration is closed');
}

/** As many as a person can have to choose from. */
const MOST_SESSIONS = 500;

/** The caller's own sessions that are not over, the newest first, as many as fit in one response. */
export function listSessions(db: Db, scope: Scope): SessionView[] {
  return sessionsOf(db, scope, scope.userId);
}

/** The same of a person whose record the caller may see whole. */
export function sessionsOf(db: Db, scope: Scope, userId: string): SessionView[] {
  const views = livingSessions(db, userId, scope.now, MOST_SESSIONS).map(
    ({ id, userAgent, network, createdAt, rotatedAt }) => ({
      id,
      userAgent,
      network,
      createdAt: new Date(createdAt).toISOString(),
      lastSeenAt: new Date(rotatedAt).toISOString(),
      current: id === scope.sessionId,
    }),
  );
  return fitting(views, ({ userAgent, network }) => [userAgent, network]);
}
