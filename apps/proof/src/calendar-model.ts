/**
 * The calendar of a series, told as simply as it can be and without a line of the product: one looks at one
 * day after the other whether the series has a date on it.
 */
export interface Series {
  type: 'daily' | 'weekly' | 'monthly' | 'interval';
  interval: number;
  first: string;
  anchor: number;
  end: string | null;
  ended: boolean;
}

const DAY = 86_400_000;
/** Further than any rule of a history leaps. */
const FAR = 500;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

export function dayOfMonth(day: string): number {
  return Number(day.slice(8));
}

/** The first date of a series after one day and not before another; null after its end. */
export function nextDate(series: Series, after: string, notBefore: string): string | null {
  for (let days = 1; days < FAR; days += 1) {
    const day = addDays(after > notBefore ? after : notBefore, days - 1);
    if (series.end !== null && day > series.end) return null;
    if (day > after && hasDate(series, day)) return day;
  }
  throw new Error(`no date of ${JSON.stringify(series)} follows ${after}`);
}

function hasDate({ type, interval, first, anchor }: Series, day: string): boolean {
  const since = Math.round((Date.parse(day) - Date.parse(first)) / DAY);
  if (type === 'monthly') {
    const isLast = addDays(day, 1).slice(8) === '01';
    return dayOfMonth(day) === anchor || (isLast && dayOfMonth(day) < anchor);
  }
  const step = { daily: 1, weekly: 7, interval }[type];
  return since >= 0 && since % step === 0;
}
