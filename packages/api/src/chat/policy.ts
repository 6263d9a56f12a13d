import type { Role } from '@onus/contract/role';
import type { Scope } from '../scope.ts';

/** What a policy needs to know of a person. */
export interface Party {
  id: string;
  roles: readonly Role[];
  managerId: string | null;
}

interface Standing {
  active: boolean;
  deletedAt: number | null;
}

/** Who was deactivated or deleted reads nothing any more. */
export function isReachable(person: Standing): boolean {
  return person.active && person.deletedAt === null;
}

/** People that a person may begin to write to (decision 3). */
export function mayStart(scope: Scope, other: Party & Standing): boolean {
  return isReachable(other) && reaches(partyOf(scope), other);
}

/** In a thread that exists it is enough that one of the two may write to the other: the one who is asked may answer. */
export function mayAnswer(scope: Scope, other: Party & Standing): boolean {
  return areWithinReach(partyOf(scope), other);
}

/** One of the two may write to the other, who is there to read it. */
export function areWithinReach(one: Party, other: Party & Standing): boolean {
  return isReachable(other) && (reaches(one, other) || reaches(other, one));
}

/** A message is its sender's alone to change and to delete (decision 3). */
export function mayChange(scope: Scope, message: { senderId: string }): boolean {
  return message.senderId === scope.userId;
}

/** An Admin everyone; a Manager own members and manager; an Employee own manager and teammates; a User no one. */
function reaches(from: Party, to: Party): boolean {
  return (
    from.id !== to.id &&
    (from.roles.includes('Admin') ||
      (from.roles.includes('Manager') && (isManagerOf(from, to) || isManagerOf(to, from))) ||
      (from.roles.includes('Employee') && (isManagerOf(to, from) || areTeammates(from, to))))
  );
}

function isManagerOf(manager: Party, member: Party): boolean {
  return member.managerId === manager.id;
}

function areTeammates(one: Party, other: Party): boolean {
  return one.managerId !== null && one.managerId === other.managerId;
}

function partyOf(scope: Scope): Party {
  return { id: scope.userId, roles: scope.roles, managerId: scope.managerId };
}
