import type { Query } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';
import { keepRead } from '../reads/reads.ts';
import {
  fetchTimeOf,
  isRequested,
  noteFetch,
  noteRequestTime,
  requestTimeOf,
} from '../reads/request-times.ts';
import { outbox } from './state.ts';

/** Records request times, and removes the applied operations that every list contains. */
export function watchRequests(): void {
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
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
  });
}

/** The request time of the data of each query. A further page replaces the data object. */
const settled = new WeakMap<Query, number>();

function removeContained(): void {
  const all = outbox.get();
  if (all.every(({ landedAt }) => landedAt === undefined)) return;
  // Always a new array, so that the lists that are newer now render without the operation.
  outbox.set(all.filter(({ landedAt, path }) => landedAt === undefined || landedAt > oldestOf(path)));
}

/** The request time of the oldest list that shows an operation, in epoch milliseconds. */
function oldestOf(path: string): number {
  const [noun = ''] = path.split('.');
  const routers = LISTS[noun] ?? [noun];
  const lists = queryClient.getQueryCache().findAll({
    predicate: ({ queryKey: [procedure] }) => Array.isArray(procedure) && routers.includes(procedure[0]),
  });
  return Math.min(
    ...lists.flatMap(({ state: { data } }) => (isRequested(data) ? [requestTimeOf(data)] : [])),
  );
}

/** The routers whose lists show tasks. */
const LISTS: Record<string, string[]> = { task: ['task', 'manager', 'member'] };
