import { dayOf } from '@onus/contract/dates/calendar';
import { queries } from '../../data/queries.ts';
import { currentUserId, isManager } from '../../data/session/session.ts';
import type { Task } from '../../features/task/task.ts';
import { todayHere } from '../../lib/dates.ts';

/**
 * The page and the tab that show a task; `here` for the first tab of /dash/tasks, `nowhere` if it is on none of the reader's
 * lists or cannot be loaded.
 */
export async function placeOfTask(id: string) {
  const task = await queries.task.get.fetch({ id }, { staleTime: A_MOMENT }).catch(() => null);
  if (!task) return 'nowhere';
  const tab = tabOf(task);
  const search = { tab, task: id };
  if (isOwn(task)) return tab === 'today' ? 'here' : ({ to: '/dash/tasks', search } as const);
  return isManager() ? ({ to: '/dash/manager', search } as const) : 'nowhere';
}

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
