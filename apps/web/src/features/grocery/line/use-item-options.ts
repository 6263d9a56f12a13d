import { LIMITS } from '@onus/contract/limits/lengths';
import { itemKey, type QuickItem, toBuy } from '@onus/contract/quick-line/item';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../../../data/trpc.ts';
import { useRested } from '../../../ui/use-rested.ts';
import type { Item } from '../grocery.ts';

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

/** With a text. Without one all show that are not on the list. */
const MOST = 8;

/**
 * What the household has bought before and what is on its list, as far as the typed name is the start of a word of it. A
 * count and a price in the line come before those that an item had.
 */
export function useItemOptions(line: QuickItem, items: readonly Item[] = [], isOpen: boolean) {
  const { name: typed, count, price, spans } = line;
  const text = useRested(typed.slice(0, LIMITS.itemName));
  const { data: bought = NOTHING } = trpc.grocery.suggestions.useQuery(
    { text },
    { enabled: isOpen, staleTime: MINUTE, placeholderData: keepPreviousData },
  );
  const key = itemKey(typed);
  const offered = useOffered(bought, items, isOpen && key === '' && text === '');
  if (!isOpen) return [];
  const present = key === '' ? [] : items.filter(({ purchased }) => !purchased);
  const found = [...(key === '' ? offered : bought), ...present].filter(({ name }) =>
    ` ${itemKey(name)}`.includes(` ${key}`),
  );
  const distinct = new Map(found.toReversed().map(item => [itemKey(item.name), item]));
  const counted = spans.some(({ kind }) => kind === 'count');
  const options = [...distinct].toReversed().map(
    ([optionKey, item]): ItemOption => ({
      key: optionKey,
      name: item.name,
      count: counted ? count : item.count,
      price: price === null ? item.price : Number(price),
      section: item.section ?? null,
      item: toBuy(items, item.name),
      by: count,
    }),
  );
  if (key === '') return options;
  const isSame = (option: ItemOption) => Number(option.key === key);
  return options.sort((one, other) => isSame(other) - isSame(one)).slice(0, MOST);
}

type Bought = readonly Omit<ItemOption, 'key' | 'item' | 'by'>[];

/**
 * What is not on the list. It stays as it was when the list of options opened: one tap after the other hits the option
 * that the person sees.
 */
function useOffered(bought: Bought, items: readonly Item[], isHeld: boolean): Bought {
  const [held, setHeld] = useState<Bought | null>(null);
  if (!isHeld && held) setHeld(null);
  if (held) return held;
  const offered = bought.filter(({ name }) => !toBuy(items, name));
  if (isHeld && offered.length > 0) setHeld(offered);
  return offered;
}

const NOTHING: Bought = [];

/** Milliseconds. */
const MINUTE = 60_000;
