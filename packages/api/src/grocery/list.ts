import type { FindItems, ListItems } from '@onus/contract/grocery';
import { MOST_ITEMS } from '@onus/contract/limits/lengths';
import type { Db } from '@onus/db/open';
import { groceryItem } from '@onus/db/schema/grocery';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { and, asc, count, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import { DomainError, notFound } from '../core/errors.ts';
import { type Found, type Page, pageOf } from '../core/rows/page.ts';
import { householdOf, type Scope, type SystemScope } from '../core/scope.ts';
import { type GroceryItem, type ItemRow, textsOfItem, viewOfItem } from './view.ts';

/** The whole list of the caller's household: what is still to buy, then what was bought (rule 5.5). */
export function allItems(db: Db, scope: Scope): GroceryItem[] {
  const from = { purchased: -1, createdAt: 0, id: '' };
  return pageOfItems(db)
    .all({ household: scope.household, ...from, limit: -1 })
    .map(viewOfItem);
}

/** One page of the list of the caller's household: what is still to buy, then what was bought. */
export function listItems(db: Db, scope: Scope, { limit, cursor }: ListItems): Page<GroceryItem, string> {
  const [purchased = '-1', createdAt = '', ...id] = cursor?.split(' ') ?? [];
  const after = { purchased: Number(purchased), createdAt: Number(createdAt), id: id.join(' ') };
  const rows = pageOfItems(db).all({ household: scope.household, ...after, limit: limit + 1 });
  return pageOf(rows.map(viewOfItem), limit, cursorAfter, textsOfItem);
}

/**
 * The same by the number of a page, with how many items there are. What does not fit in one response is on the
 * page of `listItems` that begins at the cursor.
 */
export function findItems(db: Db, scope: Scope, { page, limit }: FindItems): Found<GroceryItem> {
  const { household } = scope;
  const read = numberedPage(db).all({ household, limit, offset: (page - 1) * limit });
  const total = countOfItems(db).get({ household })?.total ?? 0;
  const { items, nextCursor } = pageOf(read.map(viewOfItem), limit, cursorAfter, textsOfItem);
  return { rows: items, total, nextCursor };
}

/** @throws DomainError NOT_FOUND for an item that does not exist or is another household's. */
export function findItem(db: Db, scope: Scope, id: string): GroceryItem {
  return viewOfItem(findItemRow(db, scope, id));
}

/** The same as the database holds it, for commands. */
export function findItemRow(db: Db, scope: Scope, id: string): ItemRow {
  const row = seekItemRow(db, scope, id);
  if (!row) throw notFound('Item');
  return row;
}

/** The same, where there may be none. */
export function seekItemRow(db: Db, scope: Scope, id: string): ItemRow | undefined {
  return itemOfHousehold(db).get({ id, household: scope.household });
}

/** @throws DomainError CONFLICT where the list of the caller's household has as many items as it can have. */
export function demandRoom(db: Db, scope: Scope): void {
  const isFull = lastPossible(db).get({ household: scope.household }) !== undefined;
  if (isFull) throw new DomainError('CONFLICT', FULL);
}

/** Everyone whose household the list is: its head and those who have no household of their own. */
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

const FULL = `Your list has ${MOST_ITEMS} items, the most it can have. Remove some first.`;

function cursorAfter({ purchased, createdAt, id }: GroceryItem): string {
  return `${Number(purchased)} ${Date.parse(createdAt)} ${id}`;
}

export const ITEM_ROW = { ...getTableColumns(groceryItem), username: user.username };
const household = sql.placeholder('household');
const limit = sql.placeholder('limit');
const inOrder = [asc(groceryItem.purchased), asc(groceryItem.createdAt), asc(groceryItem.id)];

const pageOfItems = prepared(ITEM_ROW, (db, columns) =>
  items(db, columns)
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
const numberedPage = prepared(ITEM_ROW, (db, columns) => {
  const near = db
    .select({ id: groceryItem.id })
    .from(groceryItem)
    .where(eq(groceryItem.householdId, household))
    .orderBy(...inOrder)
    .limit(limit)
    .offset(sql.placeholder('offset'));
  return items(db, columns)
    .where(and(inArray(groceryItem.id, near), eq(user.id, groceryItem.userId)))
    .orderBy(...inOrder);
});

const countOfItems = prepared({ total: count() }, (db, columns) =>
  db.select(columns).from(groceryItem).where(eq(groceryItem.householdId, household)),
);

const lastPossible = prepared({ id: groceryItem.id }, (db, columns) =>
  db
    .select(columns)
    .from(groceryItem)
    .where(eq(groceryItem.householdId, household))
    .limit(1)
    .offset(MOST_ITEMS - 1),
);

const itemOfHousehold = prepared(ITEM_ROW, (db, columns) =>
  items(db, columns).where(
    and(
      eq(groceryItem.id, sql.placeholder('id')),
      eq(user.id, groceryItem.userId),
      eq(groceryItem.householdId, household),
    ),
  ),
);

const peopleNear = prepared({ id: user.id, roles: user.roles, managerId: user.managerId }, (db, columns) =>
  db
    .select(columns)
    .from(user)
    .where(or(eq(user.id, household), eq(user.managerId, household))),
);

/** A cross join keeps SQLite from starting at the users: the index of the items gives the order. */
function items(db: Db, columns: typeof ITEM_ROW) {
  return db.select(columns).from(groceryItem).crossJoin(user);
}
