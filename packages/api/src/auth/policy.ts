import type { Registration } from '@onus/contract/auth/registration';

/** By invitation only, the first account is the exception: there is no one yet who could invite. */
export function mayRegister(registration: Registration, isEmpty: boolean): boolean {
  return registration === 'open' || (registration === 'invite' && isEmpty);
}
