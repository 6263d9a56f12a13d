import { parseDate } from '@internationalized/date';
import { z } from 'zod';
import type { Day } from './dates/calendar.ts';
import { boundsOf, type MonthBounds } from './dates/month.ts';
import { nameCursor, pageLimit } from './limits/page.ts';

/** Months of the chart "LAST 6 MONTHS", the current one included (rule 19). */
const CHART_MONTHS = 6;

const MONTH_NAME = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** One group of bars. */
export interface ChartMonth extends MonthBounds {
  /** YYYY-MM */
  month: string;
  /** The full name of the month. */
  label: string;
}

/** The last six months, oldest first. Shifts today by whole months, then takes the bounds of that month. */
export function chartMonths(today: Day): ChartMonth[] {
  return Array.from({ length: CHART_MONTHS }, (_, place) => {
    const day = parseDate(today).subtract({ months: CHART_MONTHS - 1 - place });
    const month = day.toString().slice(0, 7);
    return { month, label: MONTH_NAME.format(day.toDate('UTC')), ...boundsOf(month) };
  });
}

/** The pages of the members and how far their tasks are. */
export const listPeopleTasksInput = z
  .object({
    limit: pageLimit,
    /** The `nextCursor` of the previous page. */
    cursor: nameCursor,
  })
  .default({ limit: 50 });

export type ListPeopleTasks = z.output<typeof listPeopleTasksInput>;
