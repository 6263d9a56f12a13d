import { dayOf } from '@onus/contract/dates/calendar';
import { CONTRACT } from '@onus/contract/operation/headers';
import { isGone } from '../../data/fetch.ts';
import { queries } from '../../data/queries.ts';
import { type ReadRow, readRows } from '../../data/reads/rows.ts';
import { currentUserId, isManager } from '../../data/session/session.ts';
import type { Task } from '../../features/task/task.ts';
import { tasksOf } from '../../features/task/task-source.ts';
import { todayHere } from '../../lib/dates.ts';
import { toastError } from '../../ui/toast/toast.tsx';

/**
 * The page and the tab that show a task; `here` for the first tab of /dash/tasks, `nowhere` if it is on none of the reader's
 * lists or cannot be loaded.
 */
export async function placeOfTask(id: string) {
  const task = await queries.task.get
    .fetch({ id }, { staleTime: A_MOMENT })
    .catch(error => (isGone(error) ? null : storedTask(id)));
  if (!task) return 'nowhere';
  const tab = tabOf(task);
  const search = { tab, task: id };
  if (isOwn(task)) return tab === 'today' ? 'here' : ({ to: '/dash/tasks', search } as const);
  return isManager() ? ({ to: '/dash/manager', search } as const) : 'nowhere';
}

/** Once: who deletes the task later, or opens a dialog over its list, knows. */
export async function sayIfGone(id: string): Promise<void> {
  if (lookedFor.has(id)) return;
  lookedFor.add(id);
  await queries.task.get
    .fetch({ id }, { staleTime: A_MOMENT })
    .catch(error => isGone(error) && toastError('This task is not available'));
}

const lookedFor = new Set<string>();

/** Without a connection: as the newest of the stored lists has it. */
async function storedTask(id: string): Promise<Task | undefined> {
  const rows = await readRows(currentUserId(), 0, CONTRACT).catch(() => []);
  const newestFirst = rows.toSorted((one, other) => other.requestedAt - one.requestedAt);
  return newestFirst.flatMap(tasksIn).find(task => task.id === id);
}

function tasksIn({ queryKey: [procedure], data }: ReadRow): readonly Task[] {
  if (!Array.isArray(procedure) || !LISTS.has(procedure.join('.'))) return [];
  return tasksOf(data as Parameters<typeof tasksOf>[0]);
}

const LISTS = new Set(['task.list', 'manager.tasks']);

/** A search has just found it. */
const A_MOMENT = 5_000;

function tabOf({ completed, dueDate }: Task): 'complete' | 'today' | 'overdue' | 'upcoming' {
  if (completed) return 'complete';
  const [day, today] = [dayOf(dueDate), todayHere()];
  if (day === today) return 'today';
  return day < today ? 'overdue' : 'upcoming';
}

/** Rule 4.4 */
function isOwn({ assignees, creatorId }: Task): boolean {
  const me = currentUserId();
  return assignees.length === 0 ? creatorId === me : assignees.some(({ id }) => id === me);
}
