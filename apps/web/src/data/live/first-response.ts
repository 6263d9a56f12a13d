import type { Query } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';

/** The queries that became stale while their first response was on its way. */
const stale = new WeakSet<Query>();

/**
 * Refetches a query after its first response if a change came before that: the server may have read the response before
 * the change, and react-query repeats a fetch only if the query has data.
 */
export function watchFirstResponses(): void {
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const isFirst = query.state.data === undefined && query.state.fetchStatus !== 'idle';
    if (action.type === 'invalidate' && isFirst) stale.add(query);
    if (action.type === 'success' && !action.manual && stale.delete(query))
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}
