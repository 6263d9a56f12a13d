import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What can be searched. Each kind has an index of its words: task_words, item_words, message_words. */
export type SearchKind = 'task' | 'item' | 'message';

/**
 * Rows whose words the index does not have yet. Triggers add them (drizzle/0018_search.sql), search-index.ts works them
 * off: a write to the index at once would cost more than the write itself. The table is made WITHOUT ROWID.
 */
export const searchQueue = sqliteTable(
  'search_queue',
  {
    kind: text().$type<SearchKind>().notNull(),
    /** The rowid of the task or item; the sequence of the message. */
    row: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.kind, table.row] })],
);
