import type { Found } from './find.ts';
import { UNKNOWN } from './parts/part.ts';
import { folded } from './plain.ts';

/**
 * The parts that count, from left to right. The last of several dates, times, recurrences or ends counts, and each person
 * once. The others are marked, and so are several dates side by side, as in "mon wed fri".
 */
export function choose(text: string, found: readonly Found[], plain: readonly string[]): Found[] {
  const placed = joinDays(text, nameTom(text, inPlace(text, found)), plain);
  const last = new Map(placed.map(one => [identityOf(one), one]));
  return placed.flatMap(one => {
    const other = last.get(identityOf(one));
    if (other === one || one.meaning.kind === 'unknown') return [one];
    // The same words say the same.
    return other?.words === one.words || one.meaning.kind === 'person' ? [] : [{ ...one, meaning: UNKNOWN }];
  });
}

/** No letters or digits: only spaces and closing punctuation. */
export function isBlank(text: string): boolean {
  return !HAS_TEXT.test(text);
}

const HAS_TEXT = /[^\s,.;:!?)"”…]/u;
const JOIN = /^[\s,]*(?:(?:and|or|to|&|\+|\/|[-–—])\s+)?$/i;

/** Leaves out the words that are only a part in certain places, and stand elsewhere. From right to left. */
function inPlace(text: string, found: readonly Found[]): Found[] {
  const placed: Found[] = [];
  const begin = text.search(HAS_TEXT);
  let tail = text.length;
  for (const [index, one] of [...found.entries()].toReversed()) {
    const isLast = isBlank(text.slice(one.end, tail));
    const next = placed.at(-1);
    const before = found[index - 1];
    const settled = settle(one, {
      isFirst: one.start <= begin,
      isLast,
      before: before && isDate(before) && isJoined(text, before, one) ? before : null,
      next: next && next.meaning.kind !== 'person' && isJoined(text, one, next) ? next : null,
    });
    if (!settled) continue;
    placed.push(settled);
    if (isLast) tail = one.start;
  }
  return placed.toReversed();
}

interface Surroundings {
  isFirst: boolean;
  isLast: boolean;
  /** The date or recurrence directly before. */
  before: Found | null;
  /** The date, time or recurrence directly after. */
  next: Found | null;
}

/** The part, a mark, or null if its words are title. */
function settle(one: Found, { isFirst, isLast, before, next }: Surroundings): Found | null {
  switch (one.needs) {
    case undefined:
      return one;
    case 'last':
      return isLast || next ? one : null;
    case 'lastOrMarked':
      return isLast || next ? one : { ...one, meaning: UNKNOWN };
    case 'edge':
      return isFirst || isLast || before || next ? one : null;
    case 'beside':
      return before || next ? one : null;
    case 'after':
      return before ? one : null;
    case 'afterRepeat':
      return before?.meaning.kind === 'repeat' ? one : null;
  }
}

/** In "call tom fri" tom is a name. */
function nameTom(text: string, found: readonly Found[]): Found[] {
  return found.map((one, index) => {
    const next = found[index + 1];
    const isName =
      one.words === 'tom' && next?.meaning.kind === 'day' && isBlank(text.slice(one.end, next.start));
    return isName ? { ...one, meaning: UNKNOWN } : one;
  });
}

/** Days side by side are no date: they are marked together. */
function joinDays(text: string, found: readonly Found[], plain: readonly string[]): Found[] {
  const groups: Found[][] = [];
  for (const one of found) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    const isSame = one.meaning.kind === 'day' && before?.meaning.kind === 'day';
    if (group && before && isSame && isJoined(text, before, one)) group.push(one);
    else groups.push([one]);
  }
  return groups.flatMap(group => {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last || first === last) return group;
    const { start } = first;
    const { end } = last;
    const words = folded(text.slice(start, end));
    return plain.includes(words) ? [] : [{ start, end, words, meaning: UNKNOWN, needs: undefined }];
  });
}

function isJoined(text: string, before: Found, one: Found): boolean {
  return JOIN.test(text.slice(before.end, one.start));
}

function isDate({ meaning, needs }: Found): boolean {
  const isPlaced = needs === undefined || needs === 'last' || needs === 'lastOrMarked';
  return isPlaced && meaning.kind !== 'person';
}

/** Two parts of one identity say different things about the same. */
function identityOf({ meaning }: Found): string {
  return meaning.kind === 'person' ? meaning.person.id : `a ${meaning.kind}`;
}
