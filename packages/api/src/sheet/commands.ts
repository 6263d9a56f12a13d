import type { CreateItem } from '@onus/contract/grocery';
import type { CreateTask } from '@onus/contract/task';
import type { Db } from '@onus/db/open';
import { groceryItem } from '@onus/db/schema/grocery';
import { sheetImport, sheetPart } from '@onus/db/schema/sheet';
import { task } from '@onus/db/schema/task';
import { eq } from 'drizzle-orm';
import { deleteItem, insertItem } from '../grocery/commands.ts';
import { audienceOf, audienceOfList } from '../grocery/queries.ts';
import type { Scope, SystemScope } from '../scope.ts';
import type { Line } from '../sheet-lines.ts';
import { insertTask } from '../task/commands.ts';
import { audienceOf as audienceOfTask } from '../task/queries.ts';
import { eraseTask, removeTask } from '../trash/commands.ts';
import type { Part } from './queries.ts';

/** A line with the id of what it becomes. */
export type NewLine = { id: string } & (
  | ({ kind: 'task' } & Line<CreateTask>)
  | ({ kind: 'item' } & Line<CreateItem>)
);

/** A slice of an import of which more follows: until that is written, this is a part that may have to go. */
export function makePart(db: Db, scope: Scope, importId: string, lines: readonly NewLine[]): void {
  makeLines(db, scope, lines);
  for (const { id: rowId } of lines) {
    db.insert(sheetPart).values({ rowId, importId }).onConflictDoNothing().run();
  }
}

/** The last slice of an import, or all of it. From here on the same import again makes nothing. */
export function finishImport(db: Db, scope: Scope, id: string, lines: readonly NewLine[]): void {
  makeLines(db, scope, lines);
  db.insert(sheetImport).values({ id, userId: scope.userId }).run();
  db.delete(sheetPart).where(eq(sheetPart.importId, id)).run();
}

function makeLines(db: Db, scope: Scope, lines: readonly NewLine[]): void {
  for (const line of lines) {
    if (line.kind === 'task') insertTask(db, scope, { ...line.input, id: line.id }, line.done);
    else insertItem(db, scope, { ...line.input, id: line.id }, line.done);
  }
  if (lines.some(({ kind }) => kind === 'item')) scope.changed('grocery', audienceOf(db, scope));
}

/** Removes what was made of lines for good, because a later line could not be made. */
export function takeBackLines(db: Db, scope: Scope, lines: readonly NewLine[]): void {
  for (const { kind, id } of lines) {
    if (kind === 'task') removeTask(db, scope, id);
    else deleteItem(db, scope, id);
    db.delete(sheetPart).where(eq(sheetPart.rowId, id)).run();
  }
}

/**
 * Removes parts for good whose imports were cut off.
 * @param running imports that go on: their parts stay.
 */
export function removeParts(
  db: Db,
  scope: SystemScope,
  parts: readonly Part[],
  running: readonly string[],
): void {
  for (const { rowId, importId } of parts) {
    if (running.includes(importId)) continue;
    const [row] = db
      .select({ id: task.id, seriesId: task.seriesId })
      .from(task)
      .where(eq(task.id, rowId))
      .all();
    if (row) {
      scope.changed('task', audienceOfTask(db, scope, rowId));
      eraseTask(db, scope, row);
    }
    const [item] = db.delete(groceryItem).where(eq(groceryItem.id, rowId)).returning().all();
    if (item) scope.changed('grocery', audienceOfList(db, scope, item.householdId));
    db.delete(sheetPart).where(eq(sheetPart.rowId, rowId)).run();
  }
}
