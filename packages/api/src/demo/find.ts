import type { Db } from '@onus/db/open';
import { user } from '@onus/db/schema/user';
import type { SystemScope } from '../core/scope.ts';

/** True until the first account is made; whatever else an install holds belongs to one. */
export function isEmpty(db: Db, _scope: SystemScope): boolean {
  return db.select({ id: user.id }).from(user).limit(1).get() === undefined;
}
