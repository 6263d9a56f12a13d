import type { Db } from '@onus/db/open';
import { notifyJob, notifySetting, shopper } from '@onus/db/schema/notify';
import { eq } from 'drizzle-orm';
import type { Scope } from '../scope.ts';

/** Removes what a person who is deleted has chosen, and what is queued for them; for a transaction that is open. */
export function forgetNotifications(db: Db, _scope: Scope, userId: string): void {
  for (const table of [notifySetting, notifyJob, shopper]) {
    db.delete(table).where(eq(table.userId, userId)).run();
  }
}
