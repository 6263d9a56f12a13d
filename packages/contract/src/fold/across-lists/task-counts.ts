import { type Day, dayOf } from '../../dates/calendar.ts';
import { type Fate, type Operation, onList, type TaskOperation } from '../operation.ts';
import { addedBy, type TaskCounts, type TaskListed, type TaskRow } from '../task.ts';
import { folded, newestOf, queuesOf, type ReadTasks } from './moved-tasks.ts';

/** What the server has sent, with the time of its request in epoch milliseconds. */
export interface ReadCounts<Counts extends TaskCounts> {
  counts: Counts;
  at: number;
}

/**
 * The counts of open tasks with the effect of the queued operations, as far as it is known: on new tasks and on those that
 * one of the lists has. The next occurrence of a series comes with the server's response.
 * @param lists of the same source as the counts, on any dates.
 */
export function foldCounts<Counts extends TaskCounts>(
  { counts, at: countedAt }: ReadCounts<Counts>,
  lists: readonly ReadTasks[],
  operations: readonly (Operation & Fate)[],
  list: Pick<TaskListed, 'me' | 'today' | 'source'>,
): Counts {
  const queues = queuesOf(operations);
  if (queues.size === 0) return counts;
  const open = { today: counts.today, overdue: counts.overdue, upcoming: counts.upcoming };
  const listed = newestOf(
    lists.map(({ rows, at }) => ({ rows: rows.filter(({ id }) => queues.has(id)), at })),
  );
  for (const [id, queue] of queues) {
    const { row, at } = listed.get(id) ?? { row: null, at: 0 };
    const since = onList(queue, at);
    // The counts may be newer than the list, and older.
    const uncounted = new Set(onList(queue, countedAt));
    const isNew = queue.some(one => one.path === 'task.create' && uncounted.has(one));
    const counted = since.filter(one => !uncounted.has(one));
    const [was, now] = [isNew ? null : stateAfter(counted, row, list), stateAfter(since, row, list)];
    const [from, to] = [was && countOf(was, list.today), now && countOf(now, list.today)];
    if (from) open[from] = Math.max(0, open[from] - 1);
    if (to) open[to] += 1;
  }
  return { ...counts, ...open };
}

/** The count that includes a task; null for a completed one. */
export function countOf({ completed, dueDate }: TaskRow, today: Day): keyof TaskCounts | null {
  if (completed) return null;
  const day = dayOf(dueDate);
  if (day === today) return 'today';
  return day < today ? 'overdue' : 'upcoming';
}

/** The task after operations; null if it does not exist or no list of the source has it. */
function stateAfter(
  operations: readonly TaskOperation[],
  known: TaskRow | null,
  list: Pick<TaskListed, 'me' | 'source'>,
): TaskRow | null {
  const row = known ?? [...addedBy(operations, list).values()][0];
  return row ? folded(row, operations, list.me) : null;
}
