import { matchAt, NUMBER, numberOf, WEEKDAY, weekdayOf, words } from './quick-words.ts';
import type { RecurrenceType } from './recurrence.ts';

export interface Repeat {
  type: Exclude<RecurrenceType, 'none'>;
  interval: number;
  /** The weekday it falls on, 0 for a Monday, where one was named. */
  weekday: number | null;
}

interface RepeatWords {
  end: number;
  /** Null for a repetition that a task cannot have: the words stay text as a whole. */
  repeat: Repeat | null;
}

/** The repetition that is written at a place of the text, if there is one. */
export function readRepeat(text: string, at: number): RepeatWords | null {
  for (const [pattern, read] of REPEATS) {
    const match = matchAt(pattern, text, at);
    if (match) return { end: pattern.lastIndex, repeat: read(match) };
  }
  return null;
}

type RepeatReader = (match: RegExpExecArray) => Repeat | null;

const REPEATS: readonly (readonly [RegExp, RepeatReader])[] = [
  [words('daily'), () => every(1, 'day')],
  [words('weekly'), () => every(1, 'week')],
  [words('monthly'), () => every(1, 'month')],
  [words(`(?:every|each) (?:(other|${NUMBER}) )?(day|week|month|year)s?`), readCount],
  // One task has one weekday.
  [words(`(?:every|each) (?:${WEEKDAY})(?:(?:\\s*[,&+/]\\s*| and | or )(?:${WEEKDAY}))+`), () => null],
  [words(`(?:every|each) (other )?(${WEEKDAY})`), readWeekday],
];

function readCount([, number, unit = '']: RegExpExecArray): Repeat | null {
  return every(countOf(number), unit.toLowerCase());
}

function readWeekday([, other, name = '']: RegExpExecArray): Repeat | null {
  const repeat = every(other ? 2 : 1, 'week');
  return repeat && { ...repeat, weekday: weekdayOf(name) };
}

function countOf(number: string | undefined): number {
  if (!number) return 1;
  return number.toLowerCase() === 'other' ? 2 : numberOf(number);
}

/** Whole months and years other than one month are not to be had in days. */
function every(count: number, unit: string): Repeat | null {
  if (unit === 'month') return count === 1 ? repeating('monthly', 1) : null;
  if (unit === 'year') return null;
  const days = unit === 'week' ? count * 7 : count;
  if (days === 1) return repeating('daily', 1);
  if (days === 7 && unit === 'week') return repeating('weekly', 1);
  return days >= 1 && days <= LONGEST_INTERVAL ? repeating('interval', days) : null;
}

function repeating(type: Repeat['type'], interval: number): Repeat {
  return { type, interval, weekday: null };
}

/** What task.ts accepts. */
const LONGEST_INTERVAL = 36_500;
