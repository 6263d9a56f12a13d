import { POLLED } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';

/** The threads of the one who is signed in, the one with the newest message first. */
export function useThreads() {
  const list = trpc.chat.conversations.useInfiniteQuery(
    { limit: 40 },
    { ...POLLED, getNextPageParam: page => page.nextCursor },
  );
  return { ...list, items: list.data?.pages.flatMap(page => page.items) };
}

export type Threads = ReturnType<typeof useThreads>;
