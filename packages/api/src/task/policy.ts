import type { Scope } from '../scope.ts';

/** What a policy needs to know of a task. */
export interface Held {
  creatorId: string;
  managerId: string | null;
}

interface Candidate {
  id: string;
  managerId: string | null;
}

/** Its creator, its manager and an Admin own a task; an assignee only works on it (decision 3). */
export function owns(scope: Scope, task: Held): boolean {
  return scope.isAdmin || task.creatorId === scope.userId || task.managerId === scope.userId;
}

/** An assignee may change what the work is and whether it is done, never who does it or how it repeats. */
export function mayChange(scope: Scope, task: Held, fields: readonly string[]): boolean {
  return (
    owns(scope, task) || fields.every(field => ['completed', 'title', 'text', 'dueDate'].includes(field))
  );
}

/** Own members and oneself; an Admin anyone (decision 3). */
export function mayAssign(scope: Scope, candidate: Candidate): boolean {
  return (
    scope.isAdmin ||
    candidate.id === scope.userId ||
    (scope.isManager && candidate.managerId === scope.userId)
  );
}
