import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { user } from './user.ts';

export const groceryItem = sqliteTable(
  'grocery_item',
  {
    id: text().primaryKey(),
    /** The head of the household the list belongs to (rule 3). */
    householdId: text('household_id')
      .notNull()
      .references(() => user.id),
    /** Who added it. */
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    name: text().notNull(),
    count: integer().notNull().default(1),
    priceCents: integer('price_cents').notNull().default(0),
    purchased: integer({ mode: 'boolean' }).notNull().default(false),
    /** The aisle in the shop; null for none. */
    section: text(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  table => [
    index('grocery_item_household').on(table.householdId, table.purchased, table.createdAt, table.id),
    check('grocery_item_count', sql`count >= 1`),
    check('grocery_item_price', sql`price_cents >= 0`),
    check('grocery_item_purchased', sql`purchased in (0, 1)`),
  ],
);

/** An item that was removed from a list, as it was, for 30 days. */
export const deletedItem = sqliteTable(
  'deleted_item',
  {
    id: text().primaryKey(),
    householdId: text('household_id')
      .notNull()
      .references(() => user.id),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    name: text().notNull(),
    count: integer().notNull(),
    priceCents: integer('price_cents').notNull(),
    purchased: integer({ mode: 'boolean' }).notNull(),
    section: text(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at').notNull(),
    deletedBy: text('deleted_by')
      .notNull()
      .references(() => user.id),
  },
  table => [
    index('deleted_item_household').on(table.householdId, table.deletedAt, table.id),
    index('deleted_item_age').on(table.deletedAt),
  ],
);

/**
 * What a household has had on its list, one row for each name: the line above the list suggests it. It stays when
 * items are removed.
 */
export const groceryMemory = sqliteTable(
  'grocery_memory',
  {
    householdId: text('household_id')
      .notNull()
      .references(() => user.id),
    /** The name without case, accents and needless white space. */
    key: text().notNull(),
    name: text().notNull(),
    count: integer().notNull(),
    priceCents: integer('price_cents').notNull(),
    section: text(),
    /** How often it was added. */
    times: integer().notNull(),
    /** When it was last added or changed, in epoch milliseconds. */
    usedAt: integer('used_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.householdId, table.key] }),
    index('grocery_memory_used').on(table.householdId, table.usedAt),
  ],
);
