import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { user } from './user.ts';

/** Imports that are written to the last line: the same import again makes nothing. */
export const sheetImport = sqliteTable('sheet_import', {
  /** Made by the client. */
  id: text('id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .references(() => user.id),
});

/**
 * Rows of imports that are not written to the last line yet: what a crash leaves of them is removed at the next
 * start.
 */
export const sheetPart = sqliteTable(
  'sheet_part',
  {
    /** A task or an item. */
    rowId: text('row_id').primaryKey(),
    importId: text('import_id').notNull(),
  },
  table => [index('sheet_part_import').on(table.importId)],
);
