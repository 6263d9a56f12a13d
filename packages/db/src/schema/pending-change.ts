import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { user } from './user.ts';

/**
 * Pending consequences of a change of managers. They can concern every task and member of a large team, so the server
 * applies them in slices (pending-changes.ts). A completed row is deleted, and the next start completes rows left by a
 * crash. Normally this table is empty.
 *
 * - `leader`: the person gained or lost the right to manage.
 * - `member`: the person got another manager, or none.
 * - `created`: open tasks that the person created pass from manager `fromId` to `toId`.
 * - `managed`: open tasks that the person manages pass to `toId`.
 * - `members`: the members of the person pass to `toId`.
 * - `items`: the grocery list of the person's household passes to `toId`; with none, to the members it is from.
 */
export const pendingChange = sqliteTable(
  'pending_change',
  {
    /** Processed in this order. */
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: ['leader', 'member', 'created', 'managed', 'members', 'items'] }).notNull(),
    personId: text('person_id')
      .notNull()
      .references(() => user.id),
    fromId: text('from_id').references(() => user.id),
    toId: text('to_id').references(() => user.id),
    /** The time of the original change. */
    at: integer().notNull().default(0),
  },
  () => [
    check('pending_change_kind', sql`kind in ('leader', 'member', 'created', 'managed', 'members', 'items')`),
  ],
);
