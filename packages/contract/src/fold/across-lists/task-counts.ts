import { type Day, dayOf } from '../../dates/calendar.ts';
import { type Fate, type Operation, onList, type TaskOperation } from '../operation.ts';
import { addedBy, isOfTasks, type TaskCounts, type TaskListed, type TaskRow } from '../task.ts';
import { folded } from './moved-tasks.ts';

/** What the server has sent, with the time of its request in epoch milliseconds. */
interface Read {
  requestedAt: number;
}

export interface ReadCounts<Counts extends TaskCounts> extends Read {
  counts: Counts;
}

export interface ReadTasks extends Read {
  rows: readonly TaskRow[];
}

/**
 * The counts of open tasks with the effect of the queued operations, as far as it is known: on new tasks and on those that
 * one of the lists has. The next occurrence of a series comes with the server's response.
 * @param lists of the same source as the counts, on any dates.
 */
export function foldCounts<Counts extends TaskCounts>(
  { counts, requestedAt }: ReadCounts<Counts>,
  lists: readonly ReadTasks[],
  operations: readonly (Operation & Fate)[],
  list: Pick<TaskListed, 'me' | 'today' | 'source'>,
): Counts {
  const queues = Map.groupBy(operations.filter(isOfTasks), idOf);
  if (queues.size === 0) return counts;
  const folded = { today: counts.today, overdue: counts.overdue, upcoming: counts.upcoming };
  const listed = newestOf(lists, queues);
  for (const [id, queue] of queues) {
    const { row, at } = listed.get(id) ?? { row: null, at: 0 };
    const since = onList(queue, at);
    // The counts may be newer than the list, and older.
    const uncounted = new Set(onList(queue, requestedAt));
    const isNew = queue.some(one => one.path === 'task.create' && uncounted.has(one));
    const counted = since.filter(one => !uncounted.has(one));
    const [was, now] = [isNew ? null : stateAfter(counted, row, list), stateAfter(since, row, list)];
    const [from, to] = [was && countOf(was, list.today), now && countOf(now, list.today)];
    if (from) folded[from] = Math.max(0, folded[from] - 1);
    if (to) folded[to] += 1;
  }
  return { ...counts, ...folded };
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

/** The rows of some tasks, each as the newest list has it. */
function newestOf(lists: readonly ReadTasks[], wanted: ReadonlyMap<string, unknown>) {
  const byAge = lists.toSorted((one, other) => one.requestedAt - other.requestedAt);
  return new Map(
    byAge.flatMap(({ rows, requestedAt: at }) =>
      rows.filter(({ id }) => wanted.has(id)).map(row => [row.id, { row, at }] as const),
    ),
  );
}

function idOf({ op, input: { id = op } }: TaskOperation): string {
  return id;
}
