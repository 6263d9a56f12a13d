import { cutToFit, fitting } from './page-size.ts';

/** One page of a list, newest first. */
export interface Page<Row, Place = number> {
  items: Row[];
  nextCursor: Place | null;
}

/** A list as json-server answers it: the part asked for, and how many there are. */
export interface Found<Row, Place = string> {
  rows: Row[];
  total: number;
  /** Where the part goes on, when one response does not hold it; null when it does. */
  nextCursor: Place | null;
}

/**
 * One row more than the page holds was read, to know whether another page follows. The page is shorter when its
 * rows do not fit in one response.
 * @param texts the texts of a row that its writers choose.
 */
export function pageOf<Row, Place = number>(
  read: Row[],
  limit: number,
  placeOf: (row: Row) => Place,
  texts?: (row: Row) => readonly string[],
): Page<Row, Place> {
  const items = read.slice(0, limit);
  const last = read.length > limit ? items.at(-1) : undefined;
  return cutToFit({ items, nextCursor: last ? placeOf(last) : null }, placeOf, texts);
}

/**
 * As many rows of a part as one response holds, with the ids of the others: they are asked for by these, so
 * that nothing is lost or doubled when the list changes in between.
 */
export function foundOf<Row extends { id: string }>(
  read: Row[],
  total: number,
  texts: (row: Row) => readonly string[],
): Found<Row, string[]> {
  const rows = fitting(read, texts);
  const rest = read.slice(rows.length).map(row => row.id);
  return { rows, total, nextCursor: rest.length > 0 ? rest : null };
}
