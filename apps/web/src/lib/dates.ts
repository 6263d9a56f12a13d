import { type Day, dayOf } from '@onus/contract/calendar';

const PLAIN = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const SHORT = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
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

/** "Thu, Nov 5": where several dates stand in a row. */
export function shortDate(dueDate: string): string {
  return SHORT.format(new Date(dueDate));
}
