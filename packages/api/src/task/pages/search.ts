import { folded } from '@onus/contract/folded';
import { BUDGETS } from '@onus/contract/limits/budgets';
import type { TaskRow } from '../view.ts';
import type { Ending, From } from './page.ts';

/** So many rows are read at once where most of them are not answered. */
const SLICE = 25;

/**
 * Looks through a list until a page is full, or enough was read: letters that fold into many take their time.
 * It ends at the last row that it has read, and the next call goes on there.
 */
export function search(
  words: string,
  limit: number,
  read: (from: From, slice: number) => TaskRow[],
): { rows: TaskRow[]; end: Ending | undefined } {
  const wanted = folded(words);
  const found: TaskRow[] = [];
  let [characters, seen] = [0, 0];
  let from: From = {};
  for (;;) {
    const slice = read(from, SLICE);
    for (const row of slice) {
      const text = folded(`${row.title} ${row.text}`);
      from = { afterDate: row.dueDate, afterId: row.id };
      // What it was and what it became: both take time.
      characters += row.title.length + row.text.length + text.length;
      seen += 1;
      if (text.includes(wanted)) found.push(row);
      const isRead = characters > BUDGETS.searchedCharacters.most || seen === BUDGETS.searchedRows.most;
      if (isRead || found.length === limit) return { rows: found, end: row };
    }
    if (slice.length < SLICE) return { rows: found, end: undefined };
  }
}
