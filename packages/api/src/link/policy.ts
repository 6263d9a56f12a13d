import type { Person } from '../member/policy.ts';
import type { Scope } from '../scope.ts';

/**
 * Their manager and an Admin; a link into an Admin's account is an Admin's to give, even where that Admin has a manager.
 * None for oneself: a person who finds a browser signed in would get past the question for the current password.
 */
export function mayIssueLink(scope: Scope, user: Person): boolean {
  return user.id !== scope.userId && (scope.isAdmin || mayAsManager(scope, user));
}

function mayAsManager(scope: Scope, user: Person): boolean {
  return scope.isManager && user.managerId === scope.userId && !user.roles.includes('Admin');
}
