import { itemKey, type QuickItem, readItem, toBuy } from '@onus/contract/quick-line/item';
import { useSelector } from '@tanstack/react-store';
import { v7 as uuid } from 'uuid';
import { createStoredAtom } from '../../../lib/stored-atom.ts';
import { decimalSeparator } from '../../../lib/words/money.ts';
import { addItem } from '../actions/add-item.ts';
import { adjustCount } from '../actions/adjust-count.ts';
import type { Item } from '../grocery.ts';
import type { ItemOption } from './use-item-options.ts';

/** A line that names an item of the list. */
export interface Offer {
  itemId: string;
  entry: QuickItem;
}

/** Add to the count of the item, add a second row, or nothing. */
export type Answer = 'more' | 'add' | 'none';

/** Lines that were sent and wait for an answer. They survive a reload and end with the session. */
const offered = createStoredAtom<readonly Offer[]>('onus.quick-item-offers', []);

/** A line of text that is read as an item. */
export interface ItemText {
  text: string;
  /** Words whose chip was removed. */
  plain: readonly string[];
  change: (text: string, plain: readonly string[]) => void;
  /** Brings back a line that could not be stored, unless another one is typed. */
  putBack: (text: string) => void;
  /** An item of this name was added. */
  added?: (name: string) => void;
}

/** What a line of text does as an item. */
export function useItemLine(line: ItemText, items: readonly Item[] = []) {
  const { text, plain } = line;
  const clear = () => line.change('', []);
  const offers = useSelector(offered);
  const entry = readItem(text, { separator: decimalSeparator(), plain });

  /** Adds an item. If the browser could not store it, the line comes back. */
  async function add({ name, count, price, section }: QuickItem, typed: string): Promise<void> {
    const fields = { ...(price !== null && { price }), section: knownSection(items, section) };
    const isStored = await addItem({ id: uuid(), name, count, ...fields });
    if (isStored) line.added?.(name);
    else line.putBack(typed);
  }

  /** Asks about an item that is on the list. A second line about it adds to the first. */
  function offer(itemId: string): void {
    const count = offers.find(one => one.itemId === itemId)?.entry.count ?? 0;
    const others = offers.filter(one => one.itemId !== itemId);
    offered.set([...others, { itemId, entry: { ...entry, count: count + entry.count } }]);
  }

  return {
    entry,
    offers,
    change(changed: string): void {
      line.change(changed, changed === '' ? [] : plain);
    },
    clear,
    /** Makes a recognized word part of the name. */
    keep(words: string): void {
      line.change(text, [...plain, words]);
    },
    submit(): void {
      if (entry.name === '') return;
      clear();
      const there = toBuy(items, entry.name);
      if (there) offer(there.id);
      else void add(entry, text);
    },
    pick({ item, by, name, count, price, section }: ItemOption): void {
      clear();
      if (item) void adjustCount(item, by, entry.price);
      else void add({ name, count, price: String(price), section, spans: [] }, text);
    },
    answer({ itemId, entry: { spans: _spans, ...typed } }: Offer, answer: Answer): void {
      offered.set(offers.filter(one => one.itemId !== itemId));
      const item = items.find(({ id, purchased }) => id === itemId && !purchased);
      if (answer === 'none') return;
      if (item && answer === 'more') void adjustCount(item, typed.count, typed.price);
      else void add({ ...typed, spans: [] }, text);
    },
  };
}

/** The section as the list writes it: "#dairy" is "Dairy". */
function knownSection(items: readonly Item[], section: string | null): string | null {
  const key = itemKey(section ?? '');
  if (key === '') return null;
  return items.find(item => itemKey(item.section ?? '') === key)?.section ?? section;
}
