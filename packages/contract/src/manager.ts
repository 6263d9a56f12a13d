import { type CalendarDate, endOfMonth, parseDate, startOfMonth } from '@internationalized/date';
import type { Day } from './calendar.ts';

/** Months of the chart "LAST 6 MONTHS", the current one included (spec 9). */
const CHART_MONTHS = 6;

const MONTH_NAME = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** One group of bars: a due date counts in it when it lies strictly between the bounds, as text. */
export interface ChartMonth {
  /** YYYY-MM */
  month: string;
  /** The full name of the month. */
  label: string;
  /** Canonical text, one millisecond outside the month at either end (decision 4.7). */
  after: string;
  before: string;
}

/** The last six months, oldest first: today is shifted by whole months first, then the month is bounded. */
export function chartMonths(today: Day): ChartMonth[] {
  return Array.from({ length: CHART_MONTHS }, (_, place) =>
    boundsOf(parseDate(today).subtract({ months: CHART_MONTHS - 1 - place })),
  );
}

function boundsOf(day: CalendarDate): ChartMonth {
  return {
    month: day.toString().slice(0, 7),
    label: MONTH_NAME.format(day.toDate('UTC')),
    after: `${startOfMonth(day).subtract({ days: 1 })}T23:59:59.999Z`,
    before: `${endOfMonth(day).add({ days: 1 })}T00:00:00.000Z`,
  };
}
