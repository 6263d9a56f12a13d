import type { FindItems, ListItems } from '@onus/contract/grocery';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { groceryItem } from '@onus/db/schema/grocery';
import { user } from '@onus/db/schema/user';
import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm';
import { type Found, type Page, pageOf } from '../chat-view.ts';
import { notFound } from '../errors.ts';
import { isoTime } from '../iso-time.ts';
import { householdOf, type Scope, type SystemScope } from '../scope.ts';

export interface GroceryItem {
  id: string;
  /** Who added it, also by name. */
  userId: string;
  addedBy: { id: string; username: string };
  name: string;
  count: number;
  /** Dollars, exact to the cent. */
  price: number;
  purchased: boolean;
  createdAt: string;
}

type ItemRow = typeof groceryItem.$inferSelect & { username: string };

/** The whole list of the caller's household: what is still to buy, then what was bought (decision 5.5). */
export function allItems(db: Db, scope: Scope): GroceryItem[] {
  const from = { purchased: -1, createdAt: 0, id: '' };
  return pageOfItems(db)
    .all({ household: scope.household, ...from, limit: -1 })
    .map(viewOf);
}

/** One page of the list of the caller's household: what is still to buy, then what was bought. */
export function listItems(db: Db, scope: Scope, { limit, cursor }: ListItems): Page<GroceryItem, string> {
  const [purchased = '-1', createdAt = '', ...id] = cursor?.split(' ') ?? [];
  const after = { purchased: Number(purchased), createdAt: Number(createdAt), id: id.join(' ') };
  const rows = pageOfItems(db).all({ household: scope.household, ...after, limit: limit + 1 });
  return pageOf(rows.map(viewOf), limit, cursorAfter, textsOf);
}

/**
 * The same by the number of a page, with how many items there are. What does not fit in one response is on the
 * page of `listItems` that begins at the cursor.
 */
export function findItems(db: Db, scope: Scope, { page, limit }: FindItems): Found<GroceryItem> {
  const { household } = scope;
  const read = numberedPage(db).all({ household, limit, offset: (page - 1) * limit });
  const total = countOfItems(db).get({ household })?.total ?? 0;
  const { items, nextCursor } = pageOf(read.map(viewOf), limit, cursorAfter, textsOf);
  return { rows: items, total, nextCursor };
}

/** @throws DomainError NOT_FOUND for an item that does not exist or is another household's. */
export function findItem(db: Db, scope: Scope, id: string): GroceryItem {
  return viewOf(findItemRow(db, scope, id));
}

/** The same as the database holds it, for commands. */
export function findItemRow(db: Db, scope: Scope, id: string): ItemRow {
  const row = itemOfHousehold(db).get({ id, household: scope.household });
  if (!row) throw notFound('Item');
  return row;
}

/** Everybody whose household the list is: its head and those who have no household of their own. */
export function audienceOf(db: Db, scope: Scope): string[] {
  return audienceOfList(db, scope, scope.household);
}

/** The same of any household. */
export function audienceOfList(db: Db, _scope: Scope | SystemScope, household: string): string[] {
  return peopleNear(db)
    .all({ household })
    .filter(person => householdOf(person) === household)
    .map(person => person.id);
}

function viewOf(row: ItemRow): GroceryItem {
  const { id, userId, username, name, count, priceCents, purchased, createdAt } = row;
  return {
    id,
    userId,
    addedBy: { id: userId, username },
    name,
    count,
    price: priceCents / 100,
    purchased,
    createdAt: isoTime(createdAt),
  };
}

function cursorAfter({ purchased, createdAt, id }: GroceryItem): string {
  return `${Number(purchased)} ${Date.parse(createdAt)} ${id}`;
}

function textsOf({ name, addedBy }: GroceryItem): string[] {
  return [name, addedBy.username];
}

const household = sql.placeholder('household');
const limit = sql.placeholder('limit');
const inOrder = [asc(groceryItem.purchased), asc(groceryItem.createdAt), asc(groceryItem.id)];

const pageOfItems = prepared(db =>
  items(db)
    .where(
      and(
        eq(user.id, groceryItem.userId),
        eq(groceryItem.householdId, household),
        sql`(${groceryItem.purchased}, ${groceryItem.createdAt}, ${groceryItem.id}) >
          (${sql.placeholder('purchased')}, ${sql.placeholder('createdAt')}, ${sql.placeholder('id')})`,
      ),
    )
    .orderBy(...inOrder)
    .limit(limit),
);

/** A far page passes over what comes before it in the index alone; only its own rows are read. */
const numberedPage = prepared(db => {
  const near = db
    .select({ id: groceryItem.id })
    .from(groceryItem)
    .where(eq(groceryItem.householdId, household))
    .orderBy(...inOrder)
    .limit(limit)
    .offset(sql.placeholder('offset'));
  return items(db)
    .where(and(inArray(groceryItem.id, near), eq(user.id, groceryItem.userId)))
    .orderBy(...inOrder);
});

const countOfItems = prepared(db =>
  db.select({ total: count() }).from(groceryItem).where(eq(groceryItem.householdId, household)),
);

const itemOfHousehold = prepared(db =>
  items(db).where(
    and(
      eq(groceryItem.id, sql.placeholder('id')),
      eq(user.id, groceryItem.userId),
      eq(groceryItem.householdId, household),
    ),
  ),
);

const peopleNear = prepared(db =>
  db
    .select({ id: user.id, roles: user.roles, managerId: user.managerId })
    .from(user)
    .where(or(eq(user.id, household), eq(user.managerId, household))),
);

/** A cross join keeps SQLite from starting at the users: the index of the items gives the order. */
function items(db: Db) {
  const { id, householdId, userId, name, count, priceCents, purchased, createdAt, updatedAt } = groceryItem;
  const columns = { id, householdId, userId, name, count, priceCents, purchased, createdAt, updatedAt };
  return db
    .select({ ...columns, username: user.username })
    .from(groceryItem)
    .crossJoin(user);
}
