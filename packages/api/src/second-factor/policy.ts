import type { Scope } from '../core/scope.ts';
import { mayAdminister } from '../people/policy.ts';

/**
 * An Admin, and never one's own: a person who finds a browser signed in would get past the question for the current
 * password.
 */
export function mayReset(scope: Scope, userId: string): boolean {
  return mayAdminister(scope) && userId !== scope.userId;
}

/**
 * Who has a second factor shows it before they add another: otherwise the password alone would be enough to get past
 * the requirement.
 */
export function mayEnroll(isRequired: boolean, hasFactor: boolean, hasShownOne: boolean): boolean {
  return !isRequired || !hasFactor || hasShownOne;
}
