import { useEffect } from 'react';
import { usePending } from '../../pending.ts';
import { POLLED } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import { type Item, type ItemChange, inOrder } from './grocery.ts';

/** The household's list, with what this browser has asked for and not yet heard back about laid over it. */
export function useGroceries() {
  const { known, error, refetch } = useAllItems();
  const changes = usePending<ItemChange>(trpc.grocery.update);
  const removals = usePending<{ id: string }>(trpc.grocery.delete);
  const items = known && inOrder(withChanges(without(known, removals), changes));
  return { items, error, refetch };
}

/** Nearly every list is one page. The total below the list counts all of them, so further pages are read at once. */
function useAllItems() {
  const list = trpc.grocery.page.useInfiniteQuery(
    {},
    { ...POLLED, getNextPageParam: page => page.nextCursor },
  );
  const { data, error, refetch, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false });
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  // An item that is ticked off between two pages may be on both.
  const byId = new Map(data?.pages.flatMap(page => page.items.map(item => [item.id, item])));
  return { known: data && [...byId.values()], error, refetch };
}

function without(items: readonly Item[], removals: readonly { id: string }[]): Item[] {
  return items.filter(item => !removals.some(({ id }) => id === item.id));
}

/** Only what a tap changes shows at once; what a form saves shows when the server has said yes. */
function withChanges(items: readonly Item[], changes: readonly ItemChange[]): Item[] {
  return items.map(item => {
    const mine = changes.filter(({ id }) => id === item.id);
    const purchased = mine.findLast(change => change.purchased !== undefined)?.purchased;
    const count = mine.map(change => change.count).findLast(isNumber);
    return { ...item, purchased: purchased ?? item.purchased, count: count ?? item.count };
  });
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
