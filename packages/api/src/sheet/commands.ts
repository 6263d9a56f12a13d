import type { CreateItem } from '@onus/contract/grocery';
import type { CreateTask } from '@onus/contract/task';
import type { Db } from '@onus/db/open';
import { sheetImport } from '@onus/db/schema/sheet';
import { deleteItem, insertItem } from '../grocery/commands.ts';
import { audienceOf } from '../grocery/queries.ts';
import type { Scope } from '../scope.ts';
import type { Line } from '../sheet-lines.ts';
import { insertTask } from '../task/commands.ts';
import { removeTask } from '../trash/commands.ts';

/** A line with the id of what it becomes. */
export type NewLine = { id: string } & (
  | ({ kind: 'task' } & Line<CreateTask>)
  | ({ kind: 'item' } & Line<CreateItem>)
);

export function makeLines(db: Db, scope: Scope, lines: readonly NewLine[]): void {
  for (const line of lines) {
    if (line.kind === 'task') insertTask(db, scope, { ...line.input, id: line.id }, line.done);
    else insertItem(db, scope, { ...line.input, id: line.id }, line.done);
  }
  if (lines.some(({ kind }) => kind === 'item')) scope.changed('grocery', audienceOf(db, scope));
}

/** From here on the same import again makes nothing. */
export function finishImport(db: Db, scope: Scope, id: string): void {
  db.insert(sheetImport).values({ id, userId: scope.userId }).run();
}

/** Removes what was made of lines for good, because a later line could not be made. */
export function takeBackLines(db: Db, scope: Scope, lines: readonly NewLine[]): void {
  for (const { kind, id } of lines) {
    if (kind === 'task') removeTask(db, scope, id);
    else deleteItem(db, scope, id);
  }
}
