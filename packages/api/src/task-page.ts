import { fitting } from './page-size.ts';
import type { Scope } from './scope.ts';
import { type Task, type TaskRow, viewOfTask } from './task-view.ts';

export interface TaskPage {
  items: Task[];
  nextCursor: string | null;
}

/** The place of a row in a list. */
export type Ending = Pick<TaskRow, 'id' | 'dueDate'>;

/** The page that begins with some rows, of which one more was read than it may have. */
export function firstOf(scope: Scope, rows: TaskRow[], limit: number): TaskPage {
  const items = fitting(rows.slice(0, limit), textsOf);
  return pageOfRows(scope, items, items.length < rows.length ? items.at(-1) : undefined);
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
