import { inOrder } from '@onus/contract/fold/grocery';
import { itemKey } from '@onus/contract/quick-line/item';
import type { Item } from './grocery.ts';

/** An item in its place. */
export interface Placed {
  item: Item;
  /** The heading above it: a section, or true for the line of the cart; null for none. */
  heading: string | true | null;
  /** Whether it is below any heading. */
  isBelow: boolean;
}

/**
 * The items to buy, grouped by section if one has any, and then those in the cart. Items without a section come first and
 * sections in alphabetical order.
 * @param places whether an item stands in the cart, where that differs from the item.
 */
export function placed(items: readonly Item[], places: ReadonlyMap<string, boolean>): Placed[] {
  const isInCart = (item: Item) => places.get(item.id) ?? item.purchased;
  const byId = new Map(items.map(item => [item.id, item]));
  const sorted = inOrder(items.map(item => ({ ...item, purchased: isInCart(item) }))).flatMap(
    ({ id }) => byId.get(id) ?? [],
  );
  const sections = Map.groupBy(
    sorted.filter(item => !isInCart(item)),
    item => itemKey(item.section ?? ''),
  );
  const groups = [...sections].sort(([one], [other]) => one.localeCompare(other));
  const toBuy = groups.flatMap(([key, group]) =>
    group.map((item, place) => ({
      item,
      heading: key !== '' && place === 0 ? (item.section ?? '').trim() : null,
      isBelow: key !== '',
    })),
  );
  const inCart = sorted
    .filter(isInCart)
    .map((item, place) => ({ item, heading: place === 0 ? (true as const) : null, isBelow: true }));
  return [...toBuy, ...inCart];
}

/** The sections of the list, each once, in alphabetical order. */
export function sectionsOf(items: readonly Item[]): string[] {
  const names = new Map(items.map(({ section }) => [itemKey(section ?? ''), (section ?? '').trim()]));
  names.delete('');
  return [...names.values()].sort((one, other) => one.localeCompare(other));
}
