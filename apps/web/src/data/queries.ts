import { createTRPCQueryUtils } from '@trpc/react-query';
import { shareSessionEnds } from './live/session-ends.ts';
import { watchRequests } from './outbox/watch-requests.ts';
import { queryClient } from './query-client.ts';
import { createTrpcClient } from './trpc.ts';

watchRequests();
shareSessionEnds();

export const trpcClient = createTrpcClient();

/**
 * For the loaders of routes. The component that shows a query finds it already running. The top bar has no loader: its
 * queries share a request with those of the page.
 */
export const queries = createTRPCQueryUtils({ queryClient, client: trpcClient });

/**
 * Fetches only what is not cached. Cached data shows at once, and the component that shows it refetches.
 */
export const IF_MISSING = { staleTime: 'static' } as const;

/** Cached data is good until a change makes it stale. */
export const UNLESS_CHANGED = { staleTime: Number.POSITIVE_INFINITY } as const;
