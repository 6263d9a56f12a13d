import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { user } from './user.ts';

/** The people of the demo household, until the first of them signs in: then its tasks are written for that day. */
export const demoPerson = sqliteTable('demo_person', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id),
  /** Their part in the household. */
  name: text().notNull(),
});
