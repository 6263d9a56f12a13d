export type Strength = 'weak' | 'fair' | 'strong';

/** Bits from which a password counts as fair and as strong. */
const FAIR = 28;
const STRONG = 45;

/** A word, however long, is one of some thousands; a few more bits are for rare and long ones. */
const WORD = 12;
const LONGER = 1.5;

/**
 * How hard a password is to guess: an estimate without a dictionary, on the low side. Letters in a row count as a word, and
 * what repeats or continues (aaa, 1234, qwerty) as almost nothing.
 */
export function strengthOf(password: string): Strength {
  const bits = bitsOf(password);
  return bits < FAIR ? 'weak' : bits < STRONG ? 'fair' : 'strong';
}

function bitsOf(password: string): number {
  const seen = new Set<string>();
  let bits = 0;
  for (const [run] of password.matchAll(/\p{L}+|\p{N}+|[^\p{L}\p{N}]+/gu)) {
    const plain = run.toLowerCase();
    // The same again is no news.
    if (seen.has(plain)) continue;
    seen.add(plain);
    // Each change from letters to digits or signs is one more thing to guess.
    bits += bitsOfRun(run.replace(/^(.+?)\1+$/iu, '$1')) + 1;
  }
  return bits;
}

function bitsOfRun(run: string): number {
  const characters = [...run];
  const news = characters.filter((one, place) => !follows(characters[place - 1], one)).length;
  const isWord = /^\p{L}/u.test(run);
  const mixed = /^\p{Lu}?\p{Ll}*$|^\p{Lu}+$/u.test(run) ? 0 : 3;
  if (isWord && characters.length > 3)
    return Math.min(WORD + LONGER * (characters.length - 4), 4.7 * news) + mixed;
  return news * (isWord ? 4.7 : /^\p{N}/u.test(run) ? 3.3 : 4);
}

/** Rows of keys, the alphabet and digits, in both directions. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertz'];
const CHAINS = ROWS.flatMap(row => [row, [...row].reverse().join('')]);

function follows(before: string | undefined, one: string): boolean {
  if (before === undefined) return false;
  const pair = (before + one).toLowerCase();
  return before === one || CHAINS.some(chain => chain.includes(pair));
}
