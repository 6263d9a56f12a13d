import { enqueue } from '../../../data/outbox/enqueue.ts';
import { rememberUndo } from '../../../lib/undo.ts';
import { shortened } from '../../../lib/words/text.ts';
import { toastUndo } from '../../../ui/toast/undo-toast.ts';
import type { Item } from '../grocery.ts';

/** Ticks an item off, which moves it out of its place, or puts it back. */
export async function tickItem(item: Item): Promise<void> {
  const { id, name: about, purchased } = item;
  const set = (wanted: boolean) => enqueue('grocery.update', { id, purchased: wanted }, { about });
  if (!(await set(!purchased))) return;
  const [where, undo] = [`“${shortened(about)}” is`, () => void set(purchased)];
  if (purchased) rememberUndo(`${where} on the list`, undo);
  else toastUndo(`${where} in the cart`, undo);
}
