import type { ImportSheet } from '@onus/contract/sheet';
import type { Db } from '@onus/db/open';
import { groceryItem } from '@onus/db/schema/grocery';
import { task } from '@onus/db/schema/task';
import { inArray } from 'drizzle-orm';
import { v5 as idFrom } from 'uuid';
import { DomainError } from '../errors.ts';
import { insertItem } from '../grocery/commands.ts';
import { audienceOf } from '../grocery/queries.ts';
import type { Scope } from '../scope.ts';
import { type Table, tableOf } from '../sheet-lines.ts';
import { insertTask } from '../task/commands.ts';
import { readSheet, type Sheet } from './queries.ts';

/**
 * Makes a task or an item of every line that can be read, as the forms would: all of them or none. The same
 * id again finds them made and does nothing, whoever of its people is gone by now.
 * @throws DomainError CONFLICT when it would not be what the preview has shown.
 */
export function importSheet(
  db: Db,
  scope: Scope,
  { kind, table: text, id, count }: ImportSheet,
): { count: number } {
  return db.transaction(
    () => {
      const table = tableOf(kind, text);
      const makers = makersOf(db, table, id);
      if (makers.some(maker => maker !== scope.userId)) throw new DomainError('CONFLICT', 'Id is in use');
      if (makers.length > 0) return { count };
      const sheet = readSheet(db, scope, kind, table);
      if (sheet.tasks.length + sheet.items.length !== count) {
        throw new DomainError('CONFLICT', 'This is no longer what the preview has shown. Look at it again.');
      }
      make(db, scope, sheet, id);
      return { count };
    },
    { behavior: 'immediate' },
  );
}

function make(db: Db, scope: Scope, { tasks, items }: Sheet, id: string): void {
  for (const { line, input, done } of tasks) insertTask(db, scope, { ...input, id: lineId(id, line) }, done);
  for (const { line, input, done } of items) insertItem(db, scope, { ...input, id: lineId(id, line) }, done);
  if (items.length > 0) scope.changed('grocery', audienceOf(db, scope));
}

/** Who has made what is there of an import: it was made as a whole, and some of it may be deleted by now. */
function makersOf(db: Db, { lines }: Table, id: string): string[] {
  const ids = lines.map(({ line }) => lineId(id, line));
  return [
    ...db.select({ id: task.creatorId }).from(task).where(inArray(task.id, ids)).all(),
    ...db.select({ id: groceryItem.userId }).from(groceryItem).where(inArray(groceryItem.id, ids)).all(),
  ].map(maker => maker.id);
}

function lineId(id: string, line: number): string {
  return idFrom(`line ${line}`, id);
}
