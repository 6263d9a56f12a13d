import { readCopy } from '../../../../lib/server/database-copy.ts';
import type { Stored } from './outbox.ts';

/**
 * Compares the database with what must be in it after everything that the browsers have stored was applied once.
 * @param outboxes the operations of each browser, in the order in which it stored them.
 * @returns what is missing, is there too often, or stands in another order.
 */
export async function differencesOf(
  file: string,
  outboxes: readonly (readonly Stored[])[],
): Promise<string[]> {
  const [counts, texts] = await readCopy(file, rows => [
    new Map(rows('select id, count from grocery_item').map(row => [String(row.id), Number(row.count)])),
    rows('select text from message order by sequence').map(row => String(row.text)),
  ]);
  const wanted = countsOf(outboxes.flat());
  const wrong: string[] = [];
  for (const [id, count] of wanted) {
    const found = counts.get(id) ?? 0;
    if (found === count) continue;
    const what =
      found === 0 ? 'is lost' : count === 0 ? 'was restored' : `is there ${found} times instead of ${count}`;
    wrong.push(`item ${id} ${what}`);
  }
  for (const outbox of outboxes) wrong.push(...misplaced(outbox, texts));
  return wrong;
}

/** The count of each item that was created; 0 for those that were deleted, because deleting beats every change. */
function countsOf(stored: readonly Stored[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path, input } of stored) if (path === 'grocery.create') counts.set(input.id ?? '', 1);
  for (const { path, input } of stored) {
    const count = counts.get(input.id ?? '');
    if (path === 'grocery.adjust' && count !== undefined) counts.set(input.id ?? '', count + (input.by ?? 0));
  }
  for (const { path, input } of stored) if (path === 'grocery.delete') counts.set(input.id ?? '', 0);
  return counts;
}

/** The messages of one browser stand among all others once each and in their order. */
function misplaced(outbox: readonly Stored[], texts: readonly string[]): string[] {
  const sent = outbox.flatMap(({ path, input }) => (path === 'chat.send' ? [input.message ?? ''] : []));
  const mine = new Set(sent);
  const arrived = texts.filter(text => mine.has(text));
  if (arrived.join() === sent.join()) return [];
  const at = sent.findIndex((text, place) => text !== arrived[place]);
  return [`message ${at} of ${sent.length} should be ${sent[at]} and is ${arrived[Math.max(0, at)]}`];
}
