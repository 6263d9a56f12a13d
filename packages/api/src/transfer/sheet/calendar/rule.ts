import { type Day, isDay } from '@onus/contract/dates/calendar';
import {
  isoWeekday,
  nextDay,
  type RhythmInput,
  type Schedule,
  scheduleFrom,
} from '@onus/contract/dates/recurrence';
import { z } from 'zod';

const many = z.union([z.string(), z.number()]).transform(String);
const listed = z.union([many.transform(one => [one]), z.array(many)]).default([]);

/** An RRULE as ical.js reads it. A part that is not named here makes the rule one that Onus does not have. */
const recur = z.strictObject({
  freq: z.string(),
  interval: z.number().int().min(1).max(36_500).default(1),
  until: z.string().optional(),
  count: z.number().int().min(1).optional(),
  wkst: z.union([z.string(), z.number()]).optional(),
  byday: listed,
  bymonthday: listed,
  bymonth: listed,
});

type Recur = z.output<typeof recur>;

/** Dates that are counted for COUNT: almost three years of days. */
const MOST_COUNTED = 1_000;

/** The schedule of an RRULE that begins on a day; null where Onus has none with the same dates. */
export function scheduleOf(rule: unknown, day: Day): Schedule | null {
  const read = recur.safeParse(rule);
  const rhythm = read.success ? rhythmOf(read.data, day) : null;
  if (!read.success || !rhythm) return null;
  const schedule = scheduleFrom(day, rhythm);
  const { until, count } = read.data;
  if (count !== undefined) return counted(schedule, count);
  const end = until?.slice(0, 10) ?? null;
  if (end !== null && (!isDay(end) || end < day)) return null;
  return { ...schedule, endDay: end };
}

function rhythmOf(rule: Recur, day: Day): (RhythmInput & { anchorDay?: number }) | null {
  const { freq, interval, byday, bymonthday, bymonth } = rule;
  const isPlain = byday.length + bymonthday.length + bymonth.length === 0;
  switch (freq) {
    case 'DAILY':
      if (isPlain) return interval === 1 ? { type: 'daily' } : { type: 'interval', interval };
      return interval === 1 && bymonthday.length + bymonth.length === 0 ? weekly(rule, day) : null;
    case 'WEEKLY':
      return bymonthday.length + bymonth.length === 0 ? weekly(rule, day) : null;
    case 'MONTHLY':
      return byday.length + bymonth.length === 0 ? monthly(rule, day) : null;
    case 'YEARLY':
      return yearly(rule, day);
    default:
      return null;
  }
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

function weekly({ interval, byday, wkst }: Recur, day: Day): RhythmInput | null {
  if (interval > 1_000) return null;
  const own = WEEKDAYS[isoWeekday(day) - 1];
  if (byday.length === 0 || (byday.length === 1 && byday[0] === own))
    return { type: 'weekly', every: interval };
  // Weeks of Onus begin on Monday, which ical.js calls 2.
  const isMonday = wkst === undefined || wkst === 'MO' || wkst === 2;
  const isIn = own !== undefined && byday.includes(own);
  return isIn && (isMonday || interval === 1) ? weekdaysOf(byday, interval) : null;
}

function weekdaysOf(byday: readonly string[], every: number): RhythmInput | null {
  const days = [...new Set(byday.map(one => WEEKDAYS.indexOf(one) + 1))];
  return days.length > 0 && !days.includes(0) ? { type: 'weekdays', days, every } : null;
}

function monthly({ interval, bymonthday }: Recur, day: Day): (RhythmInput & { anchorDay?: number }) | null {
  const anchorDay = anchorOf(bymonthday, day);
  return anchorDay === null || interval > 1_000 ? null : { type: 'monthly', every: interval, anchorDay };
}

function yearly(rule: Recur, day: Day): (RhythmInput & { anchorDay?: number }) | null {
  const { interval, byday, bymonthday, bymonth } = rule;
  const month = Number(day.slice(5, 7));
  const isOwnMonth = bymonth.length === 0 ? bymonthday.length === 0 : bymonth.join() === String(month);
  const date = Number(day.slice(8, 10));
  const isOwnDay = bymonthday.length === 0 || bymonthday.join() === String(date);
  // A calendar has Feb 29 in leap years only, Onus on Feb 28 in the others.
  const isLeap = month === 2 && date === 29;
  if (byday.length > 0 || !isOwnMonth || !isOwnDay || isLeap || interval > 1_000) return null;
  return { type: 'yearly', every: interval };
}

/** A calendar leaves out a month without the 29th, 30th or 31st, Onus has the last day of that month. */
function anchorOf(bymonthday: readonly string[], day: Day): number | null {
  const date = Number(day.slice(8, 10));
  if (bymonthday.length === 1 && bymonthday[0] === '-1') return isLastDay(day) ? 31 : null;
  const isOwn = bymonthday.length === 0 || (bymonthday.length === 1 && bymonthday[0] === String(date));
  return isOwn && date <= 28 ? date : null;
}

function isLastDay(day: Day): boolean {
  return new Date(Date.parse(day) + 86_400_000).getUTCDate() === 1;
}

function counted(schedule: Schedule, count: number): Schedule | null {
  if (count > MOST_COUNTED) return null;
  let last = schedule.firstDay;
  for (let n = 1; n < count; n += 1) last = nextDay(schedule, last) ?? last;
  return { ...schedule, endDay: last };
}
