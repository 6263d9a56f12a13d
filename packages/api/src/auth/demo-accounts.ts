import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { demoPerson } from '@onus/db/schema/demo';
import { DomainError } from '../core/errors.ts';
import { createScopeFor, type SystemScope } from '../core/scope.ts';
import { isEmpty } from '../demo/find.ts';
import { FOUNDED, type Name } from '../demo/household.ts';
import { createMember } from '../member/edit.ts';
import { register } from './register.ts';

export interface DemoAccount {
  name: Name;
  email: string;
  passwordHash: string;
}

const DAY = 86_400_000;

/**
 * Makes the people of the demo household on an empty installation, in one transaction. The first sign-in of one of them
 * writes its tasks, groceries and messages.
 * @param accounts one for each of PEOPLE; the first manages the others.
 * @throws DomainError CONFLICT when there is an account already.
 */
export function createDemoAccounts(
  db: Db,
  scope: SystemScope,
  [head, ...members]: readonly DemoAccount[],
): void {
  atomically(db, () => {
    if (!head || !isEmpty(db, scope)) {
      throw new DomainError('CONFLICT', 'This installation has accounts. Run the demo on an empty one.');
    }
    const now = scope.now + FOUNDED * DAY;
    const registration = { name: head.name, email: head.email, roles: ['Manager' as const] };
    const manager = register(db, { ...scope, now }, registration, head.passwordHash);
    const at = createScopeFor(scope, manager, now, new Date(now).toISOString().slice(0, 10));
    const made = members.map(({ name: username, email, passwordHash, name }) => {
      const { member } = createMember(db, at, { username, email, roles: ['Employee'] }, passwordHash);
      return { userId: member.id, name };
    });
    db.insert(demoPerson)
      .values([{ userId: manager.id, name: head.name }, ...made])
      .run();
  });
}
