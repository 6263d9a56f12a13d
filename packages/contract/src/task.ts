import { z } from 'zod';
import { dayOf, isDay, isoDate } from './dates/calendar.ts';
import { dateInput, timeInput } from './dates/input.ts';
import { isMonth } from './dates/month.ts';
import { newId, rowId } from './id.ts';
import { LIMITS } from './limits/lengths.ts';
import { pageLimitUpTo, pageNumber } from './limits/page.ts';
import { descriptionText, filledText } from './limits/text.ts';
import { daysOfWeekdays, recurrenceFields, recurrenceInputs, withoutLeftovers } from './recurrence-input.ts';

/**
 * Views of a task list (rule 4.3). `today`, `complete` and `incomplete` are the REST API's own;
 * the app shows `overdue` and `upcoming` in place of `incomplete`.
 */
export const TASK_VIEWS = ['all', 'today', 'overdue', 'upcoming', 'complete', 'incomplete'] as const;
export type TaskView = (typeof TASK_VIEWS)[number];

const title = filledText(LIMITS.title, 'Title is required');
const description = descriptionText();

const assignees = z.array(rowId).max(100);

/**
 * The plain fields of a task: each holds one value and is stored in the column of the same name. The insert, the
 * history, the view, REST, the export and the import take them from here, so a new field needs no line there.
 */
const plainInputs = {
  title,
  text: description,
  dueDate: dateInput('Due date'),
  dueTime: timeInput('Due time').nullable(),
  completed: z.boolean(),
};

/** The plain fields of a task that is created. A field that clients may leave out has its default here. */
export const newTaskFields = {
  title,
  text: description.default(''),
  dueDate: plainInputs.dueDate,
  dueTime: plainInputs.dueTime.default(null),
};

/** The plain fields as the database holds them and every response has them. */
export const plainTask = z.object({
  title: z.string(),
  text: z.string(),
  dueDate: z.string().describe('ISO 8601 timestamp'),
  dueTime: z.string().nullable().describe('HH:MM by the wall clock of the reader'),
  completed: z.boolean(),
} satisfies Record<keyof typeof plainInputs, z.ZodType>);

export type PlainTask = z.output<typeof plainTask>;

/** Adds the plain fields of a row to an object, in place: a spread takes several times as long on every list. */
export function withPlain<Rest extends object>(
  row: Readonly<PlainTask>,
  rest: Rest & Partial<PlainTask>,
): Rest & PlainTask {
  rest.title = row.title;
  rest.text = row.text;
  rest.dueDate = row.dueDate;
  rest.dueTime = row.dueTime;
  rest.completed = row.completed;
  return rest as Rest & PlainTask;
}

/** The texts that people write. They decide how many tasks fit in one response. */
export function textsOf({ title, text }: PlainTask): string[] {
  return [title, text];
}

/** The end of the previous page: a due date and an id. */
const cursor = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z .{1,100}$/, 'Cursor is invalid')
  .nullish();

/** A date as GET /api/goals/{dueDate} names it: MM-DD-YYYY, YYYY-MM-DD or ISO (rule 6). */
const namedDay = z.string().transform(isoDate).pipe(dateInput('Due date')).transform(dayOf);

export const listTasksInput = z.object({
  view: z.enum(TASK_VIEWS),
  /** The date that counts as today; by default the caller's. */
  day: namedDay.optional(),
  /** By due date; ties by creation. */
  order: z.enum(['asc', 'desc']).default('asc'),
  /** Higher than elsewhere, because a refetch reads the whole loaded list. */
  limit: pageLimitUpTo(500),
  /** Only tasks due in this month, YYYY-MM, for a bar of the chart. */
  month: z.string().refine(isMonth, 'Month must be YYYY-MM').optional(),
  /** Only tasks with this text in title or description, without case and accents. */
  find: filledText(LIMITS.title, 'Find needs at least one letter').optional(),
  cursor,
});

/** A numbered page of a list with the total. */
export const findTasksInput = listTasksInput
  .pick({ view: true, day: true, order: true, limit: true })
  .extend({ page: pageNumber });

/** The tasks of a manager's area. Only an Admin may name another manager. */
export const listAreaInput = listTasksInput.extend({ managerId: rowId.optional() });
export const findAreaInput = findTasksInput.extend({ managerId: rowId.optional() });

/** The overdue tasks to move: the caller's, those of the managed area, or one member's. */
export const moveOverdueInput = z.object({
  of: z.union([z.enum(['mine', 'managed']), z.object({ member: rowId })]),
  /** The end of the previous call. One call moves a few hundred, so that other calls do not wait. */
  cursor,
});

export const taskIdInput = z.object({ id: rowId });

/** POST /tasks. The server sets `user` and `manager` and ignores the client's values. */
export const createTaskInput = withoutLeftovers(
  z
    .object({
      id: newId,
      ...newTaskFields,
      assignees: assignees.default([]),
      ...recurrenceFields,
    })
    .superRefine(endNotBeforeDue)
    .superRefine(daysOfWeekdays),
);

/** What people set of a task besides whether it is done, which is set and never merged. */
const formerFields = z
  .object({
    ...plainInputs,
    title: z.string(),
    text: z.string(),
    assignees,
    ...recurrenceInputs,
  })
  .omit({ completed: true })
  .partial();

/**
 * PATCH /tasks: the full task or a part; only what differs is applied (rule 4.8). The server compares the end date with
 * the due date, because it knows which of them change.
 */
export const updateTaskInput = withoutLeftovers(
  z.object({
    id: rowId,
    ...z.object(plainInputs).partial().shape,
    assignees: assignees.optional(),
    ...z.object(recurrenceInputs).partial().shape,
    /** Former values of the changed fields: one that another has changed since is kept and offered (rule 7.4). */
    was: formerFields.optional(),
    /** `updatedAt` of the task the change was made from; a newer edit of the same field is a clash. */
    basedOn: dateInput('Updated at').optional(),
  }),
);

/** Adds people and removes people: what others do with its other people stays. */
export const assignTaskInput = z.object({
  id: rowId,
  add: z.array(rowId).max(100).default([]),
  remove: z.array(rowId).max(100).default([]),
});

/** `to`: the date that skipping was offered to. A task that is already on or after that date stays where it is. */
export const skipTaskInput = z.object({
  id: rowId,
  to: z.string().refine(isDay, 'Date is invalid').optional(),
});

/** `dueDate`: the one that the skip replaced. */
export const undoSkipInput = z.object({ id: rowId, dueDate: plainInputs.dueDate });

export type SkipTask = z.output<typeof skipTaskInput>;
export type UndoSkip = z.output<typeof undoSkipInput>;
export type AssignTask = z.output<typeof assignTaskInput>;
export type CreateTask = z.output<typeof createTaskInput>;
export type UpdateTask = z.output<typeof updateTaskInput>;
export type MoveOverdue = z.output<typeof moveOverdueInput>;
export type ListTasks = z.output<typeof listTasksInput>;
export type FindTasks = z.output<typeof findTasksInput>;

function endNotBeforeDue(
  { dueDate, recurrenceEndDate: end }: { dueDate: string; recurrenceEndDate: string | null },
  context: z.RefinementCtx,
): void {
  if (end === null || dayOf(end) >= dayOf(dueDate)) return;
  context.addIssue({
    code: 'custom',
    path: ['recurrenceEndDate'],
    message: 'Recurrence end date is before the due date',
  });
}
