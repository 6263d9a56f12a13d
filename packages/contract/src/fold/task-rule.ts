import { type Day, dayOf } from '../dates/calendar.ts';
import { changedRule, isSameSchedule, namesRule, type Rule, ruleFrom } from '../dates/rule.ts';
import type { TaskOperation } from './operation.ts';

/** Where a schedule begins, and how far it was used. */
export interface UsedSchedule {
  firstDay: Day;
  anchorDay: number;
  latestDay: Day;
}

interface Repeating extends Rule {
  dueDate: string;
  completed: boolean;
  schedule: UsedSchedule | null;
  skipTo: Day | null;
  may: { skip: boolean };
}

/** The fields of a rule as clients send them. */
type RuleInput = Pick<Partial<Extract<TaskOperation, { path: 'task.update' }>['input']>, keyof Rule>;

/** Another schedule starts on the date of this task. */
export function withRule<Row extends Repeating>(row: Row, input: RuleInput): Row {
  if (!namesRule(input)) return row;
  const rule = ruleAfter(row, input, row.dueDate);
  if (isSameSchedule(row, rule)) return { ...row, ...rule };
  const schedule = row.completed ? null : scheduleOn(row.dueDate, rule);
  return { ...row, ...rule, schedule, ...withoutSkip(row) };
}

/** The date to skip to depends on the whole schedule, which only the server has: no skip is offered until it has answered. */
export function withoutSkip<May>({ may }: { may: May }) {
  return { skipTo: null, may: { ...may, skip: false } };
}

/** @param dueDate the date on which another schedule begins. */
export function ruleAfter(rule: Rule, input: RuleInput, dueDate: string): Rule {
  const { recurrenceType, recurrenceInterval, recurrenceEndDate: end } = input;
  const { recurrenceDays: days, recurrenceEvery, recurrenceFrom, recurrenceAnchor } = input;
  const changes = {
    ...{ recurrenceType, recurrenceInterval, recurrenceEvery, recurrenceFrom, recurrenceAnchor },
    recurrenceEndDate: end === '' ? null : end,
    recurrenceDays: days && [...new Set(days)].sort(),
  };
  const day = dayOf(dueDate);
  return ruleFrom(changedRule(rule, changes, day), day);
}

/** Null for a rule without a recurrence. */
export function scheduleOn(dueDate: string, rule: Rule): UsedSchedule | null {
  if (rule.recurrenceType === 'none') return null;
  const day = dayOf(dueDate);
  return { firstDay: day, anchorDay: rule.recurrenceAnchor ?? Number(day.slice(8)), latestDay: day };
}
