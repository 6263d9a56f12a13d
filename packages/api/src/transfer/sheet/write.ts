import type { CreateItem } from '@onus/contract/grocery';
import { itemKey } from '@onus/contract/quick-line/item';
import type { CreateTask } from '@onus/contract/task';
import type { Db } from '@onus/db/open';
import { groceryItem } from '@onus/db/schema/grocery';
import { type SheetRow, sheetImport, sheetPart } from '@onus/db/schema/sheet';
import { task } from '@onus/db/schema/task';
import { prepared } from '@onus/db/statements/prepared';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { DomainError } from '../../core/errors.ts';
import type { Scope, SystemScope } from '../../core/scope.ts';
import { deleteItem, insertItem } from '../../grocery/edit.ts';
import { audienceOf, audienceOfList } from '../../grocery/list.ts';
import { tellShoppers } from '../../grocery/shopping.ts';
import { forgetUnused, rememberUnused } from '../../grocery/suggest.ts';
import { audienceOf as audienceOfTask } from '../../task/audience.ts';
import { deleteTask, eraseTask, removeTask } from '../../task/delete.ts';
import { insertTask } from '../../task/edit.ts';
import { openOccurrence } from '../../task/series/write.ts';
import type { Part } from './find.ts';
import type { Line } from './lines.ts';

/** A line with the id of what it becomes. */
export type NewLine = { id: string } & (
  | ({ kind: 'task' } & Line<CreateTask>)
  | ({ kind: 'item' | 'known' } & Line<CreateItem>)
);

/** A slice of an import of which more follows: until that is written, this is a part that may have to go. */
export function makePart(db: Db, scope: Scope, importId: string, lines: readonly NewLine[]): void {
  makeLines(db, scope, lines);
  for (const { id: rowId } of lines) {
    db.insert(sheetPart).values({ rowId, importId }).onConflictDoNothing().run();
  }
}

/**
 * The last slice of an import, or all of it. From here on the same import again makes nothing.
 * @param all of its lines, for an undo.
 */
export function finishImport(
  db: Db,
  scope: Scope,
  id: string,
  lines: readonly NewLine[],
  all: readonly NewLine[],
): void {
  makeLines(db, scope, lines);
  const rows = all.map(line => rowOf(line, scope));
  db.insert(sheetImport).values({ id, userId: scope.userId, finishedAt: scope.now, rows }).run();
  db.delete(sheetPart).where(eq(sheetPart.importId, id)).run();
}

function rowOf(line: NewLine, { household }: Scope): SheetRow {
  return line.kind === 'known'
    ? { kind: 'known', id: itemKey(line.input.name), household }
    : { kind: line.kind, id: line.id };
}

function makeLines(db: Db, scope: Scope, lines: readonly NewLine[]): void {
  for (const line of lines) {
    if (line.kind === 'task') insertTask(db, scope, { ...line.input, id: line.id }, line.done);
    else if (line.kind === 'known') rememberUnused(db, scope, line.input);
    else insertItem(db, scope, { ...line.input, id: line.id }, line.done);
  }
  if (!lines.some(({ kind }) => kind === 'item')) return;
  scope.changed('grocery', audienceOf(db, scope));
  tellShoppers(db, scope);
}

/**
 * Deletes what was made of lines, with what follows in their series. What is gone, or belongs to others now, is passed
 * over.
 */
export function deleteLines(db: Db, scope: Scope, rows: readonly SheetRow[]): void {
  for (const { kind, id, household = scope.household } of rows) {
    if (kind === 'known') {
      // What another household has in mind is not the caller's to forget any more.
      if (household === scope.household) forgetUnused(db, scope, id);
    } else if (kind === 'item') passingOver(db, () => deleteItem(db, scope, id));
    else {
      const seriesId = seriesOf(db).get({ id })?.seriesId;
      passingOver(db, () => deleteTask(db, scope, id));
      const next = seriesId && openOccurrence(db, scope, seriesId);
      if (next) passingOver(db, () => deleteTask(db, scope, next.id));
    }
  }
}

export function markUndone(db: Db, scope: Scope, id: string): void {
  db.update(sheetImport)
    .set({ undoneAt: scope.now })
    .where(and(eq(sheetImport.id, id), eq(sheetImport.userId, scope.userId)))
    .run();
}

/** Forgets that imports were finished: sent again, each of them would be made again. */
export function removeImports(db: Db, _scope: SystemScope, ids: string[]): void {
  db.delete(sheetImport).where(inArray(sheetImport.id, ids)).run();
}

/** Removes what was made of lines for good, because a later line could not be made. */
export function takeBackLines(db: Db, scope: Scope, lines: readonly NewLine[]): void {
  for (const line of lines) {
    const { kind, id } = line;
    if (kind === 'task') removeTask(db, scope, id);
    else if (kind === 'item') deleteItem(db, scope, id);
    else forgetUnused(db, scope, rowOf(line, scope).id);
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

function passingOver(db: Db, work: () => unknown): void {
  try {
    db.transaction(work);
  } catch (error) {
    if (!(error instanceof DomainError && ['NOT_FOUND', 'FORBIDDEN'].includes(error.code))) throw error;
  }
}

const seriesOf = prepared({ seriesId: task.seriesId }, (db, columns) =>
  db
    .select(columns)
    .from(task)
    .where(eq(task.id, sql.placeholder('id'))),
);
