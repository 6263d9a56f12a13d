import type { Registration } from '@onus/contract/registration';
import type { Scope } from '../scope.ts';

/** An Admin may enter wherever a Manager may. */
export function holds(scope: Scope, role: 'Manager' | 'Admin'): boolean {
  return scope.isAdmin || (role === 'Manager' && scope.isManager);
}

/** By invitation only, the first account is the exception: there is no one yet who could invite. */
export function mayRegister(registration: Registration, isEmpty: boolean): boolean {
  return registration === 'open' || (registration === 'invite' && isEmpty);
}
