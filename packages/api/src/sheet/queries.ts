import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { groceryItem } from '@onus/db/schema/grocery';
import { sheetImport, sheetPart } from '@onus/db/schema/sheet';
import { task } from '@onus/db/schema/task';
import { eq, inArray, sql } from 'drizzle-orm';
import { DomainError } from '../errors.ts';
import type { Scope, SystemScope } from '../scope.ts';

/** A row of an import that is not finished. */
export type Part = typeof sheetPart.$inferSelect;

/** Removed in one write: each may have a hundred people, and a follow-up. */
const AT_ONCE = 10;

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

/** Some of the rows that imports left behind. @param running imports that go on: theirs are not among them. */
export function leftParts(db: Db, _scope: SystemScope, running: readonly string[]): Part[] {
  return partsBut(db).all({ running: JSON.stringify(running) });
}

const partsBut = prepared(db =>
  db
    .select()
    .from(sheetPart)
    .where(sql`import_id not in (select value from json_each(${sql.placeholder('running')}))`)
    .limit(AT_ONCE),
);
