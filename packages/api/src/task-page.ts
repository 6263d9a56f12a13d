import { fitting } from './page-size.ts';
import type { Scope } from './scope.ts';
import { type Task, type TaskRow, viewOfTask } from './task-view.ts';

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
  const readBehind = (row: TaskRow | undefined, count: number) =>
    read(row ? { afterDate: row.dueDate, afterId: row.id } : {}, count);
  const { rows, isLast } = fitting(limit, readBehind, textsOf);
  return pageOfRows(scope, rows, isLast ? undefined : rows.at(-1));
}

/** @param last where the next page begins, if there is one. */
export function pageOfRows(scope: Scope, rows: TaskRow[], last: Ending | undefined): TaskPage {
  return {
    items: rows.filter(isSeen).map(row => viewOfTask(scope, row)),
    nextCursor: last ? `${last.dueDate} ${last.id}` : null,
  };
}

/** What is being passed on to another manager is no longer on the page, which is shorter for a moment. */
export function isSeen({ isOfNow }: TaskRow): boolean {
  return isOfNow !== 0;
}

export function splitCursor(cursor: string): [string, string] {
  const gap = cursor.indexOf(' ');
  return [cursor.slice(0, gap), cursor.slice(gap + 1)];
}

function textsOf({ title, text, assignees }: TaskRow): string[] {
  return [title, text, ...assignees.map(one => one.id + one.username)];
}
