import { type CalendarDate, parseDate } from '@internationalized/date';
import type { Day } from './calendar.ts';

/** Recurrence types of spec section 9, in the order the dialog offers them. */
export const RECURRENCE_TYPES = ['none', 'daily', 'weekly', 'monthly', 'interval'] as const;
export type RecurrenceType = (typeof RECURRENCE_TYPES)[number];

/**
 * The schedule of a series. Its dates are counted from its own first date, never from where one of its tasks
 * was moved to. Pure calendar arithmetic, no zone in it.
 */
export interface Schedule {
  type: RecurrenceType;
  /** Days between two dates, at least 1; counts only for type `interval`. */
  interval: number;
  firstDay: Day;
  /** Day of the month (1–31) a monthly series returns to after a shorter month. */
  anchorDay: number;
  /** Last date that may occur, inclusive; null for a series without an end. */
  endDay: Day | null;
}

/** The schedule that begins on a date. */
export function scheduleFrom(
  firstDay: Day,
  rule: Pick<Schedule, 'type' | 'interval'> & { endDay?: Day | null },
): Schedule {
  const { type, interval, endDay = null } = rule;
  return { type, interval, firstDay, anchorDay: parseDate(firstDay).day, endDay };
}

/** The first date of the schedule that is after `day` and not before `notBefore`; null when there is none. */
export function nextDay(schedule: Schedule, day: Day, notBefore: Day = day): Day | null {
  if (schedule.type === 'none') return null;
  const tomorrow = parseDate(day).add({ days: 1 });
  const earliest = notBefore > day ? parseDate(notBefore) : tomorrow;
  const step = stepDays(schedule);
  const next = (
    step === null ? monthlyFrom(schedule, earliest) : stepFrom(schedule, step, earliest)
  ).toString();
  // Adding past the end of the calendar stands still on its last day instead of failing.
  if (next <= day || next >= '9999-12-31') return null;
  return schedule.endDay !== null && next > schedule.endDay ? null : next;
}

/** The next `count` dates after `day`, fewer when the series ends: what the dialog shows. */
export function nextDays(schedule: Schedule, day: Day, count: number): Day[] {
  const days: Day[] = [];
  for (
    let next = nextDay(schedule, day);
    next !== null && days.length < count;
    next = nextDay(schedule, next)
  )
    days.push(next);
  return days;
}

function stepDays(schedule: Schedule): number | null {
  switch (schedule.type) {
    case 'daily':
      return 1;
    case 'weekly':
      return 7;
    case 'interval':
      return schedule.interval;
    default:
      return null;
  }
}

function stepFrom({ firstDay }: Schedule, step: number, earliest: CalendarDate): CalendarDate {
  const days = (Date.parse(earliest.toString()) - Date.parse(firstDay)) / 86_400_000;
  return parseDate(firstDay).add({ days: step * Math.max(0, Math.ceil(days / step)) });
}

/** The anchor day of this month, if it is still to come: otherwise that of the next. */
function monthlyFrom({ anchorDay }: Schedule, earliest: CalendarDate): CalendarDate {
  const inMonth = earliest.set({ day: anchorDay });
  if (inMonth.compare(earliest) >= 0) return inMonth;
  return earliest.set({ day: 1 }).add({ months: 1 }).set({ day: anchorDay });
}
