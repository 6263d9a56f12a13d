import { enqueue } from '../../data/outbox/enqueue.ts';
import { shortened } from '../../lib/words/text.ts';
import { toastUndo } from '../../ui/overlay/toast.tsx';
import type { Item } from './grocery.ts';

/** Ticks an item off, which moves it out of its place, or puts it back. */
export async function tickItem(item: Item): Promise<void> {
  const { id, name: about, purchased } = item;
  const set = (wanted: boolean) => enqueue('grocery.update', { id, purchased: wanted }, { about });
  if (!(await set(!purchased)) || purchased) return;
  toastUndo(`“${shortened(about)}” is in the cart`, () => void set(false));
}
