/** Regular expressions of the quick add line: sticky and for whole words. */

/**
 * A pattern of whole words: "mar" does not match "market", nor "fri" "fri-sun". A space matches any white space, and
 * " ?" none as well.
 */
export function words(pattern: string): RegExp {
  return new RegExp(`(?:${pattern.replaceAll(' ?', '\\s*').replaceAll(' ', '\\s+')})${WORD_END}`, 'iy');
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Every possible start of a word: the start, and after a space or opening punctuation. */
export function wordStarts(text: string): number[] {
  return [...text.matchAll(/(?<![^\s("“])[^\s("“]/gu)].map(found => found.index);
}

/** Accepts three letters and every common longer form. */
export const WEEKDAY =
  'mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?';

export const WEEKDAYS = '(?:mon|tues|wednes|thurs|fri|satur|sun)days';

/** 0 for a Monday. */
export function weekdayOf(word: string): number {
  return ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].indexOf(firstThree(word));
}

export const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';

/** 1 for January. */
export function monthOf(word: string): number {
  const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
  return months.indexOf(firstThree(word)) + 1;
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

export const NUMBER = `\\d{1,5}|an?|${NUMBERS.join('|')}`;

export function numberOf(word: string): number {
  if (/^\d/.test(word)) return Number.parseInt(word, 10);
  const name = word.toLowerCase();
  // "a" and "an" mean one and are in neither list.
  return Math.max(NUMBERS.indexOf(name), ORDINALS.indexOf(name), 0) + 1;
}

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

export const ORDINAL = `\\d{1,2}(?:st|nd|rd|th)|${ORDINALS.join('|')}`;

/** A day of the month: "5", "5th", "5.". */
export const DAY_NUMBER = '(?<number>\\d{1,2})(?:st|nd|rd|th|\\.)?';

function firstThree(word: string): string {
  return word.slice(0, 3).toLowerCase();
}

/** Punctuation ends a word only before a space: "12.5" and "5:30" are not "12" and "5". */
const WORD_END = '(?=[,.;:!?)"”…]*(?:\\s|$))';
