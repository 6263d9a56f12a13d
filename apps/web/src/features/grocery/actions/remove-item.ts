import { enqueue, enqueueAll } from '../../../data/outbox/enqueue.ts';
import { shortened } from '../../../lib/words/text.ts';
import { toastUndo } from '../../../ui/toast/undo-toast.ts';
import type { Item } from '../grocery.ts';

/** Removes an item at once and offers to undo it. */
export async function removeItem(item: Item): Promise<void> {
  if (!(await enqueue('grocery.delete', { id: item.id }, { about: item.name }))) return;
  toastUndo(`“${shortened(item.name)}” removed`, () => restoreItems([item]));
}

/** Puts removed items back as they were: each in its place, and added by whoever added it. */
export function restoreItems(items: readonly Item[]): void {
  const calls = items.map(item => ({ input: { id: item.id }, about: item.name, removed: item }));
  void enqueueAll('grocery.restore', calls);
}
