import { POLLED } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';

/**
 * A thread's messages as far back as they were scrolled to, oldest first. A tick asks for all of these
 * pages again: so an edit and a deletion far up show as soon as a new message does.
 */
export function useMessages(conversationId: string) {
  const list = trpc.chat.messages.useInfiniteQuery(
    { conversationId, limit: 40 },
    { ...POLLED, getNextPageParam: page => page.nextCursor },
  );
  const items = list.data?.pages.flatMap(page => page.items).toReversed();

  /** Never in place of a fetch that is under way: that one may bring what is new. */
  function loadOlder(): void {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) {
      void list.fetchNextPage({ cancelRefetch: false });
    }
  }

  return { ...list, items, loadOlder };
}

export type Messages = ReturnType<typeof useMessages>;
