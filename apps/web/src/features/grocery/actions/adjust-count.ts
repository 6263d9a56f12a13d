import { enqueue } from '../../../data/outbox/enqueue.ts';
import { rememberUndo } from '../../../lib/undo.ts';
import { shortened } from '../../../lib/words/text.ts';
import type { Item } from '../grocery.ts';

/**
 * Adds to the count of an item, and sets a price that was given with it. The keys take back both at once.
 * @param price in dollars; null to leave it.
 */
export async function adjustCount(item: Item, by: number, price: string | null = null): Promise<void> {
  const { id, name: about } = item;
  const wanted = price === null ? item.price : Number(price);
  const adjust = (change: number) => enqueue('grocery.adjust', { id, by: change }, { about });
  const setPrice = async (to: number, was: number) =>
    to === was || (await enqueue('grocery.update', { id, price: to, was: { price: was } }, { about }));
  if (!(await adjust(by))) return;
  const isPriced = await setPrice(wanted, item.price);
  const done = `“${shortened(about)}” became ${by > 0 ? 'more' : 'less'}`;
  rememberUndo(done, () => {
    void adjust(-by);
    if (isPriced) void setPrice(item.price, wanted);
  });
}
