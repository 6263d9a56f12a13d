import type { RecurrenceType } from '@onus/contract/recurrence';
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { user } from './user.ts';

/**
 * How a task repeats. A change of the rule makes a new row: what was done before keeps the rule it was done by.
 * Occurrences refer to it; it has no list of its own and is deleted with the last of them.
 */
export const series = sqliteTable(
  'series',
  {
    id: text().primaryKey(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => user.id),
    /** Which types there are the contract says: a list here would make each new type rebuild the table. */
    type: text().$type<Exclude<RecurrenceType, 'none'>>().notNull(),
    /** Days between two dates of type `interval`. */
    interval: integer().notNull().default(1),
    /** The first date of the schedule: every later one is counted from it, whatever was moved. */
    firstDay: text('first_day').notNull(),
    /** Day of the month a monthly series returns to after a shorter month. */
    anchorDay: integer('anchor_day').notNull(),
    endDate: text('end_date'),
    /** Its open occurrence was deleted, or went on by another rule: nothing follows any more. */
    ended: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
    /** Grows with every change of this row, which is a change of all its tasks. */
    updatedAt: integer('updated_at').notNull(),
  },
  () => [
    check('series_type', sql`type <> '' and type <> 'none'`),
    check('series_interval', sql`interval >= 1`),
    check('series_first_day', sql`first_day glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`),
    check('series_anchor_day', sql`anchor_day between 1 and 31`),
    check('series_ended', sql`ended in (0, 1)`),
  ],
);

export const task = sqliteTable(
  'task',
  {
    id: text().primaryKey(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => user.id),
    /** The manager whose area the task is in; set by the server (decision 3). */
    managerId: text('manager_id').references(() => user.id),
    title: text().notNull(),
    text: text().notNull().default(''),
    /** Canonical `toISOString()` text: compared as text by the chart (spec 9). */
    dueDate: text('due_date').notNull(),
    dueDay: text('due_day').generatedAlwaysAs(sql`substr(due_date, 1, 10)`, { mode: 'stored' }).notNull(),
    completed: integer({ mode: 'boolean' }).notNull().default(false),
    /** Null for a task that does not repeat. */
    seriesId: text('series_id').references(() => series.id),
    /**
     * The date of the schedule this occurrence stands for; moving it to another due date does not change that.
     * Null for one that was opened again after its series went on: it repeats no more.
     */
    scheduledDay: text('scheduled_day'),
    /** The occurrence whose completion made this one. */
    followsId: text('follows_id'),
    /** Everyone it was for is gone: it is on the list of its manager, not on its creator's own. */
    unclaimed: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
    /** Grows with every change of this row: what an editor's copy is compared with (decision 4.8). */
    updatedAt: integer('updated_at').notNull(),
    /** A deleted task stays for a while as it was, so that it can be restored. It is on no list. */
    deletedAt: integer('deleted_at'),
    deletedBy: text('deleted_by').references(() => user.id),
  },
  table => [
    // Two devices that complete an occurrence at once make one follow-up.
    uniqueIndex('task_series_day').on(table.seriesId, table.scheduledDay),
    uniqueIndex('task_series_open')
      .on(table.seriesId)
      .where(sql`completed = 0 and scheduled_day is not null and deleted_at is null`),
    index('task_due').on(table.completed, table.dueDate, table.id).where(sql`deleted_at is null`),
    index('task_due_any').on(table.dueDate, table.id).where(sql`deleted_at is null`),
    // For the tasks that change readers with the manager of their creator, or with the role of their own.
    index('task_created_by').on(table.creatorId),
    index('task_managed_by').on(table.managerId).where(sql`manager_id is not null`),
    index('task_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    check('task_completed', sql`completed in (0, 1)`),
    check('task_unclaimed', sql`unclaimed in (0, 1)`),
    check('task_due_date', sql`due_date glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'`),
    check('task_scheduled_day', sql`scheduled_day is null or series_id is not null`),
    check('task_deleted_by', sql`(deleted_at is null) = (deleted_by is null)`),
  ],
);

export const taskAssignee = sqliteTable(
  'task_assignee',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
  },
  table => [
    primaryKey({ columns: [table.taskId, table.userId] }),
    index('task_assignee_user').on(table.userId, table.taskId),
  ],
);

/**
 * What an edit replaced: with these the row can be told as it was when a client took its copy, and
 * only what they changed is applied.
 */
export const taskEdit = sqliteTable(
  'task_edit',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    /** `updatedAt` of the task before the edit. */
    version: integer().notNull(),
    /** When the edit was made: by that it is forgotten. */
    replacedAt: integer('replaced_at').notNull(),
    /** The fields that the edit changed, as they were. */
    before: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  },
  table => [primaryKey({ columns: [table.taskId, table.version] })],
);

/**
 * Everybody who may see a task, and on which of their lists it stands (decisions 3 and 4.4), beside what the
 * lists are sorted and divided by: a page, a count or a month of the chart is one stretch of one index,
 * however many tasks there are, whether it holds what is done, what is not, or any. A deleted task has none.
 * Derived and never written to: the view `task_reader_rule` is the rule (drizzle/0008_readers_by_role.sql),
 * triggers apply it to a task that changes, and pending-changes.ts to the tasks of people whose manager or role
 * changes. A migration that rebuilds `task`, `task_assignee` or `user` must create the view and triggers again.
 */
export const taskReader = sqliteTable(
  'task_reader',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    /** Assigned to them, or made by them without an assignee. */
    own: integer({ mode: 'boolean' }).notNull(),
    /** In the area they manage: made or managed by them, or assigned to one of their members. */
    managed: integer({ mode: 'boolean' }).notNull(),
    completed: integer({ mode: 'boolean' }).notNull(),
    dueDate: text('due_date').notNull(),
  },
  table => [
    primaryKey({ columns: [table.taskId, table.userId] }),
    index('task_reader_own')
      .on(table.userId, table.completed, table.dueDate, table.taskId)
      .where(sql`own = 1`),
    index('task_reader_own_any').on(table.userId, table.dueDate, table.taskId).where(sql`own = 1`),
    index('task_reader_managed')
      .on(table.userId, table.completed, table.dueDate, table.taskId)
      .where(sql`managed = 1`),
    index('task_reader_managed_any').on(table.userId, table.dueDate, table.taskId).where(sql`managed = 1`),
  ],
);
