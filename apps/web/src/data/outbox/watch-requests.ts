import type { Query } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';
import { keepRead, storedTimes } from '../reads/reads.ts';
import {
  fetchTimeOf,
  isRequested,
  noteFetch,
  noteRequestTime,
  requestTimeOf,
} from '../reads/request-times.ts';
import type { Queued } from './operation.ts';
import { outbox } from './state.ts';

/**
 * Records request times, removes the applied operations that every list contains, and refetches what changed before its
 * first response came: the server may have read that before the change, and react-query repeats a fetch only of a query
 * that has data.
 */
export function watchRequests(): void {
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const isFirst = query.state.data === undefined && query.state.fetchStatus !== 'idle';
    if (action.type === 'invalidate' && isFirst) changed.add(query);
    if (action.type === 'fetch') noteFetch(query.queryHash);
    if (action.type !== 'success' || action.manual) return;
    const { data, fetchMeta } = query.state;
    if (typeof data !== 'object' || data === null) return;
    // Fetching another page does not refresh the earlier ones.
    const time = fetchTimeOf(query.queryHash);
    noteRequestTime(data, fetchMeta?.fetchMore?.direction ? Math.min(time, settled.get(query) ?? 0) : time);
    settled.set(query, requestTimeOf(data));
    keepRead(query);
    removeContained();
    if (changed.delete(query)) void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}

/** The queries that became stale while their first response was on its way. */
const changed = new WeakSet<Query>();

/** The request time of the data of each query. A further page replaces the data object. */
const settled = new WeakMap<Query, number>();

export function removeContained(): void {
  const all = outbox.get();
  if (all.every(({ landedAt }) => landedAt === undefined)) return;
  const oldest = new Map([...new Set(all.map(nounOf))].map(noun => [noun, oldestOf(noun)]));
  // Always a new array, so that the lists that are newer now render without the operation.
  outbox.set(all.filter(one => one.landedAt === undefined || one.landedAt > (oldest.get(nounOf(one)) ?? 0)));
}

function nounOf({ path }: Queued): string {
  return path.split('.')[0] ?? '';
}

/** The request time of the oldest list that shows such operations, in epoch milliseconds. A stored one may be shown yet. */
function oldestOf(noun: string): number {
  const routers = LISTS[noun] ?? [noun];
  const lists = queryClient.getQueryCache().findAll({
    predicate: ({ queryKey: [procedure] }) => Array.isArray(procedure) && routers.includes(procedure[0]),
  });
  return Math.min(
    ...storedTimes(routers),
    ...lists.flatMap(({ state: { data } }) => (isRequested(data) ? [requestTimeOf(data)] : [])),
  );
}

/** The routers whose lists show tasks. */
const LISTS: Record<string, string[]> = { task: ['task', 'manager', 'member'] };
