import { dayOf } from '@onus/contract/dates/calendar';
import type { RecurrenceFrom, RecurrenceType } from '@onus/contract/dates/recurrence';
import { changedRule, namesRule, type Rule, ruleOf } from '@onus/contract/dates/rule';
import { type PlainTask, plainTask, type UpdateTask, withPlain } from '@onus/contract/task';
import { z } from 'zod';
import type { TaskRow } from '../view.ts';

/** How long it is known what an edit replaced, in milliseconds: the longest that an older copy is understood. */
export const KNOWN_FOR = 30 * 86_400_000;

/** What people set of a task. */
export interface TaskFields extends PlainTask, Rule {
  assignees: string[];
}

export type Changes = Partial<TaskFields>;

/** The task as a client knew it: all of it, or the fields that it says. */
export type Base = { [Name in keyof TaskFields]?: TaskFields[Name] | undefined };

/** What an edit replaced, read again as it was kept: what is missing did not change, what is unknown is left. */
export const replacedFields = z
  .object({
    ...plainTask.shape,
    assignees: z.array(z.string()),
    recurrenceType: z.string() as z.ZodType<RecurrenceType>,
    recurrenceInterval: z.number(),
    recurrenceEndDate: z.string().nullable(),
    recurrenceDays: z.array(z.number()),
    recurrenceEvery: z.number(),
    recurrenceFrom: z.string() as z.ZodType<RecurrenceFrom>,
    recurrenceAnchor: z.number().nullable(),
  })
  .partial();

export function fieldsOf(row: TaskRow): TaskFields {
  return withPlain(row, {
    ...ruleOf(row),
    assignees: row.assignees.map(one => one.id),
  });
}

/**
 * What an update asks for that is not so already. Of a copy that was taken earlier it asks only for what
 * differs from that copy.
 * @param base the task as it was when the copy was taken; null where that is not known any more.
 */
export function changesTo(row: TaskRow, input: UpdateTask, base: Base | null): Changes {
  const current = fieldsOf(row);
  const wanted = Object.keys(current).filter(name => {
    const field = name as keyof TaskFields;
    const value = input[field];
    if (value === undefined || (base && isSame(value, base[field]))) return false;
    // Another schedule can lose the anchor if an update does not name it.
    return field === 'recurrenceAnchor' || !isSame(value, current[field]);
  });
  return withoutVoid(row, Object.fromEntries(wanted.map(name => [name, input[name as keyof TaskFields]])));
}

/** Leaves out what means nothing for the type of the rule, as days of a daily task: it changes nothing. */
function withoutVoid(row: TaskRow, changes: Changes): Changes {
  if (!namesRule(changes)) return changes;
  const day = dayOf(changes.dueDate ?? row.dueDate);
  const rule = changedRule(row, changes, day);
  const { recurrenceAnchor } = changedRule(row, { ...changes, recurrenceAnchor: undefined }, day);
  const without: Rule = { ...ruleOf(row), recurrenceAnchor };
  const isVoid = (name: string) => VOIDABLE.some(one => one === name && isSame(rule[one], without[one]));
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !isVoid(name)));
}

const VOIDABLE = ['recurrenceDays', 'recurrenceEvery', 'recurrenceFrom', 'recurrenceAnchor'] as const;

/** Which of the changes another person has made differently since the copy was taken. Completing never clashes. */
export function clashesOf(row: TaskRow, changes: Changes, base: Base | null): string[] {
  const current = fieldsOf(row);
  return Object.keys(changes).filter(
    name =>
      name !== 'completed' &&
      !(base && isSame(base[name as keyof TaskFields], current[name as keyof TaskFields])),
  );
}

/** Of the changes, those of plain fields, which are columns of the task. */
export function columnsOf(changes: Changes): Partial<PlainTask> {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => name in plainTask.shape));
}

/** Of a task, the fields that are not so after a change. */
export function replacedBy(row: TaskRow, after: Changes): Changes {
  const fields = Object.entries(fieldsOf(row));
  return Object.fromEntries(
    fields.filter(([name, value]) => name in after && !isSame(value, after[name as keyof TaskFields])),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other) ? sorted(one) === sorted(other) : one === other;
}

function sorted(ids: readonly unknown[]): string {
  return [...new Set(ids)].sort().join();
}
