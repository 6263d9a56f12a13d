import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { user } from './user.ts';

/**
 * What follows from a change of who manages, and is still to be done. It can concern every task and every member
 * of a large team, so it is done in slices (pending-changes.ts). A row is deleted when its work is complete: what
 * a crash leaves here is done at the next start. Normally this table is empty.
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
    /** They are done in this order. */
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: ['leader', 'member', 'created', 'managed', 'members', 'items'] }).notNull(),
    personId: text('person_id')
      .notNull()
      .references(() => user.id),
    fromId: text('from_id').references(() => user.id),
    toId: text('to_id').references(() => user.id),
    /** When the change was made that this follows from. */
    at: integer().notNull().default(0),
  },
  () => [
    check('pending_change_kind', sql`kind in ('leader', 'member', 'created', 'managed', 'members', 'items')`),
  ],
);
