import { type Day, dayOf } from './calendar.ts';
import type { RecurrenceFrom, RecurrenceType, Rhythm } from './recurrence.ts';

// Apart from recurrence.ts, because every list of tasks needs these and must not load the calendar for it.

/** How a task repeats, as its fields say it. */
export interface Rule {
  recurrenceType: RecurrenceType;
  recurrenceInterval: number;
  /** Canonical timestamp; null without an end. */
  recurrenceEndDate: string | null;
  recurrenceDays: number[];
  recurrenceEvery: number;
  recurrenceFrom: RecurrenceFrom;
  /**
   * The day of the month to which a series returns after a shorter month, so 31 is the last day of each. Null for types
   * without one, and in a rule whose first date decides.
   */
  recurrenceAnchor: number | null;
}

/** The rule of a row that has other fields too. */
export function ruleOf(row: Rule): Rule {
  const { recurrenceType, recurrenceInterval, recurrenceEndDate } = row;
  const { recurrenceDays, recurrenceEvery, recurrenceFrom, recurrenceAnchor } = row;
  return {
    recurrenceType,
    recurrenceInterval,
    recurrenceEndDate,
    recurrenceDays,
    recurrenceEvery,
    recurrenceFrom,
    recurrenceAnchor,
  };
}

/** True if a series ends before a day, to which no task of it can be moved. @param end its `recurrenceEndDate`. */
export function endsBefore(end: string | null, day: Day): boolean {
  return end !== null && dayOf(end) < day;
}

/** The rule without what means nothing for its type, as it is stored. */
export function plainRule(rule: Rule): Rule {
  const { recurrenceType: type } = rule;
  if (type === 'none') return NO_RULE;
  return {
    ...rule,
    recurrenceDays: type === 'weekdays' ? rule.recurrenceDays : [],
    recurrenceEvery: hasEvery(type) ? rule.recurrenceEvery : 1,
    recurrenceAnchor: hasAnchor(rule) ? rule.recurrenceAnchor : null,
  };
}

/**
 * The rule after a change of some of its fields. Another schedule begins on another date, and its anchor is null if the
 * day of that date decides.
 * @param day the date of the changed task.
 */
export function changedRule(
  rule: Rule,
  changes: { [Name in keyof Rule]?: Rule[Name] | undefined },
  day: Day,
): Rule {
  const { recurrenceEndDate: end, recurrenceAnchor: anchor } = changes;
  const changed = plainRule({
    recurrenceType: changes.recurrenceType ?? rule.recurrenceType,
    recurrenceInterval: changes.recurrenceInterval ?? rule.recurrenceInterval,
    recurrenceEndDate: end === undefined ? rule.recurrenceEndDate : end,
    recurrenceDays: changes.recurrenceDays ?? rule.recurrenceDays,
    recurrenceEvery: changes.recurrenceEvery ?? rule.recurrenceEvery,
    recurrenceFrom: changes.recurrenceFrom ?? rule.recurrenceFrom,
    recurrenceAnchor: anchor === undefined ? rule.recurrenceAnchor : (anchor ?? dayOfMonth(day)),
  });
  const isKept = anchor !== undefined || isSameSchedule(rule, changed) || keepsAnchor(rule, changed, day);
  return isKept ? changed : { ...changed, recurrenceAnchor: null };
}

/** The rule of a schedule that begins on a day. */
export function ruleFrom(rule: Rule, day: Day): Rule {
  return hasAnchor(rule) ? { ...rule, recurrenceAnchor: rule.recurrenceAnchor ?? dayOfMonth(day) } : rule;
}

/**
 * Whether a schedule keeps its day of the month although something else of it changes. The last day stays the last day.
 * Another one stays unless the task was moved away from it.
 */
function keepsAnchor(
  { recurrenceType: type }: Rule,
  { recurrenceType, recurrenceAnchor: anchor }: Rule,
  day: Day,
): boolean {
  if (anchor === null || type !== recurrenceType) return false;
  const isLastDay = dayOfMonth(new Date(Date.parse(day) + 86_400_000).toISOString()) === 1;
  const isOn = dayOfMonth(day) === anchor || (dayOfMonth(day) < anchor && isLastDay);
  return isOn || (type === 'monthly' && anchor === 31);
}

function dayOfMonth(day: Day): number {
  return Number(day.slice(8, 10));
}

/** Whether an update names a field of the rule. */
export function namesRule(changes: object): boolean {
  return Object.keys(NO_RULE).some(name => changes[name as never] !== undefined);
}

/** The rule of a task that does not repeat. */
export const NO_RULE: Readonly<Rule> = {
  recurrenceType: 'none',
  recurrenceInterval: 1,
  recurrenceEndDate: null,
  recurrenceDays: [],
  recurrenceEvery: 1,
  recurrenceFrom: 'due',
  recurrenceAnchor: null,
};

export function rhythmOf(rule: Rule): Rhythm {
  const { recurrenceType: type, recurrenceInterval: interval } = rule;
  return { type, interval, days: rule.recurrenceDays, every: rule.recurrenceEvery };
}

/** True if both make the same dates. The interval matters only for the type `interval`, and the end to neither. */
export function isSameSchedule(one: Rule, other: Rule): boolean {
  return scheduleKey(one) === scheduleKey(other);
}

function scheduleKey(rule: Rule): string {
  const { recurrenceType: type, recurrenceInterval, ...plain } = plainRule(rule);
  const interval = type === 'interval' && recurrenceInterval;
  const { recurrenceDays, recurrenceEvery, recurrenceFrom, recurrenceAnchor } = plain;
  return [type, interval, recurrenceDays, recurrenceEvery, recurrenceFrom, recurrenceAnchor].join(' ');
}

/** True for the types that count weeks, months or years. */
export function hasEvery(type: RecurrenceType): boolean {
  return type === 'weekly' || type === 'weekdays' || type === 'monthly' || type === 'yearly';
}

/** True if the dates lie on a day of the month that may be another one than that of the first date. */
function hasAnchor({ recurrenceType: type, recurrenceFrom: from }: Rule): boolean {
  return (type === 'monthly' || type === 'yearly') && from === 'due';
}
