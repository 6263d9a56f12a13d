import type { Day } from './calendar.ts';
import { coming, type NamedDay, readDate } from './quick-dates.ts';
import { type Person, readPerson, readStranger, type Stranger } from './quick-people.ts';
import { type Repeat, readRepeat } from './quick-repeat.ts';
import { folded, matchAt, wordStarts, words } from './quick-words.ts';
import type { RecurrenceType } from './recurrence.ts';

interface Reader {
  today: Day;
  /** Who may be named with an @; an empty list leaves every @ in the title. */
  people: readonly Person[];
  /** The person that "@me" names, if they are one of the people. */
  me: string;
  /** Words that were taken back, as their spans have them: they are title. */
  plain: readonly string[];
}

/** Words of the text that are not title. */
export type Span = Place & ({ kind: 'day' | 'repeat' | 'end' } | { kind: 'person'; person: Person });

interface Place {
  start: number;
  end: number;
  /** What is read there, without case and with single spaces: by this it is taken back. */
  words: string;
}

export interface QuickEntry {
  title: string;
  /** Today where the text names no date. */
  day: Day;
  recurrenceType: RecurrenceType;
  interval: number;
  endDay: Day | null;
  assignees: string[];
  /** In the order of the text, without overlaps. */
  spans: Span[];
  /** Names in the title that may have been meant for people, each once. */
  strangers: Stranger[];
}

/**
 * Reads what a person types in one line as a task. Of several dates, repetitions or ends the last one counts
 * and the others stay title. Words that also mean something else, as in "sun cream" or "weekly report",
 * count only where no title follows them.
 */
export function readQuickEntry(text: string, reader: Reader): QuickEntry {
  const chosen = choose(text, findAll(text, reader));
  const repeat = ofKind(chosen, 'repeat')?.repeat;
  const day = dueDay(reader.today, ofKind(chosen, 'day')?.day, repeat);
  const until = ofKind(chosen, 'end')?.day;
  return {
    title: titleOf(text, chosen),
    day,
    recurrenceType: repeat?.type ?? 'none',
    interval: repeat?.interval ?? 1,
    endDay: until?.(reader.today, laterOf(day, reader.today)) ?? null,
    assignees: chosen.flatMap(one => (one.kind === 'person' ? [one.person.id] : [])),
    spans: chosen.map(spanOf),
    strangers: strangersIn(text, reader),
  };
}

type Meaning =
  | { kind: 'day'; day: NamedDay }
  | { kind: 'end'; day: NamedDay }
  | { kind: 'repeat'; repeat: Repeat }
  | { kind: 'person'; person: Person };

type Found = Place & Meaning;

/** Null stands for words that are to stay title as a whole. */
type Reading = { end: number; meaning: Meaning | null };

const UNTIL = words('until|till?');
const BEFORE_DATE = words('on|by|due|from|starting|this');

/** Everything that could be meant, from left to right. */
function findAll(text: string, reader: Reader): Found[] {
  const found: Found[] = [];
  let at = 0;
  for (const start of wordStarts(text)) {
    if (start < at) continue;
    const reading = readAt(text, start, reader);
    if (!reading) continue;
    at = reading.end;
    const place = { start, end: reading.end, words: folded(text.slice(start, reading.end)) };
    if (reading.meaning && !reader.plain.includes(place.words)) found.push({ ...place, ...reading.meaning });
  }
  return found;
}

function readAt(text: string, at: number, { people, me }: Reader): Reading | null {
  const named = readPerson(text, at, people, me);
  if (named) return { end: named.end, meaning: { kind: 'person', person: named.person } };
  const repeated = readRepeat(text, at);
  if (repeated) {
    const { end, repeat } = repeated;
    return { end, meaning: repeat && { kind: 'repeat', repeat } };
  }
  return readDated(text, at, UNTIL, 'end') ?? readDated(text, at, BEFORE_DATE, 'day') ?? readDay(text, at);
}

