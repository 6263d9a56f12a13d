import type { Db } from '@onus/db/open';
import { demoPerson } from '@onus/db/schema/demo';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import type { SystemScope, Visitor } from '../core/scope.ts';

/** True until the first account is made; whatever else an install holds belongs to one. */
export function isEmpty(db: Db, _scope: SystemScope): boolean {
  return db.select({ id: user.id }).from(user).limit(1).get() === undefined;
}

export type Waiting = ReturnType<typeof waitingPeople>[number];

/** The people of a demo household that has no tasks yet. */
export function waitingPeople(db: Db, _scope: Visitor) {
  return db
    .select({ name: demoPerson.name, account: user })
    .from(demoPerson)
    .innerJoin(user, eq(user.id, demoPerson.userId))
    .all();
}
