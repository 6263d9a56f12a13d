import type { RecurrenceFrom, RecurrenceType } from '@onus/contract/dates/recurrence';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  sqliteView,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { user } from './user.ts';

/**
 * How a task repeats. A changed rule creates a new row, so that completed occurrences keep their rule. The row is deleted
 * with its last occurrence.
 */
export const series = sqliteTable(
  'series',
  {
    id: text().primaryKey(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => user.id),
    /** The contract has the list of types. A list here would require rebuilding the table for each new type. */
    type: text().$type<Exclude<RecurrenceType, 'none'>>().notNull(),
    /** Days between two dates of type `interval`. */
    interval: integer().notNull().default(1),
    /** ISO weekdays of type `weekdays`, 1 for Monday. */
    days: text({ mode: 'json' }).$type<number[]>().notNull().default([]),
    /** Every how many weeks, months or years. */
    every: integer().notNull().default(1),
    /** `done`: the next date counts from the day on which an occurrence is completed. */
    countsFrom: text('counts_from').$type<RecurrenceFrom>().notNull().default('due'),
    /** The first date of the schedule, from which all later dates count. */
    firstDay: text('first_day').notNull(),
    /** Day of the month a monthly series returns to after a shorter month. */
    anchorDay: integer('anchor_day').notNull(),
    endDate: text('end_date'),
    /** No occurrence follows: the open one was deleted or got another rule. */
    ended: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
    /** Increases with every change of this row, which is a change of all its tasks. */
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
    /** The manager whose area the task is in; set by the server (rule 3). */
    managerId: text('manager_id').references(() => user.id),
    title: text().notNull(),
    text: text().notNull().default(''),
    /** Canonical `toISOString()` text: compared as text by the chart (rule 19). */
    dueDate: text('due_date').notNull(),
    /** HH:MM by the wall clock of the reader, without a zone. Null for a task without a time. */
    dueTime: text('due_time'),
    dueDay: text('due_day').generatedAlwaysAs(sql`substr(due_date, 1, 10)`, { mode: 'stored' }).notNull(),
    completed: integer({ mode: 'boolean' }).notNull().default(false),
    /** Null for an open task, and for one that was completed before this was stored. */
    completedAt: integer('completed_at'),
    completedBy: text('completed_by').references(() => user.id),
    /** Null for a task that does not repeat. */
    seriesId: text('series_id').references(() => series.id),
    /**
     * The date of this occurrence in the schedule, which does not change when the task is moved. Null for an occurrence
     * that was reopened after its series had continued, and that no longer repeats.
     */
    scheduledDay: text('scheduled_day'),
    /** The occurrence whose completion created this one. */
    followsId: text('follows_id'),
    /** All assignees were deleted. It is on the list of its manager, not on its creator's. */
    unclaimed: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
    /** Increases with every change of this row. Edits compare their version with it (rule 4.8). */
    updatedAt: integer('updated_at').notNull(),
    /** A deleted task stays for 30 days, so that it can be restored. It is on no list. */
    deletedAt: integer('deleted_at'),
    deletedBy: text('deleted_by').references(() => user.id),
  },
  table => [
    // Two devices that complete an occurrence at once create one follow-up.
    uniqueIndex('task_series_day').on(table.seriesId, table.scheduledDay),
    uniqueIndex('task_series_open')
      .on(table.seriesId)
      .where(sql`completed = 0 and scheduled_day is not null and deleted_at is null`),
    index('task_due').on(table.completed, table.dueDate, table.id).where(sql`deleted_at is null`),
    index('task_due_any').on(table.dueDate, table.id).where(sql`deleted_at is null`),
    // For the reminders of a minute.
    index('task_due_time')
      .on(table.dueDay, table.dueTime)
      .where(sql`due_time is not null and completed = 0 and deleted_at is null`),
    // For tasks whose readers change with the manager of their creator or the role of their manager.
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

/** The manager of a task who counts now: a view, written in drizzle/0008_readers_by_role.sql. */
export const taskManager = sqliteView('task_manager', {
  taskId: text('task_id').notNull(),
  userId: text('user_id'),
}).existing();

/**
 * The values that an edit replaced. They restore the version of a client, so that the server applies only the client's
 * changes.
 */
export const taskEdit = sqliteTable(
  'task_edit',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    /** `updatedAt` of the task before the edit. */
    version: integer().notNull(),
    /** The time of the edit, for its deletion. */
    replacedAt: integer('replaced_at').notNull(),
    /** The old values of the changed fields. */
    before: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  },
  table => [primaryKey({ columns: [table.taskId, table.version] })],
);

/**
 * All users who may see a task, with its lists (rules 3 and 4.4) and the columns by which lists are sorted and filtered.
 * A page, a count or a month of the chart is one range of one index, independent of the number of tasks. A deleted task
 * has no rows.
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
    /** Assigned to them, or created by them without an assignee. */
    own: integer({ mode: 'boolean' }).notNull(),
    /** In their managed area: created or managed by them, or assigned to one of their members. */
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

/**
 * The users who could see a task when it was deleted, as "Recently deleted" needs them. Present permissions decide
 * whether they still see it. The rows go when the task is restored or removed for good.
 */
export const deletedTaskReader = sqliteTable(
  'deleted_task_reader',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    deletedAt: integer('deleted_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.taskId, table.userId] }),
    index('deleted_task_reader_user').on(table.userId, table.deletedAt, table.taskId),
  ],
);
