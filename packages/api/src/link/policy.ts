import type { Role } from '@onus/contract/role';
import type { Scope } from '../scope.ts';

/** What a policy needs to know of the person a link is for. */
interface Holder {
  managerId: string | null;
  roles: readonly Role[];
}

/** Their manager and an Admin; a link into an Admin's account is an Admin's to give, whoever manages him. */
export function mayIssueLink(scope: Scope, user: Holder): boolean {
  return scope.isAdmin || (user.managerId === scope.userId && !user.roles.includes('Admin'));
}
