import type { Operation, TaskOperation } from '../operation.ts';
import { changed, isOf, isOfTasks, type Person, placeOf, type TaskListed, type TaskRow } from '../task.ts';

/**
 * Adds the tasks of other lists that the queued operations move into this one, so that they show in their new place before
 * the server has answered.
 * @param rows the folded list.
 * @param others the other lists, as the server has sent them. Of a task on several the last counts.
 */
export function withMoved<Row extends TaskRow>(
  rows: readonly Row[],
  others: readonly Row[],
  operations: readonly Operation[],
  list: TaskListed,
): readonly Row[] {
  const known = new Set(rows.map(({ id }) => id));
  const now = new Map(foldedRows(others, operations, list.me).map(one => [one.was.id, one.now]));
  const moved = [...now.values()].flatMap(row => (row && !known.has(row.id) && isOf(list, row) ? [row] : []));
  if (moved.length === 0) return rows;
  const sign = list.order === 'asc' ? 1 : -1;
  return [...rows, ...moved]
    .map(row => ({ row, place: placeOf(row) }))
    .sort((one, other) => sign * (one.place < other.place ? -1 : 1))
    .map(({ row }) => row);
}

/** The rows of a list, as the server has sent them, that the queued operations leave in it. */
export function withoutMoved<Row extends TaskRow>(
  rows: readonly Row[],
  operations: readonly Operation[],
  list: TaskListed,
): readonly Row[] {
  const gone = foldedRows(rows, operations, list.me).filter(
    ({ now }) => !now || now.completed || !isOf(list, now),
  );
  const ids = new Set(gone.map(({ was }) => was.id));
  return rows.filter(({ id }) => !ids.has(id));
}

/** The rows that the operations change, before and after; null if they delete the row. */
function foldedRows<Row extends TaskRow>(
  rows: readonly Row[],
  operations: readonly Operation[],
  me: Person,
): { was: Row; now: Row | null }[] {
  const byId = queuesOf(operations);
  if (byId.size === 0) return [];
  return rows.flatMap(was => {
    const queued = byId.get(was.id);
    return queued ? [{ was, now: folded(was, queued, me) }] : [];
  });
}

/** The operations on each task, by its id. */
export function queuesOf(operations: readonly Operation[]): Map<string, TaskOperation[]> {
  return Map.groupBy(operations.filter(isOfTasks), ({ op, input: { id = op } }) => id);
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
