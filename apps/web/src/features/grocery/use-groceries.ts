import { foldItems, withKnownCounts } from '@onus/contract/fold/grocery';
import { onList } from '@onus/contract/fold/operation';
import { hashKey, type InfiniteData, replaceEqualDeep } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import { outbox } from '../../data/outbox/state.ts';
import { useQueued } from '../../data/outbox/use-outbox.ts';
import { IF_MISSING, queries } from '../../data/queries.ts';
import { NOT_SHOWN, POLLED } from '../../data/query-client.ts';
import { fetchTimeOf, requestTimeOf } from '../../data/reads/request-times.ts';
import { useShared } from '../../data/reads/use-shared.ts';
import { useCurrentUser } from '../../data/session/session.ts';
import { trpc } from '../../data/trpc.ts';
import type { Item } from './grocery.ts';

/** The household's list with the queued operations applied to it. */
export function useGroceries(isWanted = true) {
  const { data, known, error, refetch } = useAllItems(isWanted);
  const { id, username } = useCurrentUser();
  const queued = useQueued('grocery', data);
  const items: readonly Item[] | undefined = useShared(known && foldItems(known, queued, { id, username }));
  return { items, error, refetch };
}

export function prefetchGroceries(): void {
  void queries.grocery.page.prefetchInfinite({}, IF_MISSING);
}

/** Nearly every list is one page. The total below the list counts all of them, so all pages load at once. */
function useAllItems(enabled: boolean) {
  const list = trpc.grocery.page.useInfiniteQuery(
    {},
    {
      ...POLLED,
      // The line above the list asks for the same a moment later.
      refetchOnMount: true,
      staleTime: JUST_LOADED,
      enabled,
      // A line of another kind renders nothing of the list, also when something else loads it.
      ...(!enabled && NOT_SHOWN),
      getNextPageParam: page => page.nextCursor,
      structuralSharing: sharedPages as never,
    },
  );
  const { data, error, refetch, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  useEffect(() => {
    if (enabled && hasNextPage && !isFetching && !isFetchNextPageError)
      void fetchNextPage({ cancelRefetch: false });
  }, [enabled, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  // An item that is ticked off between two pages may be on both.
  const byId = new Map(data?.pages.flatMap(page => page.items.map(item => [item.id, item])));
  return { data, known: data && [...byId.values()], error, refetch };
}

/** Milliseconds. */
const JUST_LOADED = 5_000;

type Pages = InfiniteData<{ items: readonly Item[] }>;

/** Keeps unchanged rows identical, and the counts that an operation on its way may have changed. */
function sharedPages(before: Pages | undefined, after: Pages): Pages {
  if (!before) return after;
  const former = before.pages.flatMap(({ items }) => items);
  const folded = onList(outbox.get(), requestTimeOf(before));
  const uncertain = onList(folded, fetchTimeOf(HASH));
  const contained = folded.filter(operation => !uncertain.includes(operation));
  const pages = after.pages.map(page => ({
    ...page,
    items: withKnownCounts(page.items, former, contained, uncertain),
  }));
  return replaceEqualDeep(before, { ...after, pages });
}

const HASH = hashKey(getQueryKey(trpc.grocery.page, {}, 'infinite'));
