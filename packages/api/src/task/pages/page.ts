import { textsOf } from '@onus/contract/task';
import { cutToFit, readFitting } from '../../core/rows/page-size.ts';
import type { Scope } from '../../core/scope.ts';
import { type Task, type TaskRow, viewOfTask } from '../view.ts';

export interface TaskPage {
  items: Task[];
  nextCursor: string | null;
}

/** The place of a row in a list. */
export type Ending = Pick<TaskRow, 'id' | 'dueDate'>;

/** Where to read on; nothing for the place at which the call began. */
export interface From {
  afterDate?: string;
  afterId?: string;
}

/** The page of which rows are read from a place on. */
export function firstOf(
  scope: Scope,
  limit: number,
  read: (from: From, count: number) => TaskRow[],
): TaskPage {
  const { rows, isLast } = fittingRows(limit, (from = {}, count) => read(from, count));
  return pageOfRows(scope, rows, isLast ? undefined : rows.at(-1));
}

/**
 * The rows of a page with a number.
 * @param most rows of the page.
 * @returns `end` where the page goes on, when it does not fit in one response.
 */
export function numberedOf(
  most: number,
  read: (from: From | undefined, count: number) => TaskRow[],
): { rows: TaskRow[]; end: Ending | undefined } {
  let left = most;
  const readPage = (from: From | undefined, count: number) => {
    const rows = left > 0 ? read(from, Math.min(count, left)) : [];
    left -= rows.length;
    return rows;
  };
  const { rows, isLast } = fittingRows(most, readPage);
  return { rows, end: isLast ? undefined : rows.at(-1) };
}

function fittingRows(limit: number, read: (from: From | undefined, count: number) => TaskRow[]) {
  const readBehind = (row: TaskRow | undefined, count: number) =>
    read(row && { afterDate: row.dueDate, afterId: row.id }, count);
  return readFitting(limit, readBehind, textsOf);
}

/** As much of a page as one response holds. @param last where the next page begins, if there is one. */
export function pageOfRows(scope: Scope, rows: TaskRow[], last: Ending | undefined): TaskPage {
  const items = rows.filter(isSeen).map(row => viewOfTask(scope, row));
  return cutToFit({ items, nextCursor: last ? cursorAfter(last) : null }, cursorAfter, textsOfTask);
}

/** Where a page begins that follows a task. */
export function cursorAfter({ dueDate, id }: Ending): string {
  return `${dueDate} ${id}`;
}

/** What is being passed on to another manager is no longer on the page, which is shorter for a moment. */
export function isSeen({ isOfNow }: TaskRow): boolean {
  return isOfNow !== 0;
}

export function splitCursor(cursor: string): [string, string] {
  const gap = cursor.indexOf(' ');
  return [cursor.slice(0, gap), cursor.slice(gap + 1)];
}

/** The texts of a task and the names of its assignees. */
export function textsOfTask(task: Task): string[] {
  return [...textsOf(task), ...task.assignees.map(one => one.id + one.username)];
}
