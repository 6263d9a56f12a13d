import type { Day } from '../../dates/calendar.ts';
import { matchAt } from '../words.ts';
import type { Person } from './people.ts';

/**
 * A date as a person wrote it. Its day depends on today and, for a recurring one, on the day from which the coming one
 * counts.
 */
export type NamedDay = (today: Day, from: Day) => Day;

/** The types of a recurring task. */
export type RepeatType = 'daily' | 'weekly' | 'monthly' | 'interval' | 'weekdays' | 'yearly';

export interface Repeat {
  type: RepeatType;
  /** Days between two dates, for type `interval`. */
  interval: number;
  /** Every so many weeks, months or years. */
  every: number;
  /** For type `weekdays`: 1 for Monday to 7, in order. */
  days: readonly number[];
  /** What the next date counts from: the schedule, or the day on which the task is completed. */
  from: 'due' | 'done';
  /** On the last day of each month, however long it is. */
  isMonthEnd: boolean;
  /** The first date, from a day on. */
  first: (from: Day) => Day;
}

export type Meaning =
  /** `isMonthEnd`: a monthly series from this day stays on the last day of each month. */
  | { kind: 'day'; day: NamedDay; isMonthEnd?: boolean }
  | { kind: 'end'; day: NamedDay }
  /** HH:MM. */
  | { kind: 'time'; time: string }
  | { kind: 'repeat'; repeat: Repeat }
  | { kind: 'person'; person: Person }
  /** It looks like a date or a recurrence. Its words stay title and are marked. */
  | { kind: 'unknown' };

/**
 * Where the words have to stand, because they are also common words of titles:
 * - `last`: not before a word of the title, like "sun" in "sun cream"
 * - `lastOrMarked`: the same, and otherwise they are marked, like "on the 5th" in "on the 5th floor"
 * - `edge`: at the start, at the end or beside a date, like "5pm"
 * - `beside`: beside a date, like "1st"
 * - `after`: directly after a date or a recurrence, like "morning"
 * - `afterRepeat`: directly after a recurrence, like "for 3 weeks"
 */
export type Needs = 'last' | 'lastOrMarked' | 'edge' | 'beside' | 'after' | 'afterRepeat';

export interface Part {
  meaning: Meaning;
  needs?: Needs | undefined;
}

/** A part of the text. */
export type PartWords = Part & { end: number };

/** A part, or null for words that stay title. */
type Reader<Given> = (match: RegExpExecArray, given: Given) => Part | Meaning | null;

export type PartTable<Given = null> = readonly (readonly [RegExp, Reader<Given>])[];

export const UNKNOWN: Meaning = { kind: 'unknown' };

/** The part at a position, by the first pattern that matches. */
export function readByTable<Given>(
  table: PartTable<Given>,
  text: string,
  at: number,
  given: Given,
): PartWords | null {
  for (const [pattern, read] of table) {
    const match = matchAt(pattern, text, at);
    if (!match) continue;
    const end = pattern.lastIndex;
    const part = read(match, given);
    if (!part) return null;
    return 'kind' in part ? { end, meaning: part } : { end, ...part };
  }
  return null;
}

/** A pattern whose words look like a date or a recurrence and have no meaning here. */
export function unknown(needs?: Needs): () => Part {
  return () => ({ meaning: UNKNOWN, needs });
}
