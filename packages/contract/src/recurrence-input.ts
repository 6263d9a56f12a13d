import { z } from 'zod';
import { dateInput } from './dates/input.ts';
import { RECURRENCE_FROM, RECURRENCE_TYPES } from './dates/recurrence.ts';

const EVERY = 'Recurrence every must be a whole number from 1 to 1000';
const DAYS = 'Recurrence days must be weekdays from 1 (Monday) to 7 (Sunday)';
const ANCHOR = 'Recurrence anchor must be a day of the month, from 1 to 31';
/** The message for a set of weekdays without a day. */
export const NO_DAYS = 'Recurrence days must name at least one weekday, from 1 (Monday) to 7 (Sunday)';

const weekday = z.number(DAYS).int(DAYS).min(1, DAYS).max(7, DAYS);

/** How a task repeats, field by field. */
export const recurrenceInputs = {
  recurrenceType: z.enum(RECURRENCE_TYPES, { error: 'Recurrence type is not known' }),
  recurrenceInterval: z
    .number({ error: 'Interval must be a whole number of days, at least 1' })
    .int('Interval must be a whole number of days, at least 1')
    .min(1, 'Interval must be a whole number of days, at least 1')
    .max(36_500, 'Interval must be at most 36500 days'),
  recurrenceEndDate: z.union([
    z.null(),
    z.literal('').transform(() => null),
    dateInput('Recurrence end date'),
  ]),
  recurrenceDays: z
    .array(weekday, DAYS)
    .max(7, DAYS)
    .transform(days => [...new Set(days)].sort()),
  recurrenceEvery: z.number(EVERY).int(EVERY).min(1, EVERY).max(1000, EVERY),
  recurrenceFrom: z.enum(RECURRENCE_FROM, { error: 'Recurrence from must be "due" or "done"' }),
  /** Null for the day of the task's date. */
  recurrenceAnchor: z.number(ANCHOR).int(ANCHOR).min(1, ANCHOR).max(31, ANCHOR).nullable(),
};

/** The same of a task that is created, with the defaults of rule 19.7. */
export const recurrenceFields = {
  recurrenceType: recurrenceInputs.recurrenceType.default('none'),
  recurrenceInterval: recurrenceInputs.recurrenceInterval.default(1),
  recurrenceEndDate: recurrenceInputs.recurrenceEndDate.default(null),
  recurrenceDays: recurrenceInputs.recurrenceDays.default([]),
  recurrenceEvery: recurrenceInputs.recurrenceEvery.default(1),
  recurrenceFrom: recurrenceInputs.recurrenceFrom.default('due'),
  recurrenceAnchor: recurrenceInputs.recurrenceAnchor.default(null),
};

/** Every field that counts for a task that repeats only. */
const LEFTOVERS = Object.fromEntries(
  Object.keys(recurrenceInputs)
    .filter(name => name !== 'recurrenceType')
    .map(name => [name, undefined]),
);

/** Where a task does not repeat, the other fields are ignored: a form sends what was chosen before (rule 4.6). */
export function withoutLeftovers<Output, Input extends object>(schema: z.ZodType<Output, Input>) {
  const clear = (given: Input): Input => (isSingle(given) ? { ...given, ...LEFTOVERS } : given);
  return z.preprocess(clear, schema);
}

function isSingle(given: unknown): boolean {
  return (
    typeof given === 'object' &&
    given !== null &&
    'recurrenceType' in given &&
    given.recurrenceType === 'none'
  );
}

/** A set of weekdays needs a day. An update may leave the days as they are, so the server checks it there. */
export function daysOfWeekdays(
  { recurrenceType, recurrenceDays }: { recurrenceType: string; recurrenceDays: readonly number[] },
  context: z.RefinementCtx,
): void {
  if (recurrenceType !== 'weekdays' || recurrenceDays.length > 0) return;
  context.addIssue({ code: 'custom', path: ['recurrenceDays'], message: NO_DAYS });
}
