import { enqueue } from '../../../data/outbox/enqueue.ts';
import type { InputOf } from '../../../data/outbox/operation.ts';
import { rememberUndo } from '../../../lib/undo.ts';
import { shortened } from '../../../lib/words/text.ts';

/** Adds an item, which the keys take away again. @returns whether this browser has stored it. */
export async function addItem(item: InputOf<'grocery.create'> & { id: string }): Promise<boolean> {
  if (!(await enqueue('grocery.create', item))) return false;
  const { id, name } = item;
  const undo = () => void enqueue('grocery.delete', { id }, { about: name });
  rememberUndo(`“${shortened(name)}” added`, undo);
  return true;
}
