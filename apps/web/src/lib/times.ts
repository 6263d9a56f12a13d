import { localTime, timeHere } from './dates.ts';
import { inWords, short } from './words/date-words.ts';

/** The heading of a day's messages. */
export function dayHeading(timestamp: number, now = new Date()): string {
  const ago = daysAgo(timestamp, now);
  if (ago === 0) return 'Today';
  if (ago === 1) return 'Yesterday';
  const { weekday, month, day, year } = inWords(localTime(new Date(timestamp)));
  return year === now.getFullYear() ? `${weekday}, ${month} ${day}` : `${month} ${day}, ${year}`;
}

/** A short form: a time today, a weekday this week, a date before that. */
export function briefly(timestamp: number, now = new Date(), locale?: string): string {
  const ago = daysAgo(timestamp, now);
  if (ago === 0) return timeHere(timestamp, locale);
  const { weekday, month, day, year } = inWords(localTime(new Date(timestamp)));
  if (ago > 0 && ago < 7) return short(weekday);
  return `${short(month)} ${day}${year === now.getFullYear() ? '' : `, ${year}`}`;
}

/** Calendar days between two moments in the reader's zone. Rounded, because a day may have 23 or 25 hours. */
function daysAgo(timestamp: number, now: Date): number {
  return Math.round((midnightOf(now) - midnightOf(new Date(timestamp))) / 86_400_000);
}

function midnightOf(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
