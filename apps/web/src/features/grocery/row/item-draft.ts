import { createStoredAtom } from '../../../lib/stored-atom.ts';
import { typedDollars } from '../../../lib/words/money.ts';
import type { Item } from '../grocery.ts';

/** An item in edit mode with the typed values. Changes by other people do not reach it. */
export interface ItemDraft {
  /** The id of the person who edits it. */
  owner: string;
  /** The item at the time of Edit. */
  item: Item;
  name: string;
  count: string;
  price: string;
  section: string;
}

/** The one item in edit mode. It survives a reload and the end of the session. */
export const edited = createStoredAtom<ItemDraft | null>('onus.item-edit', null);

export function draftOf(item: Item, owner: string): ItemDraft {
  const { name, count, price, section } = item;
  return { owner, item, name, count: String(count), price: typedDollars(price), section: section ?? '' };
}
