import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { passkey, recoveryCode, totp } from '@onus/db/schema/access/second-factor';
import { and, eq, gte } from 'drizzle-orm';
import { record } from '../core/audit/record.ts';
import { permit } from '../core/errors.ts';
import type { Scope, SystemScope, Visitor } from '../core/scope.ts';
import type { UserRow } from '../core/sessions/find.ts';
import { deleteSessionsOf } from '../core/sessions/write.ts';
import { findUserRow } from '../people/find.ts';
import { mayAdminister } from '../people/policy.ts';
import { hasFactor } from './find.ts';
import { mayReset } from './policy.ts';

/**
 * Takes away every second factor of a person who cannot show theirs any more, and ends their sessions.
 * @returns whose it was, and whether there was one.
 * @throws DomainError FORBIDDEN except for an Admin, and for one's own; NOT_FOUND for an unknown id.
 */
export function resetSecondFactor(db: Db, scope: Scope, userId: string): { user: UserRow; wasOn: boolean } {
  permit(mayAdminister(scope));
  const user = findUserRow(db, scope, userId);
  scope.trail.subject = user;
  permit(mayReset(scope, userId), 'Change your own second factor in Settings');
  return { user, wasOn: endSecondFactor(db, scope, user) };
}

/** The same for the operator, who needs no permission. @returns whether there was one. */
export function endSecondFactor(
  db: Db,
  scope: Scope | SystemScope,
  user: Pick<UserRow, 'id' | 'username'>,
): boolean {
  return atomically(db, () => {
    const wasOn = hasFactor(db, scope, user.id);
    deleteSecondFactor(db, scope, user.id);
    if (!wasOn) return false;
    deleteSessionsOf(db, user.id);
    record(db, scope, 'secondFactor.reset', { subject: user });
    scope.changed('session', [user.id]);
    return true;
  });
}

/**
 * Takes away what another person may have set up since a moment, in a transaction that is open. It ends no session.
 * @param since epoch milliseconds.
 * @returns whether there was anything.
 */
export function deleteFactorsSince(db: Db, _scope: Visitor, userId: string, since: number): boolean {
  const keys = and(eq(passkey.userId, userId), gte(passkey.createdAt, since));
  const app = and(eq(totp.userId, userId), gte(totp.confirmedAt, since));
  const isAppNew = db.delete(totp).where(app).run().changes > 0;
  if (isAppNew) db.delete(recoveryCode).where(eq(recoveryCode.userId, userId)).run();
  return db.delete(passkey).where(keys).run().changes > 0 || isAppNew;
}

/** For an account that ends, in a transaction that is open. */
export function deleteSecondFactor(db: Db, _scope: Scope | SystemScope, userId: string): void {
  db.delete(totp).where(eq(totp.userId, userId)).run();
  db.delete(recoveryCode).where(eq(recoveryCode.userId, userId)).run();
  db.delete(passkey).where(eq(passkey.userId, userId)).run();
}
