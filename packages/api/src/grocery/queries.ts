import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { groceryItem } from '@onus/db/schema/grocery';
import { user } from '@onus/db/schema/user';
import { and, asc, eq, or, sql } from 'drizzle-orm';
import { notFound } from '../errors.ts';
import { isoTime } from '../iso-time.ts';
import { householdOf, type Scope } from '../scope.ts';

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
export function listItems(db: Db, scope: Scope): GroceryItem[] {
  return itemsOfHousehold(db).all({ household: scope.household }).map(viewOf);
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
  return peopleNear(db)
    .all({ household: scope.household })
    .filter(person => householdOf(person) === scope.household)
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

const household = sql.placeholder('household');

const itemsOfHousehold = prepared(db =>
  items(db)
    .where(and(eq(user.id, groceryItem.userId), eq(groceryItem.householdId, household)))
    .orderBy(asc(groceryItem.purchased), asc(groceryItem.createdAt), asc(groceryItem.id)),
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
