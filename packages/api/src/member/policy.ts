import type { Role } from '@onus/contract/role';
import type { Scope } from '../scope.ts';

/** What a policy needs to know of a user. */
export interface Person {
  id: string;
  managerId: string | null;
  roles: readonly Role[];
}

/** What everybody may change about themselves; roles and the active flag never (decision 3). */
const PERSONAL = ['username', 'email'];
const BY_MANAGER = [...PERSONAL, 'roles', 'active'];

/** A person is the manager of their members for as long as they are a Manager. */
export function manages(scope: Scope, person: Person): boolean {
  return scope.isManager && person.managerId === scope.userId;
}

/** The whole record: oneself, the own manager, an Admin (decision 3). Teammates see name and email only. */
export function maySee(scope: Scope, person: Person): boolean {
  return person.id === scope.userId || scope.isAdmin || manages(scope, person);
}

/**
 * A manager has no say over a member who is an Admin: with another email and a reset link the account, and
 * every right it holds, would be theirs.
 */
export function mayChange(scope: Scope, person: Person, fields: readonly string[]): boolean {
  return person.id === scope.userId
    ? fields.every(field => PERSONAL.includes(field))
    : scope.isAdmin ||
        (manages(scope, person) &&
          !person.roles.includes('Admin') &&
          fields.every(field => BY_MANAGER.includes(field)));
}

/** Employee and Manager are the manager's to give and take, the others an Admin's. */
export function mayTurn(scope: Scope, role: Role): boolean {
  return scope.isAdmin || role === 'Employee' || role === 'Manager';
}

/** In a manager's area: the manager, and an Admin. */
export function mayActAs(scope: Scope, managerId: string): boolean {
  return scope.isAdmin || managerId === scope.userId;
}

/** Only an Admin deletes users, and names another manager than themselves for a new one. */
export function mayAdminister(scope: Scope): boolean {
  return scope.isAdmin;
}
