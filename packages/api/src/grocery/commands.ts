import { centsOf } from '@onus/contract/amount';
import type { CreateItem, UpdateItem } from '@onus/contract/grocery';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { groceryItem } from '@onus/db/schema/grocery';
import { eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { DomainError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { audienceOf, findItem, findItemRow, type GroceryItem } from './queries.ts';

/** Adds to the household's list; the same client-made id again answers the item that exists (decision 4.10). */
export function createItem(db: Db, scope: Scope, input: CreateItem): GroceryItem {
  return db.transaction(
    () => {
      const { id = uuid() } = input;
      const existing = db.select().from(groceryItem).where(eq(groceryItem.id, id)).get();
      if (existing && !isOwnRetry(scope, existing)) throw new DomainError('CONFLICT', 'Id is in use');
      if (existing) return findItem(db, scope, id);
      insertItem(db, scope, { ...input, id }, false);
      return announced(db, scope, id);
    },
    { behavior: 'immediate' },
  );
}

/** An item under an id that is free; for a transaction that is open, and tells the household what it did. */
export function insertItem(
  db: Db,
  scope: Scope,
  input: CreateItem & { id: string },
  purchased: boolean,
): void {
  const { price, ...fields } = input;
  itemInsert(db).run({
    ...fields,
    purchased,
    householdId: scope.household,
    userId: scope.userId,
    priceCents: centsOf(price),
    now: scope.now,
  });
}

/** Applies what differs from the item as it is; a save that changes nothing sends no change event. */
export function updateItem(db: Db, scope: Scope, input: UpdateItem): GroceryItem {
  return db.transaction(
    () => {
      const row = findItemRow(db, scope, input.id);
      const changes = changesTo(row, input);
      if (Object.keys(changes).length === 0) return findItem(db, scope, row.id);
      db.update(groceryItem)
        .set({ ...changes, updatedAt: scope.now })
        .where(eq(groceryItem.id, row.id))
        .run();
      return announced(db, scope, row.id);
    },
    { behavior: 'immediate' },
  );
}

export function deleteItem(db: Db, scope: Scope, id: string): { id: string } {
  return db.transaction(
    () => {
      findItemRow(db, scope, id);
      db.delete(groceryItem).where(eq(groceryItem.id, id)).run();
      scope.changed('grocery', audienceOf(db, scope));
      return { id };
    },
    { behavior: 'immediate' },
  );
}

function isOwnRetry(scope: Scope, item: typeof groceryItem.$inferSelect): boolean {
  return item.userId === scope.userId && item.householdId === scope.household;
}

/** What the input asks for that is not so already. */
function changesTo(row: typeof groceryItem.$inferSelect, input: UpdateItem) {
  const { name, count, price, purchased } = input;
  const wanted = { name, count, purchased, priceCents: price === undefined ? undefined : centsOf(price) };
  const differing = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && value !== row[field as keyof typeof wanted],
  );
  return Object.fromEntries(differing);
}

function announced(db: Db, scope: Scope, id: string): GroceryItem {
  scope.changed('grocery', audienceOf(db, scope));
  return findItem(db, scope, id);
}

const itemInsert = prepared(db =>
  db.insert(groceryItem).values({
    id: sql.placeholder('id'),
    householdId: sql.placeholder('householdId'),
    userId: sql.placeholder('userId'),
    name: sql.placeholder('name'),
    count: sql.placeholder('count'),
    priceCents: sql.placeholder('priceCents'),
    purchased: sql.placeholder('purchased'),
    createdAt: sql.placeholder('now'),
    updatedAt: sql.placeholder('now'),
  }),
);
