import { BUDGETS } from '@onus/contract/budgets';

/** About as many characters as a row of a list has besides its texts. */
const ROW = 500;
/** A text that is shorter is taken for as long as it can be; a longer one is measured. */
const SHORT = 500;

/** Rows that are read at first: where texts are long, few of them fit. */
const FIRST = 50;

/**
 * The rows of a page: as many as may stand on it and fit, and one at least. Rows with very long texts make
 * shorter pages, and few more are read than fit.
 * @param read rows behind a row, or the first ones.
 * @param texts the texts of a row that its writers choose.
 */
export function fitting<Row>(
  limit: number,
  read: (after: Row | undefined, count: number) => Row[],
  texts: (row: Row) => readonly string[],
): { rows: Row[]; isLast: boolean } {
  const rows: Row[] = [];
  let left: number = BUDGETS.pageBytes.most;
  for (let count = Math.min(limit + 1, FIRST); ; ) {
    const slice = read(rows.at(-1), count);
    for (const row of slice) {
      left -= texts(row).reduce((bytes, text) => bytes + bytesOf(text), ROW);
      if (rows.length === limit || (left < 0 && rows.length > 0)) return { rows, isLast: false };
      rows.push(row);
    }
    if (slice.length < count) return { rows, isLast: true };
    const each = (BUDGETS.pageBytes.most - left) / rows.length;
    count = Math.min(limit + 1 - rows.length, Math.max(FIRST, Math.ceil(left / each)));
  }
}

/** How many bytes a text takes in a response, where a control character takes six. */
function bytesOf(text: string): number {
  return text.length <= SHORT ? text.length : Buffer.byteLength(JSON.stringify(text));
}
