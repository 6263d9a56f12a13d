import { BUDGETS } from '@onus/contract/budgets';

/** About as many characters as a row of a list has besides its texts. */
const ROW = 500;
/** A text that is shorter is taken for as long as it can be; a longer one is measured. */
const SHORT = 500;

/**
 * As many of the first rows as one page holds, and one at least: rows with very long texts make shorter pages.
 * @param texts the texts of a row that its writers choose.
 */
export function fitting<Row>(rows: readonly Row[], texts: (row: Row) => readonly string[]): Row[] {
  let left: number = BUDGETS.pageBytes.most;
  const end = rows.findIndex(row => {
    left -= texts(row).reduce((bytes, text) => bytes + bytesOf(text), ROW);
    return left < 0;
  });
  return end < 0 ? [...rows] : rows.slice(0, Math.max(1, end));
}

/** How many bytes a text takes in a response, where a control character takes six. */
function bytesOf(text: string): number {
  return text.length <= SHORT ? text.length : Buffer.byteLength(JSON.stringify(text));
}
