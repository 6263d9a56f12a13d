import { dayIn, knownZone, OWN_ZONE } from '@onus/contract/dates/zone';
import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import type { Services } from '../core/context.ts';
import { isActive } from '../core/policy.ts';
import { createScopeFor, createSystemScope, type Scope, type SystemScope } from '../core/scope.ts';

/** The scope of the server itself. */
export function scopeAt(now: number): SystemScope {
  return createSystemScope(now);
}

/** The same at this moment. */
export function serverScope({ clock }: Pick<Services, 'clock'>): SystemScope {
  return createSystemScope(clock());
}

/**
 * The scope of the person that a notification is for, as the database has them now: a notification names what they may
 * see at this moment. Null for an account that is not active.
 */
export function scopeOfRecipient(db: Db, system: SystemScope, userId: string): Scope | null {
  const account = db.select().from(user).where(eq(user.id, userId)).get();
  if (!account || !isActive(account)) return null;
  const today = dayIn(knownZone(account.timeZone) ?? OWN_ZONE, new Date(system.now));
  return createScopeFor(system, account, system.now, today);
}
