import { LIMITS } from '@onus/contract/limits/lengths';
import { itemKey, type QuickItem } from '@onus/contract/quick-line/item';
import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '../../../data/trpc.ts';
import { useRested } from '../../../ui/use-rested.ts';
import type { Item } from '../grocery.ts';
import { toBuy } from './to-buy.ts';

/** An item that the line suggests. */
export interface ItemOption {
  key: string;
  name: string;
  count: number;
  /** Dollars. */
  price: number;
  section: string | null;
  /** The item of this name that is on the list. It becomes more instead of a second row. */
  item: Item | undefined;
  /** By how many. */
  by: number;
}

const MOST = 8;

/**
 * What the household has bought before and what is on its list, as far as the typed name is the start of a word of it. A
 * count and a price in the line come before those that an item had.
 */
export function useItemOptions(
  { name: typed, count, price, spans }: QuickItem,
  items: readonly Item[] = [],
  isOpen: boolean,
): readonly ItemOption[] {
  const text = useRested(typed.slice(0, LIMITS.itemName));
  const { data = [] } = trpc.grocery.suggestions.useQuery(
    { text },
    { enabled: isOpen, staleTime: MINUTE, placeholderData: keepPreviousData },
  );
  if (!isOpen) return [];
  const key = itemKey(typed);
  const present = key === '' ? [] : items.filter(({ purchased }) => !purchased);
  const found = [...data, ...present].filter(({ name }) => ` ${itemKey(name)}`.includes(` ${key}`));
  const distinct = new Map(found.toReversed().map(item => [itemKey(item.name), item]));
  const counted = spans.some(({ kind }) => kind === 'count');
  const options = [...distinct].toReversed().map(([optionKey, item]) => ({
    key: optionKey,
    name: item.name,
    count: counted ? count : item.count,
    price: price === null ? item.price : Number(price),
    section: item.section ?? null,
    item: toBuy(items, item.name),
    by: count,
  }));
  const isSame = (option: ItemOption) => Number(option.key === key);
  return options.sort((one, other) => isSame(other) - isSame(one)).slice(0, MOST);
}

/** Milliseconds. */
const MINUTE = 60_000;
