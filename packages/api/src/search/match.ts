import { spelledOut } from '@onus/contract/folded';
import { searchNameOf } from '@onus/db/search-index';

/** More words of one text find hardly less, and each is looked up. */
const MOST_WORDS = 10;

/** What FTS5 takes for the characters of a word, and the marks that it leaves out. */
const WORD = /[\p{L}\p{N}\p{Co}\p{M}]+/gu;

/**
 * The FTS5 query for a text: each of its words, or a word that begins like it. Everything else in the text separates
 * words, so it can be no operator of FTS5.
 * @param userId whose rows they have to be; null for everyone's.
 * @returns null for a text without words.
 */
export function matchOf(text: string, userId: string | null): string | null {
  const words = [...new Set(spelledOut(text).match(WORD))].slice(0, MOST_WORDS);
  if (words.length === 0) return null;
  const all = `words : (${words.map(word => `"${word}" *`).join(' AND ')})`;
  return userId === null ? all : `who : "${searchNameOf(userId)}" AND ${all}`;
}
