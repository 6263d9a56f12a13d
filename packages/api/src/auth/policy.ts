import type { Scope } from '../scope.ts';

/** An Admin may enter wherever a Manager may. */
export function holds(scope: Scope, role: 'Manager' | 'Admin'): boolean {
  return scope.isAdmin || (role === 'Manager' && scope.isManager);
}
