/** Regular expressions as the quick add reads them: from one place on, and whole words only. */

/** A pattern of words. It ends where a word does: "mar" is not in "market", nor "fri" in "fri-sun". */
export function words(pattern: string): RegExp {
  return new RegExp(`(?:${pattern.replaceAll(' ', '\\s+')})${WORD_END}`, 'iy');
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Every place where a word may begin: the beginning, and after a space or an opening mark. */
export function wordStarts(text: string): number[] {
  return [...text.matchAll(/(?<![^\s("“])[^\s("“]/gu)].map(found => found.index);
}

/** How words are compared: without case, and any space is one space. */
export function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ');
}

/** The words that are still taken back once the text has changed: those that are gone from it are forgotten. */
export function stillPlain(text: string, plain: readonly string[]): string[] {
  return plain.filter(taken => folded(text).includes(taken));
}

/** Three letters are enough, and so is every customary form in between. */
export const WEEKDAY =
  'mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?';

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
  if (/^\d/.test(word)) return Number(word);
  // "a" and "an" are not in the list: they are one.
  return Math.max(NUMBERS.indexOf(word.toLowerCase()), 0) + 1;
}

function firstThree(word: string): string {
  return word.slice(0, 3).toLowerCase();
}

/** Punctuation ends a word only where the text goes on with a space: "12.5" and "5:30" are no "12" and "5". */
const WORD_END = '(?=[,.;:!?)"”…]*(?:\\s|$))';
