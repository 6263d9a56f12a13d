import { type DateReader, readDate, readDateMark } from './parts/dates.ts';
import { readDayOfMonth } from './parts/days-of-year.ts';
import { type Meaning, type Needs, type PartWords, UNKNOWN } from './parts/part.ts';
import { type Person, readPerson } from './parts/people.ts';
import { readRepeat } from './parts/repeat.ts';
import { readTime } from './parts/times.ts';
import { folded } from './plain.ts';
import { matchAt, wordStarts } from './words.ts';

export interface Reader extends DateReader {
  /** The people for @. With an empty list every @ stays title. */
  people: readonly Person[];
  /** The person that "@me" names, if they are one of the people. */
  me: string;
  /** Removed words, by the text of their spans. They are title. */
  plain: readonly string[];
}

export interface Place {
  start: number;
  end: number;
  /** Its text in lower case with single spaces. Removal uses it. */
  words: string;
}

export interface Found extends Place {
  meaning: Meaning;
  needs: Needs | undefined;
}

/** All candidates from left to right, without overlaps. */
export function findAll(text: string, reader: Reader): Found[] {
  const found: Found[] = [];
  let at = 0;
  for (const start of wordStarts(text)) {
    if (start < at) continue;
    const part = readAt(text, start, reader);
    if (!part) continue;
    const { end, meaning, needs } = part;
    at = end;
    const words = folded(text.slice(start, end));
    if (!reader.plain.includes(words)) found.push({ start, end, words, meaning, needs });
  }
  return found;
}

function readAt(text: string, at: number, reader: Reader): PartWords | null {
  const named = readPerson(text, at, reader.people, reader.me);
  if (named) return { end: named.end, meaning: { kind: 'person', person: named.person } };
  return (
    readRepeat(text, at, reader.order) ??
    readEnd(text, at, reader) ??
    readDue(text, at, reader) ??
    readAround(text, at, reader) ??
    readDate(text, at, reader) ??
    readDayOfMonth(text, at) ??
    readTime(text, at) ??
    readDateMark(text, at)
  );
}

const UNTIL = /(?:until|till?|ending(?:\s+on)?)\s+/iy;
const BEFORE_DATE =
  /(?:(?:due|starting|beginning)(?:\s+(?:on|by|from))?|on|by|at|from|(?:this\s+)?coming|this)\s+/iy;
const AROUND_DATE = /(?:before|after|since)\s+/iy;

function readEnd(text: string, at: number, reader: Reader): PartWords | null {
  if (!matchAt(UNTIL, text, at)) return null;
  const from = UNTIL.lastIndex;
  const dated = readDate(text, from, reader) ?? readDayOfMonth(text, from);
  if (!dated) return null;
  const { end, meaning } = dated;
  return { end, meaning: meaning.kind === 'day' ? { kind: 'end', day: meaning.day } : UNKNOWN };
}

/** A date with its preposition, which makes a date of "sun". */
function readDue(text: string, at: number, reader: Reader): PartWords | null {
  if (!matchAt(BEFORE_DATE, text, at)) return null;
  const dated = readDate(text, BEFORE_DATE.lastIndex, reader);
  return dated && { end: dated.end, meaning: dated.meaning };
}

/** "before fri" names no day. */
function readAround(text: string, at: number, reader: Reader): PartWords | null {
  const dated = matchAt(AROUND_DATE, text, at) && readDate(text, AROUND_DATE.lastIndex, reader);
  return dated && !dated.needs ? { end: dated.end, meaning: UNKNOWN } : null;
}
