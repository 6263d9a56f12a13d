import { CalendarDate, parseDate } from '@internationalized/date';
import type { Day } from './calendar.ts';

/** Recurrence types of rule 19.7, in the order the dialog offers them. */
export const RECURRENCE_TYPES = [
  'none',
  'daily',
  'weekly',
  'monthly',
  'interval',
  'weekdays',
  'yearly',
] as const;
export type RecurrenceType = (typeof RECURRENCE_TYPES)[number];

/** What the next date counts from: the schedule of the series, or the day on which a task is completed. */
export const RECURRENCE_FROM = ['due', 'done'] as const;
export type RecurrenceFrom = (typeof RECURRENCE_FROM)[number];

/** How dates repeat. Fields that mean nothing for a type are ignored. */
export interface Rhythm {
  type: RecurrenceType;
  /** Days between two dates, at least 1. Only for type `interval`. */
  interval: number;
  /** ISO weekdays, 1 for Monday. Only for type `weekdays`. */
  days: readonly number[];
  /** Every how many weeks, months or years, at least 1. Only for the types of `hasEvery` in rule.ts. */
  every: number;
}

/**
 * The schedule of a series. Its dates count from its first date, independent of moved tasks. Calendar arithmetic without
 * time zones.
 */
export interface Schedule extends Rhythm {
  firstDay: Day;
  /** Day of the month (1–31) a monthly or yearly series returns to after a shorter month. */
  anchorDay: number;
  /** Last date that may occur, inclusive; null for a series without an end. */
  endDay: Day | null;
}

/** A rhythm whose unnamed fields have their defaults. */
export type RhythmInput = Pick<Schedule, 'type'> & Partial<Rhythm>;

interface Bounds {
  /** Null for the day of the first date. */
  anchorDay?: number | null;
  endDay?: Day | null;
}

/** The schedule that begins on a date. */
export function scheduleFrom(firstDay: Day, rhythm: RhythmInput & Bounds): Schedule {
  const { type, interval = 1, days = [], every = 1, endDay = null } = rhythm;
  const anchorDay = rhythm.anchorDay ?? parseDate(firstDay).day;
  return { type, interval, days, every, firstDay, anchorDay, endDay };
}

/** The first date of the schedule after `day` and not before `notBefore`; null if there is none. */
export function nextDay(schedule: Schedule, day: Day, notBefore: Day = day): Day | null {
  if (schedule.type === 'none') return null;
  const tomorrow = parseDate(day).add({ days: 1 }).toString();
  const earliest = later(later(tomorrow, notBefore), schedule.firstDay);
  const next = dateFrom(schedule, earliest)?.toString();
  if (next === undefined || next < earliest || next <= day) return null;
  return schedule.endDay !== null && next > schedule.endDay ? null : next;
}

/**
 * The date after an occurrence that is completed on `today`. It is after all dates that the series has used.
 * @param latestDay the last used date.
 */
export function followUpOf(schedule: Schedule, from: RecurrenceFrom, latestDay: Day, today: Day): Day | null {
  if (from === 'due') return nextDay(schedule, latestDay, today);
  return nextDay(startedOn(schedule, today), later(latestDay, today));
}

/**
 * The date to which an open occurrence can be skipped. From completion, it counts from today or from the date of the
 * occurrence, whichever is later.
 */
export function skipOf(
  schedule: Schedule,
  from: RecurrenceFrom,
  { latestDay, dueDay, today }: { latestDay: Day; dueDay: Day; today: Day },
): Day | null {
  const after = later(latestDay, dueDay);
  if (from === 'due') return nextDay(schedule, after, today);
  return nextDay(startedOn(schedule, later(dueDay, today)), later(after, today));
}

/** The next `count` dates after `day`, or fewer if the series ends. */
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

function later(one: Day, other: Day): Day {
  return one > other ? one : other;
}

/** The same rhythm from another first date, which is also its day of the month. */
export function startedOn(schedule: Schedule, firstDay: Day): Schedule {
  return { ...schedule, firstDay, anchorDay: parseDate(firstDay).day };
}

const LAST_DAY = '9999-12-31';

/** The first date of the schedule that is not before `earliest`, which is not before the first date. */
function dateFrom(schedule: Schedule, earliest: Day): CalendarDate | null {
  const { type, interval, every } = schedule;
  switch (type) {
    case 'none':
      return null;
    case 'daily':
      return parseDate(earliest);
    case 'interval':
      return stepFrom(schedule, interval, earliest);
    case 'weekly':
      return stepFrom(schedule, 7 * every, earliest);
    case 'weekdays':
      return weekdayFrom(schedule, earliest);
    case 'monthly':
      return monthFrom(schedule, every, earliest);
    case 'yearly':
      return monthFrom(schedule, 12 * every, earliest);
  }
}

function stepFrom({ firstDay }: Schedule, step: number, earliest: Day): CalendarDate | null {
  const days = dayNumber(earliest) - dayNumber(firstDay);
  return daysAfter(firstDay, step * Math.ceil(days / step));
}

/** Weeks start on Monday and count from the week of the first date. */
function weekdayFrom({ firstDay, days, every }: Schedule, earliest: Day): CalendarDate | null {
  if (days.length === 0) return null;
  const weekday = isoWeekday(earliest);
  const weeks = (dayNumber(earliest) - weekday - dayNumber(firstDay) + isoWeekday(firstDay)) / 7;
  const inThisWeek = weeks % every === 0 ? days.filter(day => day >= weekday) : [];
  const next =
    inThisWeek.length > 0 ? Math.min(...inThisWeek) : Math.min(...days) + 7 * (every - (weeks % every));
  return daysAfter(earliest, next - weekday);
}

/** Null after the last day of the calendar, which adding more would return again. */
function daysAfter(day: Day, days: number): CalendarDate | null {
  return dayNumber(day) + days > dayNumber(LAST_DAY) ? null : parseDate(day).add({ days });
}

/** The anchor day of every so many months; a shorter month has it on its last day. */
function monthFrom({ firstDay, anchorDay }: Schedule, step: number, earliest: Day): CalendarDate | null {
  const first = monthOf(firstDay);
  const steps = Math.ceil((monthOf(earliest) - first) / step);
  const near = dayOfMonth(first + step * steps, anchorDay);
  const isPast = near !== null && near.toString() < earliest;
  return isPast ? dayOfMonth(first + step * (steps + 1), anchorDay) : near;
}

/** Months since the year 0. */
function monthOf(day: Day): number {
  return 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1;
}

/** Null after the last year of the calendar. */
function dayOfMonth(month: number, day: number): CalendarDate | null {
  const year = Math.floor(month / 12);
  return year > 9999 ? null : new CalendarDate(year, (month % 12) + 1, 1).set({ day });
}

/** 1 for Monday to 7 for Sunday. */
export function isoWeekday(day: Day): number {
  return new Date(day).getUTCDay() || 7;
}

function dayNumber(day: Day): number {
  return Date.parse(day) / 86_400_000;
}
