import type { Db } from '@onus/db/open';
import { groceryItem } from '@onus/db/schema/grocery';
import { sheetImport } from '@onus/db/schema/sheet';
import { task } from '@onus/db/schema/task';
import { eq, inArray } from 'drizzle-orm';
import { DomainError } from '../errors.ts';
import type { Scope } from '../scope.ts';

/**
 * What is there of an import: whether it was finished, and the rows that it has made.
 * @throws DomainError CONFLICT when it is another person's.
 */
export function findImport(
  db: Db,
  scope: Scope,
  id: string,
  ids: readonly string[],
): { isDone: boolean; known: string[] } {
  const done = db.select().from(sheetImport).where(eq(sheetImport.id, id)).get();
  const tasks = db.select({ id: task.id, maker: task.creatorId }).from(task);
  const items = db.select({ id: groceryItem.id, maker: groceryItem.userId }).from(groceryItem);
  const made = [
    ...tasks.where(inArray(task.id, [...ids])).all(),
    ...items.where(inArray(groceryItem.id, [...ids])).all(),
  ];
  const makers = [...made.map(({ maker }) => maker), ...(done ? [done.userId] : [])];
  if (makers.some(maker => maker !== scope.userId)) throw new DomainError('CONFLICT', 'Id is in use');
  return { isDone: done !== undefined, known: made.map(row => row.id) };
}
