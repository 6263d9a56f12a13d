import type { Scope } from '../scope.ts';

/** How the install itself fares concerns who looks after everybody. */
export function maySeeInstall(scope: Scope): boolean {
  return scope.isAdmin;
}
