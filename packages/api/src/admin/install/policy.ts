import type { Scope } from '../../core/scope.ts';

/** How the install itself fares concerns who looks after everyone. */
export function maySeeInstall(scope: Scope): boolean {
  return scope.isAdmin;
}
