import type { ListDeleted, ListHistory } from '@onus/contract/limits/page';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { deletedItem, groceryItem } from '@onus/db/schema/grocery';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, desc, eq, getTableColumns, gte, type SQL, sql } from 'drizzle-orm';
import { DomainError, notFound } from '../core/errors.ts';
import { isoTime } from '../core/rows/iso-time.ts';
import { type Page, pageOf } from '../core/rows/page.ts';
import type { Scope } from '../core/scope.ts';
import { type Entry, listEntries } from '../edits/history.ts';
import { EDITS_KEPT_FOR, recordDeletions, recordEdits } from '../edits/record.ts';
import { audienceOf, demandRoom, findItem, seekItemRow } from './list.ts';
import { tellShoppers } from './shopping.ts';
import { type GroceryItem, viewOfItem } from './view.ts';

/** Rows per page. */
const PAGE = 50;

/** An item that was removed from the list of the caller's household. */
export interface DeletedItem
  extends Pick<GroceryItem, 'id' | 'name' | 'count' | 'price' | 'purchased' | 'section'> {
  deletedAt: string;
  deletedBy: { id: string; username: string };
  may: { restore: boolean };
}

export interface ItemHistory extends Page<Entry> {
  /** The fields that the caller may set, and so restore. */
  may: { restore: string[] };
}

/** Who changed what of an item in the last 30 days, newest first. */
export function listItemHistory(db: Db, scope: Scope, { id, cursor }: ListHistory): ItemHistory {
  const { name, count, price, purchased, section, createdAt, addedBy } = findItem(db, scope, id);
  const fields = { name, count, price, purchased, section };
  const at = Date.parse(createdAt);
  const object = { kind: 'item', objectId: id, fields, createdAt: at, createdBy: addedBy } as const;
  return { ...listEntries(db, scope, object, cursor), may: { restore: Object.keys(fields) } };
}

/** The items that were removed in the last 30 days, newest first. */
export function listDeletedItems(db: Db, scope: Scope, { cursor }: ListDeleted): Page<DeletedItem, string> {
  const [at = '', ...id] = cursor?.split(' ') ?? [];
  const place = { household: scope.household, since: scope.now - EDITS_KEPT_FOR, limit: PAGE + 1 };
  const from = cursor ? { at: Number(at), id: id.join(' ') } : { at: Number.MAX_SAFE_INTEGER, id: '' };
  const items = deletedItems(db)
    .all({ ...place, ...from })
    .map(({ priceCents, deletedAt, deletedBy, username, ...row }) => ({
      ...row,
      price: priceCents / 100,
      deletedAt: isoTime(deletedAt),
      deletedBy: { id: deletedBy, username },
      may: { restore: true },
    }));
  return pageOf(items, PAGE, one => `${Date.parse(one.deletedAt)} ${one.id}`, textsOf);
}

/**
 * Takes items off the list and keeps them for a while; for a transaction that is open.
 * @param which of them, besides being on the list of the caller's household.
 * @returns how many there were.
 */
export function takeOff(db: Db, scope: Scope, which: SQL | undefined): number {
  const where = and(eq(groceryItem.householdId, scope.household), which);
  const gone = {
    deletedAt: sql<number>`${scope.now}`.as('deleted_at'),
    deletedBy: sql<string>`${scope.userId}`.as('deleted_by'),
  };
  const rows = db
    .select({ ...getTableColumns(groceryItem), ...gone })
    .from(groceryItem)
    .where(where);
  const removed = db.insert(deletedItem).select(rows).returning({ id: deletedItem.id }).all();
  if (removed.length === 0) return 0;
  db.delete(groceryItem).where(where).run();
  recordDeletions(
    db,
    scope,
    'item',
    removed.map(({ id }) => id),
  );
  scope.changed('grocery', audienceOf(db, scope));
  tellShoppers(db, scope);
  return removed.length;
}

/**
 * Puts a removed item back on the list, as it was.
 * @throws DomainError NOT_FOUND for what was not removed in the last 30 days, or from the list of another household, and
 *   CONFLICT where the list is full.
 */
export function restoreItem(db: Db, scope: Scope, id: string): GroceryItem {
  return atomically(db, () => {
    const [kept] = db.delete(deletedItem).where(isOwn(scope, id)).returning().all();
    if (!kept) throw notFound('Item');
    demandRoom(db, scope);
    const { deletedAt: _at, deletedBy: _by, ...row } = kept;
    // Both tables have the same columns.
    db.insert(groceryItem)
      .values(row satisfies typeof groceryItem.$inferSelect)
      .run();
    recordEdits(db, scope, { kind: 'item', objectId: id }, { deleted: true });
    scope.changed('grocery', audienceOf(db, scope));
    tellShoppers(db, scope);
    return findItem(db, scope, id);
  });
}

/** To a removal, or a tick, of what is removed already. An item on another list is not: nothing was done to it. */
export function respondRemoved(db: Db, _scope: Scope, id: string): { id: string } | null {
  const there = db.select({ id: groceryItem.id }).from(groceryItem).where(eq(groceryItem.id, id)).get();
  return there ? null : { id };
}

/** To an undo of a removal that another person has undone already. */
export function respondBack(db: Db, scope: Scope, id: string): GroceryItem | null {
  const row = seekItemRow(db, scope, id);
  return row ? viewOfItem(row) : null;
}

/** @throws DomainError CONFLICT for the id of a removed item: a late repetition of its creation does not bring it back. */
export function demandNotRemoved(db: Db, scope: Scope, id: string): void {
  const kept = db.select().from(deletedItem).where(eq(deletedItem.id, id)).get();
  if (!kept) return;
  const isOfHousehold = kept.householdId === scope.household;
  throw new DomainError('CONFLICT', isOfHousehold ? 'This item was deleted' : 'Id is in use');
}

function isOwn(scope: Scope, id: string): SQL | undefined {
  return and(
    eq(deletedItem.id, id),
    eq(deletedItem.householdId, scope.household),
    gte(deletedItem.deletedAt, scope.now - EDITS_KEPT_FOR),
  );
}

function textsOf({ name, section, deletedBy }: DeletedItem): string[] {
  return [name, section ?? '', deletedBy.username];
}

const { placeholder } = sql;
const { id, name, count, priceCents, purchased, section, deletedAt, deletedBy } = deletedItem;
const DELETED = {
  id,
  name,
  count,
  priceCents,
  purchased,
  section,
  deletedAt,
  deletedBy,
  username: user.username,
};

/** A cross join keeps SQLite from starting at the users: the index of the items gives the order. */
const deletedItems = prepared(DELETED, (db, columns) =>
  db
    .select(columns)
    .from(deletedItem)
    .crossJoin(user)
    .where(
      and(
        eq(user.id, deletedBy),
        eq(deletedItem.householdId, placeholder('household')),
        gte(deletedAt, placeholder('since')),
        sql`(${deletedAt}, ${id}) < (${placeholder('at')}, ${placeholder('id')})`,
      ),
    )
    .orderBy(desc(deletedAt), desc(id))
    .limit(placeholder('limit')),
);
