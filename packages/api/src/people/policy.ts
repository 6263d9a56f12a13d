import { isHead, type Role } from '@onus/contract/auth/role';
import { isActive, type Standing } from '../core/policy.ts';
import type { Scope } from '../core/scope.ts';

/** What a policy needs to know of a user. */
export interface RoleHolder {
  id: string;
  managerId: string | null;
  roles: readonly Role[];
}

/** What everyone may change about themselves; roles and the active flag never (rule 3). */
const PERSONAL = ['username', 'email'];
const BY_MANAGER = [...PERSONAL, 'roles', 'active'];

/** Whose members: those of the caller, or everyone. */
export type MemberArea = 'all' | 'mine';

/** A manager's members are theirs; an Admin's are everyone. */
export function memberAreaOf({ isAdmin }: Scope): MemberArea {
  return isAdmin ? 'all' : 'mine';
}

/** A person is the manager of their members for as long as they are a Manager. */
export function manages(scope: Scope, person: Pick<RoleHolder, 'managerId'>): boolean {
  return scope.isManager && person.managerId === scope.userId;
}

/**
 * A manager has no say over a member who is an Admin: with another email and a reset link the account, and
 * every right it holds, would be theirs.
 */
export function managesAccount(scope: Scope, person: RoleHolder): boolean {
  return manages(scope, person) && !person.roles.includes('Admin');
}

/** The whole record: oneself, the own manager, an Admin (rule 3). Teammates see name and email only. */
export function maySee(scope: Scope, person: RoleHolder): boolean {
  return person.id === scope.userId || scope.isAdmin || manages(scope, person);
}

/** Some fields of a record; which of them depends on who asks (rule 3.2). */
export function mayChange(scope: Scope, person: RoleHolder, fields: readonly string[]): boolean {
  return person.id === scope.userId
    ? fields.every(field => PERSONAL.includes(field))
    : scope.isAdmin || (managesAccount(scope, person) && fields.every(field => BY_MANAGER.includes(field)));
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

/** Who belongs to which manager is an Admin's to say. */
export function mayMove(scope: Scope): boolean {
  return scope.isAdmin;
}

/** A person who can be put above others. */
export function leads({ roles, active }: Pick<RoleHolder, 'roles'> & { active: boolean }): boolean {
  return active && isHead(roles);
}

/** People that a person may begin to write to (rule 3). */
export function mayStart(scope: Scope, other: RoleHolder & Standing): boolean {
  return isActive(other) && reaches(partyOf(scope), other);
}

/** In a thread that exists it is enough that one of the two may write to the other: the one who is asked may answer. */
export function mayAnswer(scope: Scope, other: RoleHolder & Standing): boolean {
  return areWithinReach(partyOf(scope), other);
}

/** One of the two may write to the other, who is there to read it. */
export function areWithinReach(one: RoleHolder, other: RoleHolder & Standing): boolean {
  return isActive(other) && (reaches(one, other) || reaches(other, one));
}

/** An Admin everyone; a Manager own members and manager; an Employee own manager and teammates; a User no one. */
function reaches(from: RoleHolder, to: RoleHolder): boolean {
  return (
    from.id !== to.id &&
    (from.roles.includes('Admin') ||
      (from.roles.includes('Manager') && (isManagerOf(from, to) || isManagerOf(to, from))) ||
      (from.roles.includes('Employee') && (isManagerOf(to, from) || areTeammates(from, to))))
  );
}

function isManagerOf(manager: RoleHolder, member: RoleHolder): boolean {
  return member.managerId === manager.id;
}

function areTeammates(one: RoleHolder, other: RoleHolder): boolean {
  return one.managerId !== null && one.managerId === other.managerId;
}

function partyOf(scope: Scope): RoleHolder {
  return { id: scope.userId, roles: scope.roles, managerId: scope.managerId };
}
