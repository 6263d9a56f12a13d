import { centsOf } from '@onus/contract/amount';
import {
  type AdjustItem,
  type ClearCart,
  COUNT_TOO_HIGH,
  type CreateItem,
  isCount,
  type UpdateItem,
} from '@onus/contract/grocery';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { groceryItem } from '@onus/db/schema/grocery';
import { preparedWrite } from '@onus/db/statements/prepared';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { DomainError } from '../core/errors.ts';
import type { Scope } from '../core/scope.ts';
import { type Overwriting, type Overwritten, recordEdits } from '../edits/record.ts';
import { audienceOf, demandRoom, findItem, findItemRow } from './list.ts';
import { demandNotRemoved, takeOff } from './removal.ts';
import { tellShoppers } from './shopping.ts';
import { remember } from './suggest.ts';
import type { GroceryItem } from './view.ts';

/** Adds to the household's list; the same client-made id again answers the item that exists (rule 4.10). */
export function createItem(db: Db, scope: Scope, input: CreateItem): GroceryItem {
  return atomically(db, () => {
    const { id = uuid() } = input;
    const existing = db.select().from(groceryItem).where(eq(groceryItem.id, id)).get();
    if (existing && !isOwnRetry(scope, existing)) throw new DomainError('CONFLICT', 'Id is in use');
    if (existing) return findItem(db, scope, id);
    demandNotRemoved(db, scope, id);
    insertItem(db, scope, { ...input, id }, false);
    return announced(db, scope, id);
  });
}

/** An item under an id that is free; for a transaction that is open, and tells the household what it did. */
export function insertItem(
  db: Db,
  scope: Scope,
  input: CreateItem & { id: string },
  purchased: boolean,
): void {
  demandRoom(db, scope);
  const { price, ...fields } = input;
  itemInsert(db).run({
    ...fields,
    purchased,
    householdId: scope.household,
    userId: scope.userId,
    priceCents: centsOf(price),
    now: scope.now,
  });
  remember(db, scope, { ...fields, priceCents: centsOf(price) }, 1);
}

/** Applies what differs from the item as it is; a save that changes nothing sends no change event. */
export function updateItem(db: Db, scope: Scope, input: UpdateItem): GroceryItem & Overwriting {
  return atomically(db, () => {
    const row = findItemRow(db, scope, input.id);
    const changed = changedFields(row, input);
    if (changed.length === 0) return findItem(db, scope, row.id);
    const overwrote = change(db, scope, row, changed, input);
    return { ...announced(db, scope, row.id), ...(overwrote.length > 0 ? { overwrote } : {}) };
  });
}

/** Adds to the count of an item. At least one is left. */
export function adjustItem(db: Db, scope: Scope, { id, by }: AdjustItem): GroceryItem {
  return atomically(db, () => {
    const row = findItemRow(db, scope, id);
    const count = Math.max(1, row.count + by);
    if (!isCount(count)) throw new DomainError('BAD_REQUEST', COUNT_TOO_HIGH);
    if (count === row.count) return findItem(db, scope, id);
    change(db, scope, row, ['count'], { count });
    return announced(db, scope, id);
  });
}

/** Takes an item off the list. It can be restored for 30 days. */
export function deleteItem(db: Db, scope: Scope, id: string): { id: string } {
  return atomically(db, () => {
    findItemRow(db, scope, id);
    takeOff(db, scope, eq(groceryItem.id, id));
    return { id };
  });
}

/** Removes what is in the cart. An item that is not there any more is passed over, so that a repeat changes nothing. */
export function clearCart(db: Db, scope: Scope, { ids }: ClearCart): { cleared: number } {
  return atomically(db, () => {
    const named = ids && inArray(groceryItem.id, sql`(select value from json_each(${JSON.stringify(ids)}))`);
    return { cleared: takeOff(db, scope, and(eq(groceryItem.purchased, true), named)) };
  });
}

function isOwnRetry(scope: Scope, item: typeof groceryItem.$inferSelect): boolean {
  return item.userId === scope.userId && item.householdId === scope.household;
}

type Row = typeof groceryItem.$inferSelect;
type Fields = Pick<GroceryItem, Exclude<keyof UpdateItem, 'id' | 'was'>>;
type Wanted = { [Name in keyof Fields]?: Fields[Name] | undefined };

function fieldsOf({ name, count, priceCents, purchased, section }: Row): Fields {
  return { name, count, price: priceCents / 100, purchased, section };
}

/** The fields of which the input asks for something that is not so already, nor was when it was written. */
function changedFields(row: Row, { was = {}, ...input }: UpdateItem): (keyof Fields)[] {
  const current = fieldsOf(row);
  const former: Wanted = was;
  return (Object.keys(current) as (keyof Fields)[]).filter(
    field => input[field] !== undefined && input[field] !== current[field] && input[field] !== former[field],
  );
}

/** Writes the fields, and keeps what they replace. Whether it is bought is set and never merged. */
function change(
  db: Db,
  scope: Scope,
  row: Row,
  changed: readonly (keyof Fields)[],
  { was = {}, ...wanted }: Wanted & Pick<UpdateItem, 'was'>,
): Overwritten[] {
  const current = fieldsOf(row);
  const former: Wanted = was;
  const { price, ...set } = Object.fromEntries(changed.map(field => [field, wanted[field]]));
  const cents = price === undefined ? {} : { priceCents: centsOf(Number(price)) };
  db.update(groceryItem)
    .set({ ...set, ...cents, updatedAt: scope.now })
    .where(eq(groceryItem.id, row.id))
    .run();
  remember(db, scope, { ...row, ...set, ...cents }, 0);
  const merged = changed.filter(field => field !== 'purchased');
  const unseen = merged.filter(field => former[field] !== undefined && former[field] !== current[field]);
  const before = Object.fromEntries(changed.map(field => [field, current[field]]));
  return recordEdits(db, scope, { kind: 'item', objectId: row.id }, before, unseen);
}

function announced(db: Db, scope: Scope, id: string): GroceryItem {
  tellShoppers(db, scope);
  scope.changed('grocery', audienceOf(db, scope));
  return findItem(db, scope, id);
}

const itemInsert = preparedWrite(db =>
  db.insert(groceryItem).values({
    id: sql.placeholder('id'),
    householdId: sql.placeholder('householdId'),
    userId: sql.placeholder('userId'),
    name: sql.placeholder('name'),
    count: sql.placeholder('count'),
    priceCents: sql.placeholder('priceCents'),
    purchased: sql.placeholder('purchased'),
    section: sql.placeholder('section'),
    createdAt: sql.placeholder('now'),
    updatedAt: sql.placeholder('now'),
    // No column is forgotten.
  } satisfies Record<keyof Row, unknown>),
);
