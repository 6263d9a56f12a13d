import { BATCH_CALLS } from '@onus/contract/limits/batch';
import type { Topic } from '@onus/contract/live/topic';
import {
  MutationCache,
  type MutationOptions,
  matchQuery,
  type Query,
  QueryClient,
  type QueryFilters,
} from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { getQueryKey } from '@trpc/react-query';
import { changedTopics } from './changed-topics.ts';
import { dataOf, NoAnswer } from './fetch.ts';
import type { Queued } from './outbox/operation.ts';
import { outbox, ownChanges } from './outbox/state.ts';
import { persister } from './reads/reads.ts';
import { whenDataGoes } from './session/session.ts';
import { trpc } from './trpc.ts';

const MINUTE = 60_000;

/** The routers or procedures whose responses a change of each topic makes stale. */
const STALE: Record<Topic, readonly Parameters<typeof getQueryKey>[0][]> = {
  task: [trpc.task, trpc.manager, trpc.member],
  // Recipients, and the names beside threads and items, depend on the members.
  member: [trpc.member, trpc.manager, trpc.invite, trpc.chat, trpc.grocery, trpc.auth],
  grocery: [trpc.grocery],
  chat: [trpc.chat],
  message: [trpc.chat.messages],
  // The lists of the settings.
  session: [trpc.auth, trpc.token, trpc.feed, trpc.oidc, trpc.passkey, trpc.push, trpc.secondFactor],
};

/** All loaded pages of a thread. */
const LOADED_THREAD = { queryKey: getQueryKey(trpc.chat.messages, undefined, 'infinite') };

/** The newest page of a thread alone. */
const NEWEST_PAGE = { queryKey: getQueryKey(trpc.chat.messages, undefined, 'query') };

/** The cache with the times of rule 19. */
export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    // A mutation invalidates the lists of its topic, also without change events: ['task', 'create'] → task.
    onSuccess: (_data, _variables, _context, mutation) =>
      Promise.all(topicsOf(mutation).map(topic => invalidateTopic(topic))),
  }),
  defaultOptions: {
    // Without a network a mutation fails at once with an error.
    mutations: { networkMode: 'always' },
    queries: {
      // Without a network a list shows an error instead of a spinner.
      networkMode: 'always',
      persister,
      gcTime: MINUTE,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      retryDelay: (failures, error) => waitOf(error) ?? Math.min(1000 * 2 ** failures, 30_000),
    },
  },
});

/** For what others may change: it starts as it was stored, and refreshes while the stream is down (rule 17). */
export const POLLED = {
  refetchInterval: MINUTE,
  refetchOnWindowFocus: true,
  refetchOnMount: 'always',
  // tRPC's useInfiniteQuery replaces the default with undefined.
  persister,
} as const;

/** For a query that another component shows. Without it, each step of its requests renders this one too. */
export const NOT_SHOWN: { notifyOnChangeProps: [] } = { notifyOnChangeProps: [] };

/**
 * Leaves the counts as they are while a change is on its way: new ones may contain it or not, and nothing tells which.
 * Its verdict refetches them. @param isKnown whether a query is up to date and needs no refetch.
 */
export async function invalidateTopic(topic: Topic, isKnown?: (query: Query) => boolean): Promise<void> {
  const isLeft = (query: Query) => isOldCounts(query) && waitingFor(topic).length > 0;
  const filters = filtersOf(topic, query => isKnown?.(query) || isLeft(query));
  await Promise.all(filters.map(filter => queryClient.invalidateQueries(filter)));
}

/** Counts that can be shown until others come. */
export function isOldCounts({ queryKey: [path], state }: Query): boolean {
  return (path as string[])[1] === 'counts' && state.data !== undefined;
}

export function isNewestPage(query: Query): boolean {
  return matchQuery(NEWEST_PAGE, query);
}

/** The queries of a topic that are on the screen. */
export function listsOf(topic: Topic): Query[] {
  const cache = queryClient.getQueryCache();
  return filtersOf(topic).flatMap(filter => cache.findAll({ ...filter, type: 'active' }));
}

function filtersOf(topic: Topic, isKnown?: (query: Query) => boolean): QueryFilters[] {
  return STALE[topic].map(procedures => ({
    queryKey: getQueryKey(procedures),
    // A new message changes no loaded page of a thread. The newest page has its own query.
    predicate: query => (topic !== 'chat' || !matchQuery(LOADED_THREAD, query)) && !isKnown?.(query),
  }));
}

/** Whether this browser is changing the topic. A change event may arrive before the response. */
export function isOwnDoing(topic: Topic): boolean {
  if (performance.now() - (ownChanges.get(topic) ?? -JUST_NOW) < JUST_NOW) return true;
  if (waitingFor(topic).length > 0) return true;
  return queryClient
    .getMutationCache()
    .findAll({ predicate: mutation => topicsOf(mutation).includes(topic) })
    .some(({ state }) => state.status === 'pending' || Date.now() - state.submittedAt < JUST_NOW);
}

/** Whether this browser has more changes of the topic to send than one request takes. */
export function isSendingMany(topic: Topic): boolean {
  return waitingFor(topic).length > BATCH_CALLS;
}

/** The changes of a topic that this browser has yet to send. */
function waitingFor(topic: Topic): readonly Queued[] {
  return outbox
    .get()
    .filter(
      ({ path, open, refusal }) => open && refusal === undefined && changedTopics(path).includes(topic),
    );
}

/** One second after a logout, unless a person signs in before: then at once, so that no one sees another's data. */
let resetting: ReturnType<typeof setTimeout> | undefined;

whenDataGoes(when => {
  clearTimeout(resetting);
  if (when === 'now') queryClient.clear();
  else resetting = setTimeout(() => queryClient.clear(), 1000);
});

const JUST_NOW = 3_000;

/** The parts of a mutation that are known when it starts. */
interface MutationStart {
  options: Pick<MutationOptions, 'mutationKey'>;
}

function topicsOf({ options }: MutationStart): Topic[] {
  const [path] = options.mutationKey ?? [];
  return Array.isArray(path) ? changedTopics(path.join('.')) : [];
}

/** Does not repeat a refused call. Repeats a call without a response, because the server may come back. */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return true;
  const answered = error.cause instanceof NoAnswer ? error.cause.status : error.data?.httpStatus;
  if (answered === 429) return (waitOf(error) ?? 0) <= LONGEST_WAIT;
  return answered === undefined || answered >= 500;
}

/** The server's `Retry-After` in ms; undefined without one. */
function waitOf(error: unknown): number | undefined {
  const seconds = dataOf(error)?.retryAfter;
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}

/** The longest wait in ms before the reader sees an error. */
const LONGEST_WAIT = 10_000;
