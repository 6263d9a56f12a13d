import { RECURRENCE_TYPES } from '@onus/contract/recurrence';
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { user } from './user.ts';

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
    /** Its calendar date: a series has one task a day (decision 4.6). */
    dueDay: text('due_day').generatedAlwaysAs(sql`substr(due_date, 1, 10)`, { mode: 'stored' }).notNull(),
    completed: integer({ mode: 'boolean' }).notNull().default(false),
    /** The first task of the series this one belongs to; null for a task that does not recur. */
    seriesId: text('series_id'),
    recurrenceType: text('recurrence_type', { enum: RECURRENCE_TYPES }).notNull().default('none'),
    recurrenceInterval: integer('recurrence_interval').notNull().default(1),
    recurrenceEndDate: text('recurrence_end_date'),
    /** Day of the month a monthly series returns to after a shorter month. */
    anchorDay: integer('anchor_day').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Grows with every change of this row: what an editor's copy is compared with (decision 4.8). */
    updatedAt: integer('updated_at').notNull(),
  },
  table => [
    uniqueIndex('task_series_day').on(table.seriesId, table.dueDay),
    index('task_due').on(table.completed, table.dueDate, table.id),
    index('task_due_any').on(table.dueDate, table.id),
    check('task_completed', sql`completed in (0, 1)`),
    check('task_due_date', sql`due_date glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'`),
    check(
      'task_recurrence_type',
      sql.raw(`recurrence_type in (${RECURRENCE_TYPES.map(type => `'${type}'`).join(', ')})`),
    ),
    check('task_recurrence_interval', sql`recurrence_interval >= 1`),
    check('task_anchor_day', sql`anchor_day between 1 and 31`),
    check('task_series', sql`recurrence_type = 'none' or series_id is not null`),
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

/** A task that was deleted a moment ago, whole, so that whoever deleted it can have it back as it was. */
export const deletedTask = sqliteTable(
  'deleted_task',
  {
    id: text().primaryKey(),
    deletedBy: text('deleted_by')
      .notNull()
      .references(() => user.id),
    deletedAt: integer('deleted_at').notNull(),
    /** The row of `task` and the ids of its assignees. */
    kept: text({ mode: 'json' }).$type<KeptTask>().notNull(),
  },
  table => [index('deleted_task_age').on(table.deletedAt)],
);

export interface KeptTask {
  row: typeof task.$inferInsert;
  assignees: string[];
}

/**
 * Everybody who may see a task, and on which of their lists it stands (decisions 3 and 4.4), beside what the
 * lists are sorted and divided by: a page, a count or a month of the chart is one stretch of one index,
 * however many tasks there are, whether it holds what is done, what is not, or any. Derived and never written to: triggers keep it, and the view
 * `task_reader_rule` says by which rule (drizzle/0001_task_readers.sql). A migration that rebuilds `task`,
 * `task_assignee` or `user` must make them anew.
 */
export const taskReader = sqliteTable(
  'task_reader',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    /** Assigned to them, or made by them for nobody. */
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
