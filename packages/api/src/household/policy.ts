import type { Person } from '../member/policy.ts';
import type { Scope } from '../scope.ts';

/** Who belongs to which manager is an Admin's to say. */
export function mayMove(scope: Scope): boolean {
  return scope.isAdmin;
}

/** A head hands over to an active member of their own; only an Admin gives a household to an Admin. */
export function mayHandOver(scope: Scope, to: Person & { active: boolean }): boolean {
  return (
    to.active &&
    to.managerId === scope.userId &&
    (scope.isAdmin || (scope.isManager && !to.roles.includes('Admin')))
  );
}

/** A person who can be put above others. */
export function leads({ roles, active }: Pick<Person, 'roles'> & { active: boolean }): boolean {
  return active && (roles.includes('Manager') || roles.includes('Admin'));
}
