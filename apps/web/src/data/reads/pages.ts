import { messageOf } from '../../lib/error-message.ts';

/** A query that loads page after page. */
export interface Paged {
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
}

/** How far such a query is: why it failed, and what loads more. */
export function progressOf(list: Paged) {
  return {
    problem: list.error ? messageOf(list.error) : undefined,
    onRetry: () => list.refetch(),
    onMore: list.hasNextPage ? () => void list.fetchNextPage() : undefined,
    isLoadingMore: list.isFetchingNextPage,
  };
}
