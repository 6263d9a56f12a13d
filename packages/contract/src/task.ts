import { z } from 'zod';
import { dayOf, isoDate } from './calendar.ts';
import { dateInput } from './date-input.ts';
import { newId, rowId } from './id.ts';
import { isMonth } from './month.ts';
import { pageLimitUpTo, pageNumber } from './page-limit.ts';
import { RECURRENCE_TYPES } from './recurrence.ts';
import { filledText, LIMITS, text } from './text.ts';

/**
 * Views of a task list (decision 4.3). `today`, `complete` and `incomplete` are the REST API's own;
 * the app shows `overdue` and `upcoming` in place of `incomplete`.
 */
export const TASK_VIEWS = ['all', 'today', 'overdue', 'upcoming', 'complete', 'incomplete'] as const;
export type TaskView = (typeof TASK_VIEWS)[number];

const recurrenceType = z.enum(RECURRENCE_TYPES, { error: 'Recurrence type is not known' });
const recurrenceInterval = z
  .number({ error: 'Interval must be a whole number of days, at least 1' })
  .int('Interval must be a whole number of days, at least 1')
  .min(1, 'Interval must be a whole number of days, at least 1')
  .max(36_500, 'Interval must be at most 36500 days');

const title = filledText(LIMITS.title, 'Title is required');
const description = text(LIMITS.description);
const endDate = z.union([z.null(), z.literal('').transform(() => null), dateInput('Recurrence end date')]);

/** Where the page before ended, as it was answered: a due date and an id. */
const cursor = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z .{1,100}$/, 'Cursor is invalid')
  .nullish();

/** A date as GET /api/goals/{dueDate} names it: MM-DD-YYYY, YYYY-MM-DD or ISO (decision 6). */
const namedDay = z.string().transform(isoDate).pipe(dateInput('Due date')).transform(dayOf);

export const listTasksInput = z.object({
  view: z.enum(TASK_VIEWS),
  /** The date that counts as today for the view; the caller's own when left out. */
  day: namedDay.optional(),
  /** By due date; ties by creation. */
  order: z.enum(['asc', 'desc']).default('asc'),
  /** More than elsewhere: a long list that is asked for again is asked for whole. */
  limit: pageLimitUpTo(500),
  /** Only what is due in this month, YYYY-MM: the tasks behind a bar of the chart. */
  month: z.string().refine(isMonth, 'Month must be YYYY-MM').optional(),
  /** Only tasks in whose title or description these words stand, whatever their case and accents. */
  find: filledText(LIMITS.title, 'Find needs at least one letter').optional(),
  cursor,
});

/** A page of a list by its number, answered with how many tasks the whole list has. */
export const findTasksInput = listTasksInput
  .pick({ view: true, day: true, order: true, limit: true })
  .extend({ page: pageNumber });

/** The tasks of a manager's area; another's only for an Admin. */
export const listAreaInput = listTasksInput.extend({ managerId: rowId.optional() });
export const findAreaInput = findTasksInput.extend({ managerId: rowId.optional() });

/** Whose overdue tasks to move: the caller's own, those of the area they manage, or one member's. */
export const moveOverdueInput = z.object({
  of: z.union([z.enum(['mine', 'managed']), z.object({ member: rowId })]),
  /** Where the call before ended: one call moves a few hundred, so that no other call waits for it. */
  cursor,
});

export const taskIdInput = z.object({ id: rowId });

/** POST /tasks. `user` and `manager` are the server's to set; what a client sends there is not read. */
export const createTaskInput = z
  .object({
    id: newId,
    title,
    text: description.default(''),
    dueDate: dateInput('Due date'),
    assignees: z.array(rowId).max(100).default([]),
    recurrenceType: recurrenceType.default('none'),
    recurrenceInterval: recurrenceInterval.default(1),
    recurrenceEndDate: endDate.default(null),
  })
  .superRefine(endNotBeforeDue);

/** PATCH /tasks: the full task or a part; only what differs is applied (decision 4.8). */
export const updateTaskInput = z
  .object({
    id: rowId,
    title: title.optional(),
    text: description.optional(),
    dueDate: dateInput('Due date').optional(),
    completed: z.boolean().optional(),
    assignees: z.array(rowId).max(100).optional(),
    recurrenceType: recurrenceType.optional(),
    recurrenceInterval: recurrenceInterval.optional(),
    recurrenceEndDate: endDate.optional(),
    /** `updatedAt` of the task the change was made from; a newer edit of the same field is a clash. */
    basedOn: z.string().max(40).optional(),
  })
  .superRefine(endNotBeforeDue);

export type CreateTask = z.output<typeof createTaskInput>;
export type UpdateTask = z.output<typeof updateTaskInput>;
export type MoveOverdue = z.output<typeof moveOverdueInput>;
export type ListTasks = z.output<typeof listTasksInput>;
export type FindTasks = z.output<typeof findTasksInput>;

interface Dated {
  dueDate?: string | undefined;
  recurrenceEndDate?: string | null | undefined;
}

function endNotBeforeDue(task: Dated, context: z.RefinementCtx): void {
  if (!task.dueDate || !task.recurrenceEndDate) return;
  if (dayOf(task.recurrenceEndDate) >= dayOf(task.dueDate)) return;
  context.addIssue({
    code: 'custom',
    path: ['recurrenceEndDate'],
    message: 'Recurrence end date is before the due date',
  });
}
