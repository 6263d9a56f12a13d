import { z } from 'zod';
import { email, username } from '../auth/inputs.ts';
import { ROLES } from '../auth/role.ts';
import { canonicalDate, isDay } from '../dates/calendar.ts';
import { LIMITS } from '../limits/lengths.ts';
import { descriptionText, filledText, text } from '../limits/text.ts';
import { recurrenceFields } from '../recurrence-input.ts';
import { newTaskFields } from '../task.ts';

const id = z.uuid();
const moment = z
  .string()
  .refine(value => canonicalDate(value) === value, 'must be a timestamp as 2026-03-05T12:00:00.000Z');
const day = z.string().refine(isDay, 'must be a date as 2026-03-05');
/** The messages that follow an import are numbered after it, and beyond 2^53 JavaScript tells no two numbers apart. */
const sequence = z
  .number()
  .int()
  .min(0)
  .max(10 ** 14, 'must be at most 10^14');

/** A person that other rows name: with an account, or only with the name if the app shows it. */
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

/** A file has `anchorDay` of every series. */
const { recurrenceAnchor: _anchor, ...ruleFields } = recurrenceFields;

const task = z.strictObject({
  id,
  creator: id,
  manager: id.nullable(),
  ...newTaskFields,
  title: filledText(LIMITS.title, 'must not be empty'),
  text: descriptionText(),
  dueDate: moment,
  completed: z.boolean(),
  /** Null where it is not known. */
  completedAt: moment.nullable().default(null),
  completedBy: id.nullable().default(null),
  assignees: z.array(id),
  /** The id that the occurrences of one repeating task share. */
  series: id.nullable(),
  ...ruleFields,
  recurrenceType: ruleFields.recurrenceType.unwrap(),
  recurrenceInterval: z.number().int().min(1),
  recurrenceEndDate: moment.nullable(),
  /** The schedule of the series: its first date, and the day of the month a monthly one returns to. */
  firstDay: day.nullable().default(null),
  anchorDay: z.number().int().min(1).max(31).nullable(),
  /** The series has ended. */
  ended: z.boolean().default(false),
  /** The date of the schedule of this occurrence, even if it was moved. */
  scheduledDay: day.nullable().default(null),
  /** The occurrence whose completion created this one. */
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
  section: filledText(LIMITS.itemSection, 'must not be empty').nullable().default(null),
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
  /** The last read message of each of the two, except for people without an account. */
  read: z.array(z.strictObject({ user: id, sequence })),
  createdAt: moment,
});

/** The parts of an export file. */
export const exportParts = z.strictObject({
  format: z.literal('onus-export', 'This file is not an export of Onus'),
  version: z.literal([1, 2], 'Another version of Onus wrote this export'),
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

export type ExportFile = z.output<typeof exportParts>;
/** The own data, or that of a manager's household. */
export type ExportKind = ExportFile['kind'];
