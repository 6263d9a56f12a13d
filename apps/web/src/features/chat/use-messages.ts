import { useEffect } from 'react';
import { POLLED } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import type { Message, MessagePage } from './chat.ts';

const PAGE = 40;

/**
 * A thread's messages as far back as they were scrolled to, oldest first. A new message asks for the newest page
 * alone. A message that was changed or deleted asks for all of these pages again, so it shows far up too.
 */
export function useMessages(conversationId: string) {
  const list = trpc.chat.messages.useInfiniteQuery(
    { conversationId, limit: PAGE },
    { ...POLLED, getNextPageParam: page => page.nextCursor },
  );
  const newest = useNewest(conversationId, list.data?.pages[0], list.dataUpdatedAt);
  const loaded = list.data?.pages.flatMap(page => page.items);
  const items = loaded && joined(newest.items, loaded, newest.updatedAt > list.dataUpdatedAt).toReversed();

  // More came than a page holds: what is between the newest page and the others is not known.
  const isApart = !!loaded && areApart(newest.items, loaded);
  const { refetch } = list;
  useEffect(() => {
    if (isApart) void refetch();
  }, [isApart, refetch]);

  /** Never in place of a fetch that is under way: that one may bring what is new. */
  function loadOlder(): void {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) {
      void list.fetchNextPage({ cancelRefetch: false });
    }
  }

  return { ...list, items, loadOlder };
}

export type Messages = ReturnType<typeof useMessages>;

/** The newest page: the first of the list, until a change event asks for what came since. */
function useNewest(conversationId: string, first: MessagePage | undefined, updatedAt: number) {
  const known = first ? { initialData: first, initialDataUpdatedAt: updatedAt } : { enabled: false };
  const { data, dataUpdatedAt } = trpc.chat.messages.useQuery(
    { conversationId, limit: PAGE },
    { staleTime: Number.POSITIVE_INFINITY, ...known },
  );
  return { items: data?.items ?? [], updatedAt: dataUpdatedAt };
}

/** Both newest first. The newest page adds what the list does not have; of what both have, the later answer counts. */
function joined(
  newest: readonly Message[],
  loaded: readonly Message[],
  isFresher: boolean,
): readonly Message[] {
  if (areApart(newest, loaded)) return loaded;
  const added = newest.filter(({ sequence }) => isFresher || sequence > (loaded[0]?.sequence ?? 0));
  const oldest = added.at(-1)?.sequence ?? Number.POSITIVE_INFINITY;
  return [...added, ...loaded.filter(({ sequence }) => sequence < oldest)];
}

function areApart(newest: readonly Message[], loaded: readonly Message[]): boolean {
  return newest.length === PAGE && (newest.at(-1)?.sequence ?? 0) > (loaded[0]?.sequence ?? 0);
}
