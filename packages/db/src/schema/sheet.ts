import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { user } from './user.ts';

/** Imports that are written to the last line: the same import again makes nothing. */
export const sheetImport = sqliteTable('sheet_import', {
  /** Made by the client. */
  id: text('id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .references(() => user.id),
});
