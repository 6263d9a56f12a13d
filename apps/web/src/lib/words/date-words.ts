import { WEEKDAYS } from './weekdays.ts';

// In a table, because the first format of Intl takes 45 ms on a slow phone, and a list would wait for it.
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** The parts of a date in English, by its fields in UTC: "November", 5, 2026, "Thursday". */
export function inWords(moment: string | Date) {
  const date = new Date(moment);
  return {
    year: date.getUTCFullYear(),
    month: MONTHS[date.getUTCMonth()] ?? '',
    day: date.getUTCDate(),
    // Sunday is the last one.
    weekday: WEEKDAYS.at(date.getUTCDay() - 1)?.label ?? '',
  };
}

/** "Nov" or "Thu" */
export function short(name: string): string {
  return name.slice(0, 3);
}
