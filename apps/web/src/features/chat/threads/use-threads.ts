import { foldThreads } from '@onus/contract/fold/chat';
import { onList } from '@onus/contract/fold/operation';
import { useOperations } from '../../../data/outbox/use-outbox.ts';
import { IF_MISSING, queries, UNLESS_CHANGED } from '../../../data/queries.ts';
import { NOT_SHOWN, POLLED } from '../../../data/query-client.ts';
import { requestTimeOf } from '../../../data/reads/request-times.ts';
import { trpc } from '../../../data/trpc.ts';
import type { Conversation } from '../chat.ts';

const PAGE = 40;

/** The signed-in user's threads, newest first. */
export function useThreads(isWanted = true) {
  const list = trpc.chat.conversations.useInfiniteQuery(
    { limit: PAGE },
    {
      ...POLLED,
      enabled: isWanted,
      // A line of another kind renders nothing of the threads, also when something else loads them.
      ...(!isWanted && NOT_SHOWN),
      getNextPageParam: page => page.nextCursor,
    },
  );
  const known = list.data?.pages.flatMap(page => page.items);
  const folded = useFolded(known, list.data);
  return { ...list, items: known && folded };
}

/** With what this browser has not sent yet: after the paint of the message itself, which is beside the threads. */
export function useFolded(threads: readonly Conversation[] | undefined, data: object | undefined) {
  return foldThreads(threads ?? [], onList(useOperations('chat'), requestTimeOf(data)));
}

export function prefetchThreads(): void {
  void queries.chat.conversations.prefetchInfinite({ limit: PAGE }, IF_MISSING);
}

/** The newest threads, requested again if a change made the known ones stale. */
export async function refreshThreads(): Promise<readonly Conversation[]> {
  const { pages } = await queries.chat.conversations.fetchInfinite({ limit: PAGE }, UNLESS_CHANGED);
  return pages[0]?.items ?? [];
}

export type Threads = ReturnType<typeof useThreads>;
