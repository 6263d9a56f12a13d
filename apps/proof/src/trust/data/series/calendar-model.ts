/**
 * A simple calendar of a series without any code of the product. It checks day after day whether the series has a date
 * on it.
 */
export interface Series {
  type: 'daily' | 'weekly' | 'monthly' | 'interval' | 'weekdays' | 'yearly';
  interval: number;
  /** 1 for Monday. */
  days: readonly number[];
  every: number;
  /** Whether the next date counts from the day of completion. */
  fromDone: boolean;
  first: string;
  anchor: number;
  end: string | null;
  ended: boolean;
  /** The number of changes of its end. */
  changes: number;
}

const DAY = 86_400_000;
/** Longer than the longest interval of a history, three years, with what a task was moved ahead. */
const FAR = 3_000;

export function addDays(day: string, days: number): string {
  return dateOf(numberOf(day) + days);
}

export function dayOfMonth(day: string): number {
  return Number(day.slice(8));
}

/** The first date of a series after one day and not before another; null after its end. */
export function nextDate(series: Series, after: string, notBefore: string): string | null {
  const start = numberOf(after > notBefore ? after : notBefore);
  for (let number = start; number < start + FAR; number += 1) {
    const day = dateOf(number);
    if (series.end !== null && day > series.end) return null;
    if (day > after && hasDate(series, day)) return day;
  }
  throw new Error(`no date of ${JSON.stringify(series)} follows ${after}`);
}

/** The same series as if its first date were another one. */
export function countedFrom(series: Series, day: string): Series {
  return { ...series, first: day, anchor: dayOfMonth(day) };
}

/** The dates that were asked for, by their number since 1970: a history asks for the same ones again and again. */
const dates = new Map<number, string>();

function dateOf(number: number): string {
  const known = dates.get(number);
  if (known !== undefined) return known;
  const date = new Date(number * DAY).toISOString().slice(0, 10);
  dates.set(number, date);
  return date;
}

function numberOf(day: string): number {
  return Date.parse(day) / DAY;
}

function hasDate({ type, interval, days, every, first, anchor }: Series, day: string): boolean {
  if (day < first) return false;
  const since = numberOf(day) - numberOf(first);
  const months = monthsOf(day) - monthsOf(first);
  switch (type) {
    case 'daily':
      return true;
    case 'interval':
      return since % interval === 0;
    case 'weekly':
      return since % (7 * every) === 0;
    case 'weekdays': {
      const weeks = (numberOf(mondayBefore(day)) - numberOf(mondayBefore(first))) / 7;
      return days.includes(weekdayOf(day)) && weeks % every === 0;
    }
    case 'monthly':
      return months % every === 0 && isAnchor(day, anchor);
    case 'yearly':
      return months % 12 === 0 && (months / 12) % every === 0 && isAnchor(day, anchor);
  }
}

/** The last day of a shorter month stands for the anchor day. */
export function isAnchor(day: string, anchor: number): boolean {
  return dayOfMonth(day) === anchor || (dayOfMonth(day) < anchor && dayOfMonth(addDays(day, 1)) === 1);
}

function monthsOf(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
}

/** 1 for Monday. */
function weekdayOf(day: string): number {
  return ((new Date(day).getUTCDay() + 6) % 7) + 1;
}

function mondayBefore(day: string): string {
  let monday = day;
  while (weekdayOf(monday) !== 1) monday = addDays(monday, -1);
  return monday;
}
