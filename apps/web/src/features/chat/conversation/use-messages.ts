import { foldMessages } from '@onus/contract/fold/chat';
import { getQueryKey } from '@trpc/react-query';
import { useEffect } from 'react';
import { isGone } from '../../../data/fetch.ts';
import type { Queued } from '../../../data/outbox/operation.ts';
import { useQueued } from '../../../data/outbox/use-outbox.ts';
import { IF_MISSING, queries } from '../../../data/queries.ts';
import { POLLED, queryClient } from '../../../data/query-client.ts';
import { trpc } from '../../../data/trpc.ts';
import type { Conversation, Message, MessagePage } from '../chat.ts';
import { unsentOf } from '../send/unsent.ts';
import { isUnsent } from '../threads/use-thread.ts';
import { useArrivals } from './arrivals/use-arrivals.ts';
import { withArrived, withoutRows } from './arrivals/with-arrived.ts';

const PAGE = 40;

/**
 * A thread's messages as far back as they were scrolled to, oldest first. A new message arrives as a row; while the
 * stream is down, it asks for the newest page alone. A message that was changed or deleted asks for all of these pages
 * again, so it shows far up too.
 */
export function useMessages(
  conversationId: string,
  since: number | undefined,
  thread: { data: Conversation | undefined; isUnsent: boolean },
) {
  const list = trpc.chat.messages.useInfiniteQuery(
    { conversationId, limit: PAGE },
    { ...POLLED, enabled: !thread.isUnsent, getNextPageParam: page => page.nextCursor },
  );
  const newest = useNewest(conversationId, list.data?.pages[0], list.dataUpdatedAt);
  const loaded = list.data?.pages.flatMap(page => page.items);
  const arrived = useArrivals(conversationId, since);
  const read = loaded && joined(newest.items, loaded, newest.updatedAt > list.dataUpdatedAt).toReversed();
  const queued = useQueued('chat', list.data, newest.data);
  // A message can be written before the earlier ones are known.
  const failure = !read && !isGone(list.failureReason) ? list.failureReason : null;
  const known = read ?? (isStarted(conversationId, queued) || failure ? [] : undefined);
  const stored = known && withArrived(known, arrived);
  const items = stored && foldMessages(stored, queued);
  const unsent = unsentOf(conversationId, stored ?? [], queued, thread.data?.with.id);

  // More messages arrived than one page holds, so there is a gap before the loaded pages.
  const isApart = !!loaded && areApart(newest.items, loaded);
  const { refetch } = list;
  useEffect(() => {
    if (isApart) void refetch();
  }, [isApart, refetch]);

  /** Does not cancel a running fetch, which may bring new messages. */
  function loadOlder(): void {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) {
      void list.fetchNextPage({ cancelRefetch: false });
    }
  }

  return { ...list, items, unsent, failure, loadOlder };
}

/** Whether this browser started the thread. Then it knows all messages until the server's first response. */
function isStarted(conversationId: string, queued: readonly Queued[]): boolean {
  return queued.some(({ path, input }) => path === 'chat.start' && input.id === conversationId);
}

/** Starts the queries of a thread. */
export function prefetchMessages(conversationId: string): void {
  if (isUnsent(conversationId)) return;
  void queries.chat.conversation.prefetch({ id: conversationId }, IF_MISSING);
  void queries.chat.messages.prefetchInfinite({ conversationId, limit: PAGE }, IF_MISSING);
}

/** Loads the newest messages of a thread that has others than this browser knows. The open one has them as rows. */
export function refreshMessages({ id: conversationId, lastSequence }: Conversation): void {
  const input = { conversationId, limit: PAGE };
  const queryKey = getQueryKey(trpc.chat.messages, input, 'infinite');
  if (queryClient.getQueryCache().find({ queryKey })?.isActive()) return;
  const known = queries.chat.messages.getInfiniteData(input)?.pages[0]?.items[0]?.sequence ?? 0;
  const staleTime = known < lastSequence ? 0 : Number.POSITIVE_INFINITY;
  void queries.chat.messages.prefetchInfinite(input, { staleTime });
}

export type Messages = ReturnType<typeof useMessages>;

/** The newest page: the first of the list, until a change event refetches it. */
function useNewest(conversationId: string, first: MessagePage | undefined, updatedAt: number) {
  const known = first ? { initialData: first, initialDataUpdatedAt: updatedAt } : { enabled: false };
  const { data, dataUpdatedAt } = trpc.chat.messages.useQuery(
    { conversationId, limit: PAGE },
    { staleTime: Number.POSITIVE_INFINITY, ...known },
  );
  return { data, items: data?.items ?? [], updatedAt: dataUpdatedAt };
}

/** Both newest first. The newest page adds new messages. For a message in both, the later response counts. */
function joined(
  newest: readonly Message[],
  loaded: readonly Message[],
  isFresher: boolean,
): readonly Message[] {
  if (areApart(newest, loaded)) return loaded;
  const added = newest.filter(({ sequence }) => isFresher || sequence > (loaded[0]?.sequence ?? 0));
  const oldest = added.at(-1)?.sequence ?? Number.POSITIVE_INFINITY;
  return [...added, ...withoutRows(loaded, added).filter(({ sequence }) => sequence < oldest)];
}

function areApart(newest: readonly Message[], loaded: readonly Message[]): boolean {
  return newest.length === PAGE && (newest.at(-1)?.sequence ?? 0) > (loaded[0]?.sequence ?? 0);
}
