import { BUDGETS } from '@onus/contract/limits/budgets';

/** At least as many bytes as a row of any list has besides its texts: names of fields, ids, times, flags. */
const ROW = 700;
/** The most bytes that one UTF-16 code unit takes in a response: a control character is written as \u0001. */
const WIDEST = 6;

/** A page of a list, and where the next one begins. */
interface Cut<Row, Place> {
  items: Row[];
  nextCursor: Place | null;
}

/**
 * A page that holds no more bytes than `BUDGETS.pageBytes` allows. The next page begins behind its last row.
 * @param placeOf where a page begins that follows a row.
 * @param texts see `fitting`.
 */
export function cutToFit<Row, Place>(
  page: Cut<Row, Place>,
  placeOf: (row: Row) => Place,
  texts?: (row: Row) => readonly string[],
): Cut<Row, Place> {
  const items = fitting(page.items, texts);
  const last = items.length < page.items.length ? items.at(-1) : undefined;
  return last === undefined ? page : { items, nextCursor: placeOf(last) };
}

/**
 * As many of the first rows as one page holds, and one at least: rows with very long texts make shorter pages.
 * @param rows as they are answered.
 * @param texts all texts of a row that its writers choose. Rows that fit even if each of these took as many bytes
 *   as it can are not measured, which takes longer than reading them.
 */
export function fitting<Row>(rows: readonly Row[], texts?: (row: Row) => readonly string[]): Row[] {
  const { most } = BUDGETS.pageBytes;
  if (texts && rows.length * ROW + WIDEST * lengthOf(rows, texts) <= most) return [...rows];
  let left: number = most;
  const end = rows.findIndex(row => {
    // With the comma behind it.
    left -= Buffer.byteLength(JSON.stringify(row)) + 1;
    return left < 0;
  });
  return end < 0 ? [...rows] : rows.slice(0, Math.max(1, end));
}

/** Rows that are read at first: most lists are shorter, and where texts are long, few rows fit. */
const FIRST = 32;

/**
 * Reads about as many rows as fit in a page, and one at least: where texts are long, few more are read than fit.
 * @param read rows behind a row, or the first ones.
 * @param texts the long texts of a row.
 */
export function readFitting<Row>(
  limit: number,
  read: (after: Row | undefined, count: number) => Row[],
  texts: (row: Row) => readonly string[],
): { rows: Row[]; isLast: boolean } {
  const { most } = BUDGETS.pageCharacters;
  const rows: Row[] = [];
  let characters = 0;
  for (let count = Math.min(limit + 1, FIRST); ; ) {
    const slice = read(rows.at(-1), count);
    for (const row of slice) {
      characters += lengthOf([row], texts);
      if (rows.length === limit || (characters > most && rows.length > 0)) return { rows, isLast: false };
      rows.push(row);
    }
    if (slice.length < count) return { rows, isLast: true };
    const fit = Math.ceil(((most - characters) * rows.length) / Math.max(1, characters));
    count = Math.min(limit + 1 - rows.length, Math.max(FIRST, fit));
  }
}

/**
 * As many rows as one page holds with the people they name, each of these once.
 * @param find the people that rows name; it is asked only for rows that fit without them.
 */
export function fittingWithPeople<Row, Person extends { id: string }>(
  rows: readonly Row[],
  namesIn: (row: Row) => readonly (string | null)[],
  find: (near: readonly Row[]) => readonly Person[],
): { rows: Row[]; people: Person[] } {
  const near = fitting(rows);
  const left = new Map(find(near).map(one => [one.id, one]));
  const take = (id: string | null) => {
    const found = left.get(id ?? '');
    if (found) left.delete(found.id);
    return found ?? [];
  };
  // Everyone stands beside the first row that names them, and takes room there.
  const fit = fitting(near.map(row => ({ row, people: namesIn(row).flatMap(take) })));
  return { rows: fit.map(one => one.row), people: fit.flatMap(one => one.people) };
}

function lengthOf<Row>(rows: readonly Row[], texts: (row: Row) => readonly string[]): number {
  let length = 0;
  for (const row of rows) for (const text of texts(row)) length += text.length;
  return length;
}
