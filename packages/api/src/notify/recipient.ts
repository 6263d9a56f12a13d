import type { Requirement } from '@onus/contract/auth/second-factor';
import { dayIn, knownZone, OWN_ZONE } from '@onus/contract/dates/zone';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { isActive, mustHaveSecondFactor } from '../core/policy.ts';
import { createScopeFor, type Scope, type SystemScope } from '../core/scope.ts';
import { ownsFactor } from '../core/sessions/find.ts';

/**
 * The scope of the person that a notification is for, as the database has them now: a notification names what they may
 * see at this moment. Null for an account that is not active, or that must set up a second factor first.
 */
export function scopeOfRecipient(
  db: Db,
  system: SystemScope,
  userId: string,
  requirement: Requirement,
): Scope | null {
  const account = db.select().from(user).where(eq(user.id, userId)).get();
  if (!account || !isActive(account)) return null;
  // They could not read it in the app either.
  if (mustHaveSecondFactor(requirement, account.roles) && !ownsFactor(db, userId)) return null;
  const today = dayIn(knownZone(account.timeZone) ?? OWN_ZONE, new Date(system.now));
  return createScopeFor(system, account, system.now, today);
}
