import { enqueue } from '../../data/outbox/enqueue.ts';
import { shortened } from '../../lib/words/text.ts';
import { toastUndo } from '../../ui/overlay/toast.tsx';
import type { Item } from './grocery.ts';

/** Removes an item at once and offers to undo it. */
export async function removeItem(item: Item): Promise<void> {
  if (!(await enqueue('grocery.delete', { id: item.id }, { about: item.name }))) return;
  toastUndo(`“${shortened(item.name)}” removed`, () => void bringBack(item));
}

/** Adds an item that was removed again. */
export async function bringBack({ id, name, count, price, section, purchased }: Item): Promise<void> {
  const isBack = await enqueue('grocery.create', { id, name, count, price, section: section ?? null });
  if (isBack && purchased) await enqueue('grocery.update', { id, purchased }, { about: name });
}