function strangersIn(text: string, { people, me }: Reader): Stranger[] {
  const found = wordStarts(text).map(start => readStranger(text, start, people, me));
  return [...new Map(found.flatMap(one => (one ? [[folded(one.name), one]] : []))).values()];
}

/** A date with a word before it that belongs to it. */
function readDated(text: string, at: number, before: RegExp, kind: 'day' | 'end'): Reading | null {
  const match = matchAt(before, text, at);
  if (!match) return null;
  const space = /\s+/y;
  return matchAt(space, text, before.lastIndex) ? readDay(text, space.lastIndex, kind) : null;
}

function readDay(text: string, at: number, kind: 'day' | 'end' = 'day'): Reading | null {
  const dated = readDate(text, at);
  return dated && { end: dated.end, meaning: dated.day && { kind, day: dated.day } };
}

/** An end belongs to a repetition: "stay until fri" has none. */
function choose(text: string, found: readonly Found[]): Found[] {
  const chosen = chooseLast(text, found);
  if (ofKind(chosen, 'repeat')) return chosen;
  return chooseLast(
    text,
    found.filter(({ kind }) => kind !== 'end'),
  );
}

/** From right to left: the last of a kind counts, and a person once. */
function chooseLast(text: string, found: readonly Found[]): Found[] {
  const chosen: Found[] = [];
  let tail = text.length;
  for (const one of found.toReversed()) {
    const isLast = !HAS_TEXT.test(text.slice(one.end, tail));
    if (AMBIGUOUS.test(one.words) && !isLast) continue;
    if (chosen.some(other => isSame(one, other))) continue;
    chosen.unshift(one);
    if (isLast) tail = one.start;
  }
  return chosen;
}

/** English words, names and adjectives before they are dates. */
const AMBIGUOUS = /^(?:sun|sat|wed|daily|weekly|monthly)$/;
const HAS_TEXT = /[^\s,.;:!?)"”…]/u;

function isSame(one: Found, other: Found): boolean {
  if (one.kind === 'person' && other.kind === 'person') return one.person.id === other.person.id;
  return one.kind === other.kind;
}

function dueDay(today: Day, named: NamedDay | undefined, repeat: Repeat | undefined): Day {
  const day = named?.(today, today) ?? today;
  const weekday = repeat?.weekday ?? null;
  return weekday === null ? day : coming(weekday, day);
}

function laterOf(day: Day, other: Day): Day {
  return day > other ? day : other;
}

function ofKind<Kind extends Found['kind']>(chosen: readonly Found[], kind: Kind) {
  return chosen.find((one): one is Extract<Found, { kind: Kind }> => one.kind === kind);
}

/** What is left of the text, with one space or none where words were taken out. */
function titleOf(text: string, spans: readonly Place[]): string {
  const starts = [0, ...spans.map(({ end }) => end)];
  const ends = [...spans.map(({ start }) => start), text.length];
  const pieces = starts.map((start, index) => text.slice(start, ends[index]));
  const title = pieces.reduce(joined).trim();
  // A comma or a dash at the end led to what is no longer there.
  const isCut = pieces.length > 1 && !HAS_TEXT.test(pieces.at(-1) ?? '');
  return isCut ? title.replace(/(?:\s*[,;:]|\s[-–—])+$/u, '').trimEnd() : title;
}

function joined(title: string, rest: string): string {
  const [before, after] = [title.trimEnd(), rest.trimStart()];
  if (before === '') return after.replace(/^[,;:]+\s*/u, '');
  if (after === '') return before;
  return /^[,.;:!?)"”…]/u.test(after) ? before + after : `${before} ${after}`;
}

function spanOf(found: Found): Span {
  const { start, end, words: said } = found;
  const place = { start, end, words: said };
  return found.kind === 'person'
    ? { ...place, kind: 'person', person: found.person }
    : { ...place, kind: found.kind };
}
