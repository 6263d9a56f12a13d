import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { user } from './user.ts';

export const groceryItem = sqliteTable(
  'grocery_item',
  {
    id: text().primaryKey(),
    /** The head of the household the list belongs to (decision 3). */
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
