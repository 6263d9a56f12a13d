import { folded } from '../folded.ts';

/** The decimal separator of the reader's locale. */
export type Separator = '.' | ',';

interface Reader {
  separator: Separator;
  /** Removed words, as the `words` of their spans. They are part of the name. */
  plain?: readonly string[];
}

/** A recognized word of the line. */
export interface ItemSpan {
  kind: 'count' | 'price' | 'section';
  /** The word as typed. Removal uses it. */
  words: string;
}

export interface QuickItem {
  name: string;
  /** 1 if the line has none. */
  count: number;
  /** Dollars as a number with a decimal point; null if the line has none. */
  price: string | null;
  /** Null if the line has none. */
  section: string | null;
  /** In the order of the text. */
  spans: ItemSpan[];
}

/**
 * Parses one line as an item: "milk 2 1.39 #dairy". The last decimal number is the price, a whole number before it or
 * alone at the end is the count, also as "x2" or "2x", and the last word after a # is the section. Everything else is the
 * name, and so is all of a line without another word.
 */
export function readItem(text: string, { separator, plain = [] }: Reader): QuickItem {
  const words = text.split(/\s+/u).filter(word => word !== '');
  const isFree = (at: number) => !plain.includes(words[at] ?? '');
  const sectionAt = words.findLastIndex((word, at) => isFree(at) && SECTION.test(word));
  const places = [...words.keys()];
  const others = places.filter(at => at !== sectionAt);
  const priceAt = others.findLast(at => isFree(at) && priceOf(words[at] ?? '', separator) !== null) ?? -1;
  const countAt = others[(priceAt < 0 ? others.length : others.indexOf(priceAt)) - 1] ?? -1;
  const found = new Map<number, ItemSpan['kind']>([
    [sectionAt, 'section'],
    [priceAt, 'price'],
  ]);
  const count = countOf(words[countAt] ?? '');
  if (isFree(countAt) && count !== null) found.set(countAt, 'count');
  const wordOf = (kind: ItemSpan['kind']) => words.find((_word, at) => found.get(at) === kind);
  const name = places.filter(at => !found.has(at)).map(at => words[at]);
  if (name.length === 0) return { ...NOTHING, name: words.join(' ') };
  const price = wordOf('price');
  return {
    name: name.join(' '),
    count: found.has(countAt) ? (count ?? 1) : 1,
    price: price === undefined ? null : priceOf(price, separator),
    section: wordOf('section')?.slice(1) ?? null,
    spans: places.flatMap(at => {
      const kind = found.get(at);
      return kind ? [{ kind, words: words[at] ?? '' }] : [];
    }),
  };
}

/** The name by which two items are the same: without case, accents and needless white space. */
export function itemKey(name: string): string {
  return folded(name).trim().replace(/\s+/gu, ' ');
}

/** The item of this name that is on the list and not in the cart. Case and accents do not count. */
export function toBuy<Item extends { name: string; purchased: boolean }>(
  items: readonly Item[],
  name: string,
): Item | undefined {
  const key = itemKey(name);
  return items.find(item => !item.purchased && itemKey(item.name) === key);
}

/** A # and a letter: "#5" is part of a name. */
const SECTION = /^#\p{L}/u;

const NOTHING = { count: 1, price: null, section: null, spans: [] };

/** A whole number up to the highest count, without leading zeros, as in "2", "x2" or "2x"; null for another word. */
function countOf(word: string): number | null {
  const [, after, alone = after] = /^(?:[x\u00d7]([1-9]\d*)|([1-9]\d*)[x\u00d7]?)$/iu.exec(word) ?? [];
  const count = Number(alone ?? 0);
  return count >= 1 && count <= 1_000_000 ? count : null;
}

/** The digits of a price with a decimal point; null for another word. A $ makes a price of a whole number too. */
function priceOf(word: string, separator: Separator): string | null {
  const [, dollar, whole = '', fraction = ''] = PRICES[separator].exec(word) ?? [];
  if (whole === '' || (dollar === '' && fraction === '')) return null;
  const price = `${whole.replace(/[.,]/g, '')}${fraction.replace(',', '.')}`;
  return Number(price) <= 1_000_000 ? price : null;
}

/** With digits in groups of three or in one, as the locale writes them. */
const PRICES = {
  '.': /^(\$?)(\d{1,3}(?:,\d{3})+|\d{1,7})(\.\d+)?$/,
  ',': /^(\$?)(\d{1,3}(?:\.\d{3})+|\d{1,7})(,\d+)?$/,
};
