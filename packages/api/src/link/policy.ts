import type { Scope } from '../core/scope.ts';
import { managesAccount, type RoleHolder } from '../people/policy.ts';

/**
 * Their manager and an Admin; a link into an Admin's account is an Admin's to give, even where that Admin has a manager.
 * None for oneself: a person who finds a browser signed in would get past the question for the current password.
 */
export function mayIssueLink(scope: Scope, user: RoleHolder): boolean {
  return user.id !== scope.userId && (scope.isAdmin || managesAccount(scope, user));
}
