import { timeHere } from './dates.ts';

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short' });
const DAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' });
const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const SHORT_AND_YEAR = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

/** The heading of a day's messages. */
export function dayHeading(timestamp: number, now = new Date()): string {
  const ago = daysAgo(timestamp, now);
  if (ago === 0) return 'Today';
  if (ago === 1) return 'Yesterday';
  return (isThisYear(timestamp, now) ? DAY : DAY_AND_YEAR).format(timestamp);
}

/** A short form: a time today, a weekday this week, a date before that. */
export function briefly(timestamp: number, now = new Date(), locale?: string): string {
  const ago = daysAgo(timestamp, now);
  if (ago === 0) return timeHere(timestamp, locale);
  if (ago > 0 && ago < 7) return WEEKDAY.format(timestamp);
  return (isThisYear(timestamp, now) ? SHORT : SHORT_AND_YEAR).format(timestamp);
}

/** Calendar days between two moments in the reader's zone. Rounded, because a day may have 23 or 25 hours. */
function daysAgo(timestamp: number, now: Date): number {
  return Math.round((midnightOf(now) - midnightOf(new Date(timestamp))) / 86_400_000);
}

function midnightOf(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

function isThisYear(timestamp: number, now: Date): boolean {
  return new Date(timestamp).getFullYear() === now.getFullYear();
}
