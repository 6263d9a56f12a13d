import { dayOf } from '@onus/contract/dates/calendar';
import type { Db } from '@onus/db/open';
import { DomainError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { usersNamed } from '../../people/find.ts';
import { findTaskRow } from '../../task/list.ts';
import type { TaskRow } from '../../task/view.ts';
import type { JobRow } from '../jobs.ts';
import { type ComposedNotice, listed } from './notice.ts';

const DAY = 86_400;
const HOUR = 3_600;

/** Tasks that someone assigned to the person, and that are still theirs. */
export function composeAssigned(
  db: Db,
  scope: Scope,
  jobs: readonly JobRow[],
  namesOnly: boolean,
): ComposedNotice | null {
  const tasks = tasksOf(db, scope, jobs, row => row.assignees.some(one => one.id === scope.userId));
  if (tasks.length === 0) return null;
  const names = [
    ...new Set(
      usersNamed(
        db,
        scope,
        jobs.map(job => job.actorId),
      ).map(one => one.username),
    ),
  ];
  const title = `${names.join(', ')} assigned you ${tasks.length === 1 ? 'a task' : `${tasks.length} tasks`}`;
  return {
    title,
    lines: namesOnly ? [] : listed(tasks.map(row => `${row.title} (due ${dueOf(row)})`)),
    ...placeOf(tasks, 'assigned'),
    ttl: DAY,
  };
}

/** Tasks of the person's own list whose time has come. A task that has moved since is not due now. */
export function composeDue(
  db: Db,
  scope: Scope,
  jobs: readonly JobRow[],
  namesOnly: boolean,
): ComposedNotice | null {
  const at = new Map(jobs.map(job => [job.objectId, job.part]));
  const tasks = tasksOf(db, scope, jobs, row => isOwn(scope, row) && at.get(row.id) === atOf(row));
  const [first] = tasks;
  if (!first) return null;
  const title = tasks.length === 1 ? `A task is due at ${first.dueTime}` : `${tasks.length} tasks are due`;
  return {
    title,
    lines: namesOnly ? [] : listed(tasks.map(row => `${row.dueTime} ${row.title}`)),
    ...placeOf(tasks, 'due'),
    ttl: 2 * HOUR,
  };
}

/** The open tasks of the jobs that the person may see now, each once. */
function tasksOf(
  db: Db,
  scope: Scope,
  jobs: readonly JobRow[],
  isWanted: (row: TaskRow) => boolean,
): TaskRow[] {
  const ids = [...new Set(jobs.map(job => job.objectId))];
  const rows = ids.map(id => taskIfSeen(db, scope, id));
  return rows.filter(row => row !== null).filter(row => !row.completed && isWanted(row));
}

function taskIfSeen(db: Db, scope: Scope, id: string): TaskRow | null {
  try {
    return findTaskRow(db, scope, id);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

function isOwn({ userId }: Scope, { assignees, creatorId, unclaimed }: TaskRow): boolean {
  if (assignees.length > 0) return assignees.some(one => one.id === userId);
  return creatorId === userId && !unclaimed;
}

function atOf({ dueDate, dueTime }: TaskRow): string {
  return `${dayOf(dueDate)}T${dueTime}`;
}

function dueOf({ dueDate, dueTime }: TaskRow): string {
  return dueTime ? `${dayOf(dueDate)}, ${dueTime}` : dayOf(dueDate);
}

function placeOf(tasks: readonly TaskRow[], kind: string): Pick<ComposedNotice, 'path' | 'tag'> {
  const [first] = tasks;
  if (tasks.length > 1 || !first) return { path: '/dash/tasks', tag: kind };
  return { path: `/dash/tasks?task=${encodeURIComponent(first.id)}`, tag: `task-${first.id}` };
}
