import { itemKey } from '@onus/contract/quick-line/item';
import type { Item } from '../grocery.ts';

/** The item of this name that is on the list and not in the cart. Case and accents do not count. */
export function toBuy(items: readonly Item[], name: string): Item | undefined {
  const key = itemKey(name);
  return items.find(item => !item.purchased && itemKey(item.name) === key);
}
