import type { Day } from '../../dates/calendar.ts';
import { newestOf } from '../across-lists/moved-tasks.ts';
import { countOf } from '../across-lists/task-counts.ts';
import type { Operation } from '../operation.ts';
import { foldTasks, isOf, type TaskCounts, type TaskListed, type TaskRow } from '../task.ts';
import { placeOf } from '../task-place.ts';

type View = 'today' | 'overdue' | 'upcoming' | 'complete';

/** A list of one source as a client has stored it. */
export interface StoredList<Row extends TaskRow> {
  view: View;
  order: 'asc' | 'desc';
  rows: readonly Row[];
  /** The client's date when the list was read. */
  day: Day;
  /** When it was read, in epoch milliseconds. */
  at: number;
  /** Whether the server has more rows. */
  isCut: boolean;
}

/**
 * The rows that the server has sent for a list, with what the client has changed since. A task that left the list is among
 * them: the list that it went to may have been read before.
 */
export function foldStored<Row extends TaskRow>(
  read: readonly Row[],
  operations: readonly Operation[],
  list: TaskListed,
): readonly (Row | TaskRow)[] {
  const known = new Set(read.map(({ id }) => id));
  const rows = foldTasks(read, operations, { ...list, view: 'all' });
  return rows.filter(row => known.has(row.id) || isOf(list, row));
}

/**
 * The stored lists as they are on a later date: what was upcoming is for today, and what was for today is overdue.
 * @param lists of one source, each view at most once.
 * @returns the rows of each list, in the order of `lists`.
 */
export function listsOnDay<Row extends TaskRow>(lists: readonly StoredList<Row>[], today: Day): Row[][] {
  const known = newestRows(lists);
  return lists.map(({ view, order, rows }) => {
    if (view === 'complete') return [...rows];
    const sign = order === 'asc' ? 1 : -1;
    return known
      .filter(row => isIn(view, row, today))
      .sort((one, other) => sign * (placeOf(one) < placeOf(other) ? -1 : 1));
  });
}

/**
 * The counts of open tasks as they are on a later date, as far as the stored lists have these tasks.
 * @param day the client's date when the counts were read.
 */
export function countsOnDay<Counts extends TaskCounts>(
  counts: Counts,
  day: Day,
  lists: readonly StoredList<TaskRow>[],
  today: Day,
): Counts {
  const moved = { today: counts.today, overdue: counts.overdue, upcoming: counts.upcoming };
  for (const row of newestRows(lists)) {
    const [from, to] = [countOf(row, day), countOf(row, today)];
    if (!from || !to || from === to || moved[from] === 0) continue;
    moved[from] -= 1;
    moved[to] += 1;
  }
  return { ...counts, ...moved };
}

/** Each task once, as the newest list has it, without those that a newer list should have and has not. */
function newestRows<Row extends TaskRow>(lists: readonly StoredList<Row>[]): Row[] {
  const isGone = ({ row, at }: { row: Row; at: number }) =>
    lists.some(
      list =>
        list.at > at &&
        !list.isCut &&
        isIn(list.view, row, list.day) &&
        !list.rows.some(({ id }) => id === row.id),
    );
  return [...newestOf(lists).values()].filter(one => !isGone(one)).map(({ row }) => row);
}

/** As the server's lists are: those of other dates hold open tasks only. */
function isIn(view: View, row: TaskRow, today: Day): boolean {
  const isOpenOnly = view === 'overdue' || view === 'upcoming';
  return isOf({ view, today }, row) && !(isOpenOnly && row.completed);
}
