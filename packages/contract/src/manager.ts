import { parseDate } from '@internationalized/date';
import type { Day } from './calendar.ts';
import { boundsOf, type MonthBounds } from './month.ts';

/** Months of the chart "LAST 6 MONTHS", the current one included (spec 9). */
const CHART_MONTHS = 6;

const MONTH_NAME = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** One group of bars. */
export interface ChartMonth extends MonthBounds {
  /** YYYY-MM */
  month: string;
  /** The full name of the month. */
  label: string;
}

/** The last six months, oldest first: today is shifted by whole months first, then the month is bounded. */
export function chartMonths(today: Day): ChartMonth[] {
  return Array.from({ length: CHART_MONTHS }, (_, place) => {
    const day = parseDate(today).subtract({ months: CHART_MONTHS - 1 - place });
    const month = day.toString().slice(0, 7);
    return { month, label: MONTH_NAME.format(day.toDate('UTC')), ...boundsOf(month) };
  });
}
