import type { Role } from '@onus/contract/auth/role';
import type { Requirement } from '@onus/contract/auth/second-factor';
import type { Scope } from './scope.ts';

/** What decides whether a person takes part. */
export interface Standing {
  active: boolean;
  deletedAt: number | null;
}

/** An account that was deactivated or deleted neither does nor reads anything (rule 2.9). */
export function isActive({ active, deletedAt }: Standing): boolean {
  return active && deletedAt === null;
}

/** Whether a person must have a second factor (rule 9.4). */
export function mustHaveSecondFactor(requirement: Requirement, roles: readonly Role[]): boolean {
  return requirement === 'all' || (requirement === 'admins' && roles.includes('Admin'));
}

/** An Admin may enter wherever a Manager may. */
export function holds(scope: Scope, role: 'Manager' | 'Admin'): boolean {
  return scope.isAdmin || (role === 'Manager' && scope.isManager);
}
