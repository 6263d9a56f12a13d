import { type Day, dayOf, noonOf } from '@onus/contract/calendar';

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
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** The IANA zone of this browser: it decides what "today" is (decision 4.2). */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Today's calendar date where the viewer is, computed at local midnight (spec 9). */
export function todayHere(now = new Date()): Day {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return dayOf(local.toISOString());
}

/** "November 5, 2026": how the single-user dashboard shows it. */
export function plainDate(dueDate: string): string {
  return PLAIN.format(new Date(dueDate));
}

/** "November 05, 2026": how a task card shows it elsewhere. */
export function longDate(dueDate: string): string {
  return LONG.format(new Date(dueDate));
}

/** "Thu, Nov 5": where several dates stand in a row. */
export function shortDate(dueDate: string): string {
  return SHORT.format(new Date(dueDate));
}

/** "today", "tomorrow", "Thu, Nov 5", or in full where the year is another: for a date that is being chosen. */
export function nearDate(day: Day, today: Day): string {
  const tomorrow = dayOf(new Date(Date.parse(noonOf(today)) + 86_400_000).toISOString());
  if (day === today || day === tomorrow) return day === today ? 'today' : 'tomorrow';
  return (day.slice(0, 4) === today.slice(0, 4) ? shortDate : plainDate)(noonOf(day));
}

/** "November 2026", of a month as YYYY-MM. */
export function monthAndYear(month: string): string {
  return MONTH.format(new Date(`${month}-01`));
}

/** "Nov 5, 2:07 PM": a moment by the viewer's own clock. */
export function momentHere(timestamp: string): string {
  return MOMENT.format(new Date(timestamp));
}
