import { type CalendarDate, type DateDuration, parseDate } from '@internationalized/date';
import { type Day, isDay } from './calendar.ts';
import { MONTH, matchAt, monthOf, NUMBER, numberOf, WEEKDAY, weekdayOf, words } from './quick-words.ts';

/**
 * A date as a person wrote it. Which day it is depends on today and, for one that comes round again, on the
 * day from which the coming one counts.
 */
export type NamedDay = (today: Day, from: Day) => Day;

interface DateWords {
  end: number;
  /** Null for words that look like a date and name none that could be meant: they stay text as a whole. */
  day: NamedDay | null;
}

/** The date that is written at a place of the text, if there is one. */
export function readDate(text: string, at: number): DateWords | null {
  for (const [pattern, read] of DATES) {
    const match = matchAt(pattern, text, at);
    if (match) return { end: pattern.lastIndex, day: read(match) };
  }
  return null;
}

/** The first such weekday from a day on, which itself counts. */
export function coming(weekday: number, from: Day): Day {
  const days = (weekday - weekdayIn(parseDate(from)) + 7) % 7;
  return after(from, { days });
}

type DateReader = (match: RegExpExecArray) => NamedDay | null;

const ORDINAL = '(\\d{1,2})(?:st|nd|rd|th)?';

/**
 * Numbers with slashes or dots are no dates: 3/12 is another day in another country, and 24/7, 1/2 and 12.5
 * are no days at all. An ISO date is one everywhere.
 */
const DATES: readonly (readonly [RegExp, DateReader])[] = [
  [words('\\d{4}-\\d{2}-\\d{2}'), ([iso]) => (isDay(iso) ? () => iso : null)],
  [words('today|tonight'), () => today => today],
  [words('tomorrow|tmrw?'), () => today => after(today, { days: 1 })],
  [words('(?:the )?day after tomorrow'), () => today => after(today, { days: 2 })],
  [
    words(WEEKDAY),
    ([name]) =>
      (_today, from) =>
        coming(weekdayOf(name), from),
  ],
  [words(`last (?:${WEEKDAY})`), () => null],
  [
    words(`next (${WEEKDAY})`),
    ([, name = '']) =>
      today =>
        after(nextMonday(today), { days: weekdayOf(name) }),
  ],
  [words('next week'), () => nextMonday],
  [words('next month'), () => today => parseDate(today).set({ day: 1 }).add({ months: 1 }).toString()],
  [words(`in (${NUMBER}) (day|week|month)s?`), readDistance],
  [
    words(`${ORDINAL}(?: of)? (${MONTH})(?:,? (20\\d\\d))?`),
    ([, day, month, year]) => yearly(month, day, year),
  ],
  [words(`(${MONTH}) ${ORDINAL}(?:,? (20\\d\\d))?`), ([, month, day, year]) => yearly(month, day, year)],
];

function readDistance([, number = '', unit = '']: RegExpExecArray): NamedDay {
  const count = numberOf(number);
  return today => after(today, { [`${unit.toLowerCase()}s`]: count });
}

/** A day of the year: the coming one, unless its year is named. */
function yearly(month = '', day = '', year?: string): NamedDay | null {
  const tail = `-${twoDigits(monthOf(month))}-${twoDigits(Number(day))}`;
  if (year) return isDay(year + tail) ? () => year + tail : null;
  // In a leap year every day of any year exists.
  return isDay(`2000${tail}`) ? (_today, from) => comingYearly(tail, from) : null;
}

/** February 29 may be eight years away. */
function comingYearly(tail: string, from: Day): Day {
  const first = Number(from.slice(0, 4));
  const days = Array.from({ length: 9 }, (_, years) => String(first + years).padStart(4, '0') + tail);
  return days.find(day => isDay(day) && day >= from) ?? from;
}

/** The week begins on Monday: "next fri" and "next week" are in the one after today's. */
function nextMonday(today: Day): Day {
  return after(today, { days: 7 - weekdayIn(parseDate(today)) });
}

/** 0 for a Monday. */
function weekdayIn(date: CalendarDate): number {
  return (new Date(date.toDate('UTC')).getUTCDay() + 6) % 7;
}

function after(day: Day, distance: DateDuration): Day {
  return parseDate(day).add(distance).toString();
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
