import { desc, sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { user } from './user.ts';

/** A thread between two people. The pair is stored in id order, so that it exists only once. */
export const conversation = sqliteTable(
  'conversation',
  {
    id: text().primaryKey(),
    lowUserId: text('low_user_id')
      .notNull()
      .references(() => user.id),
    highUserId: text('high_user_id')
      .notNull()
      .references(() => user.id),
    /** The last message as the thread list shows it. */
    lastMessage: text('last_message').notNull(),
    lastTimestamp: integer('last_timestamp').notNull(),
    /** Sequence of the last message: the order of the thread list. */
    lastSequence: integer('last_sequence').notNull(),
    /** Deleted ones count too, because their stubs stay. Kept by a trigger (drizzle/0029_message_count.sql). */
    messageCount: integer('message_count').notNull().default(0),
    /** The last sequence each of the two has read. */
    lowReadSequence: integer('low_read_sequence').notNull().default(0),
    highReadSequence: integer('high_read_sequence').notNull().default(0),
    createdAt: integer('created_at').notNull(),
  },
  table => [
    uniqueIndex('conversation_pair').on(table.lowUserId, table.highUserId),
    index('conversation_low').on(table.lowUserId, table.lastSequence),
    index('conversation_high').on(table.highUserId, table.lastSequence),
    check('conversation_order', sql`low_user_id < high_user_id`),
  ],
);

export const message = sqliteTable(
  'message',
  {
    /** The server's own order of all messages; never reused. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversation.id, { onDelete: 'cascade' }),
    senderId: text('sender_id')
      .notNull()
      .references(() => user.id),
    /** Empty once deleted: the stub stays (rule 3). */
    text: text().notNull(),
    /** Epoch milliseconds as the sender gave them. */
    timestamp: integer().notNull(),
    editedAt: integer('edited_at'),
    deletedAt: integer('deleted_at'),
  },
  table => [
    uniqueIndex('message_id').on(table.id),
    // With all columns that decide whether a message is unread, so that counting reads only the index.
    index('message_conversation').on(table.conversationId, table.sequence, table.senderId, table.deletedAt),
    // The orders of json-server's `_sort`. Ties of `_order=desc` keep the order of the sequence.
    index('message_timestamp').on(table.conversationId, desc(table.timestamp)),
    index('message_conversation_id').on(table.conversationId, table.id),
    check('message_deleted', sql`deleted_at is null or text = ''`),
  ],
);
