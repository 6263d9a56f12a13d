import { z } from 'zod';
import { email, username } from './auth.ts';
import { canonicalDate, isDay } from './calendar.ts';
import { looseEnds } from './export-loose-ends.ts';
import { withSchedules } from './export-version-1.ts';
import { RECURRENCE_TYPES } from './recurrence.ts';
import { ROLES } from './role.ts';
import { filledText, LIMITS, text } from './text.ts';

const id = z.uuid();
const moment = z
  .string()
  .refine(value => canonicalDate(value) === value, 'must be a timestamp as 2026-03-05T12:00:00.000Z');
const day = z.string().refine(isDay, 'must be a date as 2026-03-05');
const sequence = z.number().int().min(0);

/** A person the rest names: with an account, or as a name alone, and that only where the app shows it. */
const person = z.strictObject({
  id,
  username: username.nullable(),
  email: email.nullable(),
  manager: id.nullable(),
  account: z
    .strictObject({
      roles: z.array(z.enum(ROLES)).min(1),
      active: z.boolean(),
      timeZone: z.string().max(100).nullable(),
      createdAt: moment,
    })
    .nullable(),
});

const task = z.strictObject({
  id,
  creator: id,
  manager: id.nullable(),
  title: filledText(LIMITS.title, 'must not be empty'),
  text: text(LIMITS.description),
  dueDate: moment,
  completed: z.boolean(),
  assignees: z.array(id),
  /** What the occurrences of one repeating task have in common. */
  series: id.nullable(),
  recurrenceType: z.enum(RECURRENCE_TYPES),
  recurrenceInterval: z.number().int().min(1),
  recurrenceEndDate: moment.nullable(),
  /** The schedule of the series: its first date, and the day of the month a monthly one returns to. */
  firstDay: day.nullable().default(null),
  anchorDay: z.number().int().min(1).max(31).nullable(),
  /** Nothing follows any more. */
  ended: z.boolean().default(false),
  /** The date of the schedule this occurrence stands for, wherever it was moved to. */
  scheduledDay: day.nullable().default(null),
  /** The occurrence whose completion made this one. */
  follows: id.nullable().default(null),
  /** Everyone it was for is gone. */
  unclaimed: z.boolean().default(false),
  createdAt: moment,
  updatedAt: moment,
});

const grocery = z.strictObject({
  id,
  user: id,
  name: filledText(LIMITS.itemName, 'must not be empty'),
  count: z.number().int().min(1),
  priceCents: z.number().int().min(0),
  purchased: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
});

const message = z.strictObject({
  /** The order of all messages. */
  sequence: sequence.min(1),
  id,
  conversation: id,
  sender: id,
  text: text(LIMITS.message),
  timestamp: moment,
  editedAt: moment.nullable(),
  deletedAt: moment.nullable(),
});

const conversation = z.strictObject({
  id,
  users: z.tuple([id, id]),
  /** How far each of the two has read; nothing is said of who is a name alone. */
  read: z.array(z.strictObject({ user: id, sequence })),
  createdAt: moment,
});

const parts = z.strictObject({
  format: z.literal('onus-export', 'This is no export of Onus'),
  version: z.literal([1, 2], 'This export was made by another version of Onus'),
  kind: z.enum(['user', 'household']),
  madeAt: moment,
  /** Who made it. */
  owner: id,
  people: z.array(person),
  tasks: z.array(task),
  groceries: z.array(grocery),
  conversations: z.array(conversation),
  messages: z.array(message),
});

export type ExportFile = z.output<typeof parts>;
/** What is one's own, or what a manager's household is made of. */
export type ExportKind = ExportFile['kind'];

/** The file that `archive.mine` and `archive.household` make and `onus import` reads (docs/export-format.md). */
export const exportFile = parts.transform(withSchedules).superRefine((file, context) => {
  for (const { path, message: complaint } of looseEnds(file)) {
    context.addIssue({ code: 'custom', path, message: complaint });
  }
});

/** A page of an export; the first begins without a cursor. */
export const exportPageInput = z.object({
  cursor: z
    .string()
    .regex(/^(?:tasks|groceries|messages|conversations|accounts) \d{1,15} \S{0,60}$/, 'Cursor is invalid')
    .nullish(),
});
