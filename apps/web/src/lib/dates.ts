import { type Day, dayOf, noonOf } from '@onus/contract/dates/calendar';

const PLAIN = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const LONG = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
});
const SHORT = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const WEEKDAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const MONTH_AND_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const TIME = { timeStyle: 'short', timeZone: 'UTC' } as const;
/** Made once, because a list formats the times of all its rows. */
const OWN_TIME = new Intl.DateTimeFormat(undefined, TIME);

/** Today's calendar date where the viewer is, computed at local midnight (rule 19). */
export function todayHere(now = new Date()): Day {
  return dayOf(localTime(now).toISOString());
}

/** "November 5, 2026": how the single-user dashboard shows it. */
export function plainDate(dueDate: string): string {
  return PLAIN.format(new Date(dueDate));
}

/** "November 05, 2026": how a task card shows it elsewhere. */
export function longDate(dueDate: string): string {
  return LONG.format(new Date(dueDate));
}

/** "Thu, Nov 5", for several dates in a row. */
export function shortDate(dueDate: string): string {
  return SHORT.format(new Date(dueDate));
}

/** "Thursday, November 5", as a headline. */
export function weekdayAndDate(day: Day): string {
  return WEEKDAY.format(new Date(noonOf(day)));
}

/** "today", "tomorrow", "Thu, Nov 5", or in full where the year is another: for a date that is being chosen. */
export function nearDate(day: Day, today: Day): string {
  const tomorrow = dayOf(new Date(Date.parse(noonOf(today)) + 86_400_000).toISOString());
  if (day === today || day === tomorrow) return day === today ? 'today' : 'tomorrow';
  return (day.slice(0, 4) === today.slice(0, 4) ? shortDate : plainDate)(noonOf(day));
}

/** "5:00 PM" or "17:00", as the browser's locale has it, of a time HH:MM. */
export function timeOfDay(time: string, locale?: string): string {
  return timeFormat(locale).format(new Date(`2000-01-01T${time}:00Z`));
}

/** Whether the browser's locale writes the month or the day first. */
export function dateOrder(locale?: string): 'mdy' | 'dmy' {
  const parts = new Intl.DateTimeFormat(locale).formatToParts().map(({ type }) => type);
  return parts.indexOf('month') < parts.indexOf('day') ? 'mdy' : 'dmy';
}

/** "November 2026", of a month as YYYY-MM. */
export function monthAndYear(month: string): string {
  return MONTH.format(new Date(`${month}-01`));
}

/** "7:40 AM" or "07:40", as the browser's locale has it: a moment by the viewer's own clock. */
export function timeHere(timestamp: string | number, locale?: string): string {
  return timeFormat(locale).format(localTime(new Date(timestamp)));
}

/** "Nov 5, 2:07 PM" or "Nov 5, 14:07": a moment by the viewer's own clock. */
export function momentHere(timestamp: string, locale?: string): string {
  return `${MONTH_AND_DAY.format(localTime(new Date(timestamp)))}, ${timeHere(timestamp, locale)}`;
}

/** The moment whose UTC fields are those of the viewer's clock. A format keeps its time zone, but a device may travel. */
function localTime(moment: Date): Date {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
}

function timeFormat(locale: string | undefined): Intl.DateTimeFormat {
  return locale ? new Intl.DateTimeFormat(locale, TIME) : OWN_TIME;
}
