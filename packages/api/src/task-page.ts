import { cutToFit } from './page-size.ts';
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
  return pageOfRows(scope, rows.slice(0, limit), rows.length > limit ? rows[limit - 1] : undefined);
}

/** As much of a page as one response holds. @param last where the next page begins, if there is one. */
export function pageOfRows(scope: Scope, rows: TaskRow[], last: Ending | undefined): TaskPage {
  const items = rows.map(row => viewOfTask(scope, row));
  return cutToFit({ items, nextCursor: last ? cursorAfter(last) : null }, cursorAfter, textsOfTask);
}

/** Where a page begins that follows a task. */
export function cursorAfter({ dueDate, id }: Ending): string {
  return `${dueDate} ${id}`;
}

export function splitCursor(cursor: string): [string, string] {
  const gap = cursor.indexOf(' ');
  return [cursor.slice(0, gap), cursor.slice(gap + 1)];
}

/** The texts of a task that people choose. */
export function textsOfTask({ title, text, assignees }: Task): string[] {
  return [title, text, ...assignees.map(one => one.id + one.username)];
}
