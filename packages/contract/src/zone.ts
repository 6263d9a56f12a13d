import { fromDate, parseDate, toCalendarDate } from '@internationalized/date';
import type { Day } from './calendar.ts';

/** The calendar date of an instant in an IANA zone. Throws RangeError for an unknown zone. */
export function dayIn(zone: string, instant: Date): Day {
  return toCalendarDate(fromDate(instant, zone)).toString();
}

/** True for a zone name this runtime knows. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

/** A date and the one after it: what is due on it lies from the one up to the other, compared as text. */
export function datesOf(today: Day): { today: Day; tomorrow: Day } {
  return { today, tomorrow: parseDate(today).add({ days: 1 }).toString() };
}
