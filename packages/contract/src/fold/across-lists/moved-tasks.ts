import { type Fate, type Operation, onList, type TaskOperation } from '../operation.ts';
import { addedBy, changed, isOf, isOfTasks, type Person, type TaskListed, type TaskRow } from '../task.ts';
import { insertAll } from '../task-place.ts';

/** A list that the server has sent, with the time of its request in epoch milliseconds. */
export interface ReadTasks<Row extends TaskRow = TaskRow> {
  rows: readonly Row[];
  at: number;
}

/** Each task once, as the newest list has it, with the time of that list. */
export function newestOf<Row extends TaskRow>(
  lists: readonly ReadTasks<Row>[],
): Map<string, { row: Row; at: number }> {
  const byAge = lists.toSorted((one, other) => one.at - other.at);
  return new Map(byAge.flatMap(({ rows, at }) => rows.map(row => [row.id, { row, at }] as const)));
}

/**
 * Adds the tasks of other lists that the queued operations move into this one, so that they show in their new place before
 * the server has answered.
 * @param rows the folded list.
 * @param others the lists of the same source.
 * @param queued the operations that the list does not contain.
 * @param operations all of them: another list may be older.
 */
export function withMoved<Row extends TaskRow>(
  rows: readonly Row[],
  others: readonly ReadTasks<Row>[],
  queued: readonly Operation[],
  operations: readonly (Operation & Fate)[],
  list: TaskListed,
): readonly Row[] {
  const moving = queuesOf(queued.filter(isMove));
  for (const { id } of rows) moving.delete(id);
  if (moving.size === 0) return rows;
  const queues = queuesOf(operations);
  // Of a new task, the list that it moves from may know no more than the queue does.
  const made = { rows: [...addedBy([...queues.values()].flat(), list).values()] as Row[], at: 0 };
  const sources = [made, ...others].map(({ rows: read, at }) => ({
    rows: read.filter(({ id }) => moving.has(id)),
    at,
  }));
  const moved = [...newestOf(sources)].flatMap(([id, { row, at }]) => {
    const now = folded(row, onList(queues.get(id) ?? [], at), list.me);
    return now && isOf(list, now) && !(now.completed && OPEN.has(list.view)) ? [now] : [];
  });
  return moved.length === 0 ? rows : insertAll(rows, moved, list.order);
}

/** Whether an operation can put a task on another list. After any other, the list that the server has sent is right. */
function isMove({ path, input }: Operation): boolean {
  if (path === 'task.update') return input.dueDate !== undefined || input.completed !== undefined;
  return path === 'task.skip' || path === 'task.undoSkip' || path === 'task.restore';
}

/** The lists that the server sends without completed tasks. */
const OPEN: ReadonlySet<TaskListed['view']> = new Set(['overdue', 'upcoming', 'incomplete']);

/** The operations on each task, by its id. */
export function queuesOf<One extends Operation>(
  operations: readonly One[],
): Map<string, (One & TaskOperation)[]> {
  const ofTasks = operations.filter((one): one is One & TaskOperation => isOfTasks(one));
  return Map.groupBy(ofTasks, ({ op, input: { id = op } }) => id);
}

/** The row after operations; null if they delete it. */
export function folded<Row extends TaskRow>(
  row: Row,
  operations: readonly TaskOperation[],
  me: Person,
): Row | null {
  let [now, isDeleted] = [row, false];
  for (const operation of operations) {
    if (operation.path === 'task.delete') isDeleted = true;
    else if (operation.path === 'task.restore') isDeleted = false;
    else now = changed(now, operation, me);
  }
  return isDeleted ? null : now;
}
