import { type CalendarDate, endOfMonth, parseDate, startOfMonth } from '@internationalized/date';
import { type Day, isDay } from './calendar.ts';

/** A due date counts in a month when it lies strictly between these, as canonical text (rule 4.7). */
export interface MonthBounds {
  after: string;
  before: string;
}

/** True for YYYY-MM of a month that exists. */
export function isMonth(value: string): boolean {
  return isDay(`${value}-01`);
}

/** One millisecond outside the month at either end, so that each of its days counts once. */
export function boundsOf(month: string): MonthBounds {
  const day = parseDate(`${month}-15`);
  return {
    after: `${startOfMonth(day).subtract({ days: 1 })}T23:59:59.999Z`,
    before: `${dayAfter(endOfMonth(day))}T00:00:00.000Z`,
  };
}

/** The next date, as an end for texts: behind the last date of the calendar there is none, but a text that sorts after it. */
export function dayAfter(date: CalendarDate): Day {
  const next = date.add({ days: 1 });
  return next.compare(date) > 0 ? next.toString() : '9999-12-32';
}
