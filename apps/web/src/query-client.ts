import { MutationCache, QueryClient } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';

const MINUTE = 60_000;

/** The cache with the numbers of spec section 9, and the one rule of what a change makes stale. */
export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    // What a mutation of a noun changed shows in that noun's lists: ['task', 'create'] → every ['task', …].
    onSuccess: (_data, _variables, _context, mutation) =>
      invalidateNoun(nounOf(mutation.options.mutationKey)),
  }),
  defaultOptions: {
    // Without a network a change fails at once and says so: it does not wait unseen for one.
    mutations: { networkMode: 'always' },
    queries: {
      gcTime: MINUTE,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    },
  },
});

/** How lists that others may change are kept fresh when the stream is down (spec 7). */
export const POLLED = {
  refetchInterval: MINUTE,
  refetchOnWindowFocus: true,
  refetchOnMount: 'always',
} as const;

export function invalidateNoun(noun: string | undefined): Promise<void> {
  return noun ? queryClient.invalidateQueries({ queryKey: [[noun]] }) : Promise.resolve();
}

/** One second after a logout, unless somebody signs in before: then at once, so that nobody sees another's data. */
export function resetCacheSoon(): void {
  resetting = setTimeout(resetCache, 1000);
}

export function resetCache(): void {
  clearTimeout(resetting);
  queryClient.clear();
}

let resetting: ReturnType<typeof setTimeout> | undefined;

function nounOf(key: readonly unknown[] | undefined): string | undefined {
  const [path] = key ?? [];
  return Array.isArray(path) && typeof path[0] === 'string' ? path[0] : undefined;
}

/** An answer that says no will say it again; a server that is away may come back. */
function isWorthRetrying(error: unknown): boolean {
  const status = error instanceof TRPCClientError ? error.data?.httpStatus : undefined;
  return status === undefined || status >= 500;
}
