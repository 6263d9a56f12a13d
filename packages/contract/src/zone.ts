import { fromDate, parseDate, toCalendarDate } from '@internationalized/date';
import type { Day } from './calendar.ts';

/** The calendar date of an instant in an IANA zone. Throws RangeError for an unknown zone. */
export function dayIn(zone: string, instant: Date): Day {
  return toCalendarDate(fromDate(instant, zone)).toString();
}

/** The zone of this machine. Asking the runtime for it at each call takes as long as a short read. */
export const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone a client named, or null for none and for one this runtime does not know. */
export function knownZone(zone: string | null): string | null {
  return zone && isTimeZone(zone) ? zone : null;
}

/** Names that were found good: to ask the runtime takes longer than most calls. Upper and lower case are many. */
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

/** A date and the one after it: what is due on it lies from the one up to the other, compared as text. */
export function datesOf(today: Day): { today: Day; tomorrow: Day } {
  return { today, tomorrow: parseDate(today).add({ days: 1 }).toString() };
}
