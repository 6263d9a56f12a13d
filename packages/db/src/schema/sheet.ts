import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { user } from './user.ts';

/** What a row of a table became. */
export interface SheetRow {
  /** `known` is an item that is suggested and on no list. */
  kind: 'task' | 'item' | 'known';
  /** Of the row; of a known item its key. */
  id: string;
  /** Of a known item: the household that knows it. Rows of an older version do not name it. */
  household?: string;
}

/** Completed imports. Repeating one imports nothing. A sweep removes old rows. */
export const sheetImport = sqliteTable('sheet_import', {
  /** Made by the client. */
  id: text('id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .references(() => user.id),
  /** Epoch milliseconds. */
  finishedAt: integer('finished_at').notNull().default(0),
  /** The ids of its tasks and items, as JSON; null for one from before they were kept. */
  rows: text({ mode: 'json' }).$type<SheetRow[]>(),
  /** When it was undone; null if it was not. */
  undoneAt: integer('undone_at'),
});

/**
 * Rows of unfinished imports. After a crash the next start removes them.
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
