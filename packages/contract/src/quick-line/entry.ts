import type { Day } from '../dates/calendar.ts';
import { choose } from './choose.ts';
import { type Found, findAll, type Place, type Reader } from './find.ts';
import { type Meaning, type RepeatType, UNKNOWN } from './parts/part.ts';
import { type Person, readName, readStranger, type Stranger } from './parts/people.ts';
import { folded } from './plain.ts';
import { titleOf } from './title.ts';
import { wordStarts } from './words.ts';

/** A recognized part of the text, or one of kind `unknown`, whose words stay title. */
export type Span = Place &
  ({ kind: 'day' | 'time' | 'repeat' | 'end' } | { kind: 'unknown' } | { kind: 'person'; person: Person });

export interface QuickEntry {
  title: string;
  /** Today if the text has no date. */
  day: Day;
  /** HH:MM by the wall clock of the reader, or null. */
  dueTime: string | null;
  recurrenceType: 'none' | RepeatType;
  /** Days between two dates, for type `interval`. */
  recurrenceInterval: number;
  /** The weekdays of type `weekdays`: 1 for Monday to 7. */
  recurrenceDays: number[];
  /** Every so many weeks, months or years. */
  recurrenceEvery: number;
  /** What the next date counts from: the schedule, or the day of completion. */
  recurrenceFrom: 'due' | 'done';
  /** 31 for a series on the last day of each month, whose first month may be shorter; else null. */
  recurrenceAnchor: 31 | null;
  endDay: Day | null;
  assignees: string[];
  /** In the order of the text, without overlaps. */
  spans: Span[];
  /** Unknown names in the title, without duplicates. */
  strangers: Stranger[];
}

/**
 * Parses one line as a task. What looks like a date or a recurrence and has no meaning, or one that contradicts the rest
 * of the line, is marked: a span of kind `unknown`.
 */
export function readQuickEntry(text: string, reader: Reader): QuickEntry {
  const { parts, day, endDay } = understood(text, findAll(text, reader), reader);
  const repeat = ofKind(parts, 'repeat')?.repeat;
  return {
    title: titleOf(
      text,
      parts.filter(({ meaning }) => meaning.kind !== 'unknown'),
    ),
    day,
    dueTime: ofKind(parts, 'time')?.time ?? null,
    recurrenceType: repeat?.type ?? 'none',
    recurrenceInterval: repeat?.interval ?? 1,
    recurrenceDays: [...(repeat?.days ?? [])],
    recurrenceEvery: repeat?.every ?? 1,
    recurrenceFrom: repeat?.from ?? 'due',
    recurrenceAnchor: isOnMonthEnd(parts) ? 31 : null,
    endDay,
    assignees: parts.flatMap(({ meaning }) => (meaning.kind === 'person' ? [meaning.person.id] : [])),
    spans: parts.map(spanOf),
    strangers: strangersIn(text, reader),
  };
}

/** The names after an @, without duplicates. For a reader without people they are title, and not strangers. */
export function namesIn(text: string): string[] {
  const names = wordStarts(text).map(start => readName(text, start));
  return [...new Map(names.flatMap(name => (name ? [[folded(name), name]] : []))).values()];
}

interface Understood {
  parts: readonly Found[];
  day: Day;
  endDay: Day | null;
}

/** Marks parts until the rest makes sense together. */
function understood(text: string, found: readonly Found[], reader: Reader): Understood {
  const { today, plain } = reader;
  const parts = choose(text, found, plain);
  const repeat = ofKind(parts, 'repeat')?.repeat;
  const named = ofKind(parts, 'day')?.day(today, today) ?? today;
  const day = repeat?.first(named) ?? named;
  const endDay = ofKind(parts, 'end')?.day(today, laterOf(day, today)) ?? null;
  const without = (kind: Meaning['kind']) =>
    understood(
      text,
      found.map(one => (one.meaning.kind === kind ? { ...one, meaning: UNKNOWN } : one)),
      reader,
    );
  // "stay until fri", and an end before the first date.
  if (endDay !== null && (!repeat || endDay < day)) return without('end');
  return { parts, day, endDay };
}

function laterOf(day: Day, other: Day): Day {
  return day > other ? day : other;
}

/** "end of month every month" stays at the end too. From completion, the day of completion decides. */
function isOnMonthEnd(parts: readonly Found[]): boolean {
  const repeat = ofKind(parts, 'repeat')?.repeat;
  if (repeat?.type !== 'monthly' || repeat.from === 'done') return false;
  return repeat.isMonthEnd || ofKind(parts, 'day')?.isMonthEnd === true;
}

function ofKind<Kind extends Meaning['kind']>(parts: readonly Found[], kind: Kind) {
  return parts
    .map(({ meaning }) => meaning)
    .find((meaning): meaning is Extract<Meaning, { kind: Kind }> => meaning.kind === kind);
}

function spanOf({ start, end, words, meaning }: Found): Span {
  const place = { start, end, words };
  return meaning.kind === 'person'
    ? { ...place, kind: 'person', person: meaning.person }
    : { ...place, kind: meaning.kind };
}

function strangersIn(text: string, { people, me }: Reader): Stranger[] {
  const found = wordStarts(text).map(start => readStranger(text, start, people, me));
  return [...new Map(found.flatMap(one => (one ? [[folded(one.name), one]] : []))).values()];
}
