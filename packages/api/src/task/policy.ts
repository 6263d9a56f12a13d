import { holds } from '../core/policy.ts';
import type { Scope } from '../core/scope.ts';
import { manages } from '../people/policy.ts';

/** What a policy needs to know of a task. */
export interface Held {
  creatorId: string;
  /** Who counts as its manager now: a person without the role never does. */
  managerId: string | null;
  assignees: readonly { id: string }[];
}

interface Candidate {
  id: string;
  managerId: string | null;
}

/** What an assignee may change: what the work is and whether it is done, never who does it or how it repeats. */
const WORK = ['completed', 'title', 'text', 'dueDate', 'dueTime'];

/** A managed area is a Manager's or an Admin's; every other list says for itself whose it is. */
export function mayList(scope: Scope, whose: unknown): boolean {
  return whose !== 'managed' || holds(scope, 'Manager');
}

/** Its creator, its manager and an Admin own a task; an assignee only works on it (rule 3). */
export function owns(scope: Scope, task: Held): boolean {
  return scope.isAdmin || task.creatorId === scope.userId || task.managerId === scope.userId;
}

/** Who merely sees a task, because a member of theirs is to do it, changes nothing (rule 3). */
export function mayChange(scope: Scope, task: Held, fields: readonly string[]): boolean {
  return (
    owns(scope, task) ||
    (task.assignees.some(one => one.id === scope.userId) && fields.every(field => WORK.includes(field)))
  );
}

/** Own members and oneself; an Admin anyone (rule 3). */
export function mayAssign(scope: Scope, candidate: Candidate): boolean {
  return scope.isAdmin || candidate.id === scope.userId || manages(scope, candidate);
}
