import { enqueue } from '../../../data/outbox/enqueue.ts';
import { rememberUndo } from '../../../lib/undo.ts';
import { shortened } from '../../../lib/words/text.ts';
import type { Item } from '../grocery.ts';

/** Adds to the count of an item, which the keys take back. */
export async function adjustCount({ id, name }: Pick<Item, 'id' | 'name'>, by: number): Promise<void> {
  const adjust = (change: number) => enqueue('grocery.adjust', { id, by: change }, { about: name });
  const done = `“${shortened(name)}” became ${by > 0 ? 'more' : 'less'}`;
  if (await adjust(by)) rememberUndo(done, () => void adjust(-by));
}
