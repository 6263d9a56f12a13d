import {
  fromDate,
  parseDate,
  parseDateTime,
  toCalendarDate,
  toCalendarDateTime,
  toTimeZone,
  toZoned,
} from '@internationalized/date';
import type { Day } from './calendar.ts';
import { dayAfter } from './month.ts';

/** The calendar date of an instant in an IANA zone. Throws RangeError for an unknown zone. */
export function dayIn(zone: string, instant: Date): Day {
  return toCalendarDate(fromDate(instant, zone)).toString();
}

/** A wall clock reading, 2026-03-05T08:30:00, of one zone as the wall clock of another has it. */
export function inZone(local: string, from: string, to: string): string {
  return toTimeZone(toZoned(parseDateTime(local), from), to)
    .toString()
    .slice(0, 19);
}

/** What a clock in an IANA zone shows at an instant: YYYY-MM-DDTHH:MM, compared as text. */
export function wallClock(zone: string, instant: Date): string {
  return toCalendarDateTime(fromDate(instant, zone)).toString().slice(0, 16);
}

/** The zone of this machine. Reading it from the runtime at each call takes as long as a short read. */
export const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone of a client; null if it is missing or unknown. */
export function knownZone(zone: string | null): string | null {
  return zone && isTimeZone(zone) ? zone : null;
}

/** Valid names. Checking one takes longer than most calls. Limited, because case variants are many. */
const known = new Set<string>();
const MOST_KNOWN = 1_000;

/** True for a zone name this runtime knows. */
export function isTimeZone(zone: string): boolean {
  if (known.has(zone)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    return false;
  }
  if (known.size < MOST_KNOWN) known.add(zone);
  return true;
}

/** A date and the next one. Due dates of the date are between them, compared as text. */
export function datesOf(today: Day): { today: Day; tomorrow: Day } {
  return { today, tomorrow: dayAfter(parseDate(today)) };
}
