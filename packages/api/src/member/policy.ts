import type { Scope } from '../core/scope.ts';
import { managesAccount, type RoleHolder } from '../people/policy.ts';

/** A head hands over to an active member of their own; only an Admin gives a household to an Admin. */
export function mayHandOver(scope: Scope, to: RoleHolder & { active: boolean }): boolean {
  return to.active && (scope.isAdmin ? to.managerId === scope.userId : managesAccount(scope, to));
}

/** Milliseconds after a sign-in in which the browser alone says who changes the email. */
export const FRESH_FOR = 10 * 60_000;

/** A person who finds a browser signed in must not get the account with it: later it takes the password as well. */
export function mayChangeOwnEmail(scope: Scope, signedInAt: number, knowsPassword: boolean): boolean {
  // A sign-in of the future was written by a clock that was ahead: no one knows how old it is.
  return knowsPassword || Math.abs(scope.now - signedInAt) <= FRESH_FOR;
}
