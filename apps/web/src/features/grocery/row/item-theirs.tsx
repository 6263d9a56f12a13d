import { enqueue } from '../../../data/outbox/enqueue.ts';
import { keepMine, type Theirs, useTheirs } from '../../../data/outbox/theirs.ts';
import { dollars } from '../../../lib/words/money.ts';
import { TheirsNote } from '../../../ui/list/theirs-note.tsx';
import type { Item } from '../grocery.ts';

/** Values of other people that the user's edit of an item has replaced. */
export function ItemTheirs({ item }: { item: Item }) {
  return useTheirs('item', item).map(theirs => (
    <TheirsNote
      key={theirs.field}
      by={theirs.by?.username ?? ''}
      value={wordsOf(theirs)}
      onUse={() => void take(item, theirs)}
      onKeep={() => keepMine(theirs)}
    />
  ));
}

function wordsOf({ field, value }: Theirs): string {
  if (field === 'price') return dollars(Number(value));
  return value === null ? 'no section' : String(value);
}

function take(item: Item, { field, value }: Theirs): Promise<boolean> {
  const was = { [field]: item[field as keyof Item] };
  return enqueue('grocery.update', { id: item.id, [field]: value, was }, { about: item.name });
}
