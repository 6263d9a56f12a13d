import { and, gt, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/**
 * The rows of a list that is read whole, in pages, behind the last one that was read.
 * @param columns of the order. The first one alone can be falling.
 */
export function behind(columns: readonly SQLiteColumn[], isFalling: boolean, at = 0): SQL | undefined {
  const [column, ...rest] = columns;
  if (!column) return;
  const value = sql.placeholder(`place${at}`);
  const further = (isFalling ? lt : gt)(column, value);
  if (rest.length === 0) return further;
  // A range of the index first: rows before it are not read.
  return and((isFalling ? lte : gte)(column, value), or(further, behind(rest, false, at + 1)));
}

/** What `behind` compares with: the cursor of a list. SQLite reads the numbers in it. */
export function placeOf(cursor: readonly string[]): Record<string, string> {
  const [place0 = '', place1 = '', place2 = ''] = cursor;
  return { place0, place1, place2 };
}
