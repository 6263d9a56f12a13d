import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The ledger: every operation that the server has a verdict on (rule 7.3). It is written in the transaction of the
 * operation's own writes. The table is made WITHOUT ROWID. Ids of browsers begin with the time, so new ones go to its end.
 */
export const appliedOp = sqliteTable(
  'applied_op',
  {
    op: text().notNull(),
    userId: text('user_id').notNull(),
    /** Of a REST key: what it was used for. Null for an operation of a tRPC call. */
    seal: text(),
    /** Of a tRPC call: what it asked for, in 48 bits. Null for a key of REST, and for a row of an older version. */
    request: integer(),
    /** The refusal, and its message; null when the operation was applied. */
    code: text(),
    message: text(),
    /** What was answered, as JSON: for a day, and where it is short. With a refusal, the newest row. */
    answer: text(),
    /** Epoch milliseconds. */
    at: integer().notNull(),
  },
  table => [
    primaryKey({ columns: [table.op, table.userId] }),
    index('applied_op_at').on(table.at),
    index('applied_op_answered').on(table.at).where(sql`answer is not null`),
  ],
);

/**
 * One row with a random id: which copy of the data this is. `onus restore` makes a new one, by which browsers know
 * that the server may have lost what they hold (rule 7.5).
 */
export const epoch = sqliteTable('epoch', { id: text().primaryKey() });

/**
 * The history of an object: what an edit of one field replaced, for 30 days, whose value it was, and whether that person
 * and the editor did not know of each other's change (rule 7.4).
 */
export const fieldEdit = sqliteTable(
  'field_edit',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: ['task', 'item', 'message'] }).notNull(),
    objectId: text('object_id').notNull(),
    field: text().notNull(),
    /** The value that was replaced. */
    value: text({ mode: 'json' }).$type<unknown>(),
    /** Who had set it; null where that is not known any more. */
    setBy: text('set_by'),
    /** Who replaced it. */
    userId: text('user_id').notNull(),
    at: integer().notNull(),
    overwrote: integer({ mode: 'boolean' }).notNull(),
  },
  table => [
    index('field_edit_object').on(table.kind, table.objectId, table.field, table.id),
    // The history of an object, newest first.
    index('field_edit_history').on(table.kind, table.objectId, table.id),
    index('field_edit_overwrote').on(table.userId, table.id).where(sql`overwrote = 1`),
  ],
);
