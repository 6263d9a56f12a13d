import { type Day, dayOf, noonOf } from '@onus/contract/dates/calendar';
import { inWords, short } from './words/date-words.ts';

const TIME = { timeStyle: 'short', timeZone: 'UTC' } as const;
/** By locale. Made once, because a list formats the times of all its rows. */
const formats: Record<string, Intl.DateTimeFormat> = {};

/** Today's calendar date where the viewer is, computed at local midnight (rule 19). */
export function todayHere(now = new Date()): Day {
  return dayOf(localTime(now).toISOString());
}

/** "November 5, 2026": how the single-user dashboard shows it. */
export function plainDate(dueDate: string): string {
  const { month, day, year } = inWords(dueDate);
  return `${month} ${day}, ${year}`;
}

/** "November 05, 2026": how a task card shows it elsewhere. */
export function longDate(dueDate: string): string {
  const { month, day, year } = inWords(dueDate);
  return `${month} ${String(day).padStart(2, '0')}, ${year}`;
}

/** "Thu, Nov 5", for several dates in a row. */
export function shortDate(dueDate: string): string {
  const { weekday, month, day } = inWords(dueDate);
  return `${short(weekday)}, ${short(month)} ${day}`;
}

/** "Thursday, November 5", as a headline. */
export function weekdayAndDate(date: Day): string {
  const { weekday, month, day } = inWords(noonOf(date));
  return `${weekday}, ${month} ${day}`;
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

/** "7:40 AM" or "07:40", as the browser's locale has it: a moment by the viewer's own clock. */
export function timeHere(timestamp: string | number, locale?: string): string {
  return timeFormat(locale).format(localTime(new Date(timestamp)));
}

/** "Nov 5, 2:07 PM" or "Nov 5, 14:07": a moment by the viewer's own clock. */
export function momentHere(timestamp: string, locale?: string): string {
  const { month, day } = inWords(localTime(new Date(timestamp)));
  return `${short(month)} ${day}, ${timeHere(timestamp, locale)}`;
}

/** The moment whose UTC fields are those of the viewer's clock. A format keeps its time zone, but a device may travel. */
export function localTime(moment: Date): Date {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
}

function timeFormat(locale = ''): Intl.DateTimeFormat {
  formats[locale] ??= new Intl.DateTimeFormat(locale || undefined, TIME);
  return formats[locale];
}
