import { type Day, isDay } from '@onus/contract/dates/calendar';
import { nextDay, type Schedule } from '@onus/contract/dates/recurrence';

/** How an event repeats: by a rule that calendars expand, or on dates that are written out. */
export type Repetition = { rule: string[]; until: Day } | { dates: Day[] };

/** Years for which a schedule without an end is in a calendar. */
const YEARS_AHEAD = 2;

/**
 * The repetition of an event on `day`, which is a date of the schedule.
 * @param today the schedule is told until its end, or until two years after the later of both dates.
 */
export function repetitionOf(schedule: Schedule, day: Day, today: Day): Repetition {
  const until = lastDay(schedule, day > today ? day : today);
  const rule = ruleOf(schedule, day);
  if (rule) return { rule, until };
  const dates = [day];
  for (let next = nextDay(schedule, day); next !== null && next <= until; next = nextDay(schedule, next))
    dates.push(next);
  return { dates };
}

function lastDay({ endDay }: Schedule, from: Day): Day {
  const horizon = yearsAfter(from, YEARS_AHEAD);
  return endDay !== null && endDay < horizon ? endDay : horizon;
}

/** The same date of a later year, and Feb 28 for a Feb 29 that it does not have. */
function yearsAfter(day: Day, years: number): Day {
  const year = Math.min(Number(day.slice(0, 4)) + years, 9999);
  const same = `${String(year).padStart(4, '0')}${day.slice(4)}`;
  return isDay(same) ? same : same.replace(/29$/, '28');
}

/** The parts of an RRULE; null where calendars expand none to the dates of the schedule. */
function ruleOf({ type, interval, days, every, anchorDay }: Schedule, day: Day): string[] | null {
  switch (type) {
    case 'daily':
      return ['FREQ=DAILY'];
    case 'interval':
      return ['FREQ=DAILY', ...each(interval)];
    case 'weekly':
      return ['FREQ=WEEKLY', ...each(every)];
    case 'weekdays':
      return ['FREQ=WEEKLY', ...each(every), 'WKST=MO', `BYDAY=${days.map(one => WEEKDAYS[one - 1])}`];
    case 'monthly':
      return anchorDay === 29 || anchorDay === 30
        ? null
        : ['FREQ=MONTHLY', ...each(every), `BYMONTHDAY=${anchorDay === 31 ? -1 : anchorDay}`];
    case 'yearly':
      return ['FREQ=YEARLY', ...each(every), ...dayOfYear(anchorDay, day)];
    case 'none':
      return null;
  }
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

function each(interval: number): string[] {
  return interval > 1 ? [`INTERVAL=${interval}`] : [];
}

/** The last day of a February is on the 28th or the 29th, and every other month has the same days each year. */
function dayOfYear(anchorDay: number, day: Day): string[] {
  const month = Number(day.slice(5, 7));
  const isLast = month === 2 && anchorDay > 28;
  return [`BYMONTH=${month}`, `BYMONTHDAY=${isLast ? -1 : Number(day.slice(8, 10))}`];
}
