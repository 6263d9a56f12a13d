import { CLEARED_AT_ONCE } from '@onus/contract/limits/lengths';
import { enqueue } from '../../../data/outbox/enqueue.ts';
import { toastUndo } from '../../../ui/toast/undo-toast.ts';
import type { Item } from '../grocery.ts';
import { restoreItems } from './remove-item.ts';

/** Removes what is in the cart at once and offers to undo it. What others tick off later stays. */
export async function clearCart(items: readonly Item[]): Promise<void> {
  const inCart = items.filter(({ purchased }) => purchased);
  for (let from = 0; from < inCart.length; from += CLEARED_AT_ONCE) {
    const ids = inCart.slice(from, from + CLEARED_AT_ONCE).map(({ id }) => id);
    if (!(await enqueue('grocery.clearCart', { ids }))) return;
  }
  const words = inCart.length === 1 ? '1 item' : `${inCart.length} items`;
  toastUndo(`${words} cleared from the cart`, () => restoreItems(inCart));
}
