import { type CalendarDate, parseDate } from '@internationalized/date';
import type { Day } from './calendar.ts';

/** Recurrence types of spec section 9, in the order the dialog offers them. */
export const RECURRENCE_TYPES = ['none', 'daily', 'weekly', 'monthly', 'interval'] as const;
export type RecurrenceType = (typeof RECURRENCE_TYPES)[number];

/** How a series goes on. Pure calendar arithmetic, no zone in it (decision 4.6). */
export interface Recurrence {
  type: RecurrenceType;
  /** Days between two dates, at least 1; counts only for type `interval`. */
  interval: number;
  /** Last date that may occur, inclusive; null for a series without an end. */
  endDay: Day | null;
  /** Day of the month (1–31) a monthly series returns to after a shorter month. */
  anchorDay: number;
}

/** The first date by the rule that is after `due` and not before `notBefore`; null once the series ended. */
export function nextDay(rule: Recurrence, due: Day, notBefore: Day = due): Day | null {
  if (rule.type === 'none') return null;
  const start = parseDate(due);
  const goal = parseDate(notBefore);
  const step = stepDays(rule);
  const next =
    step === null
      ? nextMonth(start, goal, rule.anchorDay)
      : start.add({ days: step * Math.max(1, Math.ceil(daysBetween(start, goal) / step)) });
  const day = next.toString();
  // Adding past the end of the calendar stands still on its last day instead of failing.
  if (day >= '9999-12-31') return null;
  return rule.endDay !== null && day > rule.endDay ? null : day;
}

/** The next `count` dates after `due`, fewer when the series ends: what the dialog shows. */
export function nextDays(rule: Recurrence, due: Day, count: number): Day[] {
  const days: Day[] = [];
  for (let day = nextDay(rule, due); day !== null && days.length < count; day = nextDay(rule, day))
    days.push(day);
  return days;
}

/** The day of the month a series that starts on `due` is anchored to. */
export function anchorOf(due: Day): number {
  return parseDate(due).day;
}

function stepDays(rule: Recurrence): number | null {
  switch (rule.type) {
    case 'daily':
      return 1;
    case 'weekly':
      return 7;
    case 'interval':
      return rule.interval;
    default:
      return null;
  }
}

function nextMonth(start: CalendarDate, goal: CalendarDate, anchorDay: number): CalendarDate {
  const first = start.set({ day: 1 });
  const months = Math.max(1, (goal.year - start.year) * 12 + goal.month - start.month);
  const candidate = first.add({ months }).set({ day: anchorDay });
  return candidate.compare(goal) < 0 ? first.add({ months: months + 1 }).set({ day: anchorDay }) : candidate;
}

function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((to.toDate('UTC').getTime() - from.toDate('UTC').getTime()) / 86_400_000);
}
