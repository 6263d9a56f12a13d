import type { SheetKind } from '@onus/contract/sheet-limits';
import { TOPICS, type Topic } from '@onus/contract/topic';
import {
  MutationCache,
  type MutationOptions,
  type Query,
  QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { NoAnswer } from './lib/answer.ts';
import { whenDataGoes } from './session.ts';

const MINUTE = 60_000;

/** What a change of each topic makes stale: the routers, or the procedures, in which its rows are seen. */
const STALE: Record<Topic, readonly string[]> = {
  task: ['task', 'manager', 'member'],
  // The people one may write to, and the names beside threads and items, are those of the members.
  member: ['member', 'manager', 'chat', 'grocery', 'auth'],
  grocery: ['grocery'],
  chat: ['chat'],
  message: ['chat.messages'],
  session: ['auth'],
};

/** The cache with the numbers of spec section 9, and the one rule of what a change makes stale. */
export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    // What a mutation changed shows in its topic's lists, also while no ticks arrive: ['task', 'create'] → task.
    onSuccess: (_data, _variables, _context, mutation) =>
      Promise.all(topicsOf(mutation).map(invalidateTopic)),
  }),
  defaultOptions: {
    // Without a network a change fails at once and says so: it does not wait unseen for one.
    mutations: { networkMode: 'always' },
    queries: {
      // And a list says so, instead of looking as if it were about to come.
      networkMode: 'always',
      gcTime: MINUTE,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (failures, error) => failures < 2 && isWorthRetrying(error),
      retryDelay: (failures, error) => waitOf(error) ?? Math.min(1000 * 2 ** failures, 30_000),
    },
  },
});

/** How lists that others may change are kept fresh when the stream is down (spec 7). */
export const POLLED = {
  refetchInterval: MINUTE,
  refetchOnWindowFocus: true,
  refetchOnMount: 'always',
} as const;

export async function invalidateTopic(topic: Topic): Promise<void> {
  await Promise.all(filtersOf(topic).map(filter => queryClient.invalidateQueries(filter)));
}

/** The queries of a topic that are on the screen. */
export function listsOf(topic: Topic): Query[] {
  const cache = queryClient.getQueryCache();
  return filtersOf(topic).flatMap(filter => cache.findAll({ ...filter, type: 'active' }));
}

function filtersOf(topic: Topic): QueryFilters[] {
  return STALE[topic].map(path => ({
    queryKey: [path.split('.')],
    // A new message changes no page of a thread that is loaded: it is on the newest, which has a query of its own.
    predicate: ({ queryKey }) => topic !== 'chat' || !isLoadedThread(queryKey),
  }));
}

/** All pages of a thread that were scrolled to. */
function isLoadedThread([path, options]: QueryKey): boolean {
  return String(path) === 'chat,messages' && (options as { type?: string } | undefined)?.type === 'infinite';
}

/** Whether this browser has asked for a change of the topic just now: a tick may overtake the answer. */
export function isOwnDoing(topic: Topic): boolean {
  return queryClient
    .getMutationCache()
    .findAll({ predicate: mutation => topicsOf(mutation).includes(topic) })
    .some(({ state }) => state.status === 'pending' || Date.now() - state.submittedAt < JUST_NOW);
}

/** One second after a logout, unless a person signs in before: then at once, so that no one sees another's data. */
let resetting: ReturnType<typeof setTimeout> | undefined;

whenDataGoes(when => {
  clearTimeout(resetting);
  if (when === 'now') queryClient.clear();
  else resetting = setTimeout(() => queryClient.clear(), 1000);
});

const JUST_NOW = 3_000;

/**
 * A mutation of auth is about the caller's sessions; of any other noun, about its rows. What a table becomes is
 * said with it, and to look at one changes nothing.
 */
function topicsOf({ options, state }: Asked): Topic[] {
  const [path] = options.mutationKey ?? [];
  const [noun, verb] = Array.isArray(path) ? path : [];
  if (noun === 'auth') return ['session'];
  if (noun === 'chat' && (verb === 'edit' || verb === 'delete')) return ['chat', 'message'];
  if (noun === 'sheet')
    return verb === 'import' ? [MADE_OF[(state.variables as { kind: SheetKind }).kind]] : [];
  return TOPICS.filter(topic => topic === noun);
}

/** What is looked at of a mutation. */
interface Asked {
  options: Pick<MutationOptions, 'mutationKey'>;
  state: { variables: unknown };
}

const MADE_OF: Record<SheetKind, Topic> = { tasks: 'task', groceries: 'grocery' };

/** An answer that says no will say it again; a server that is away may come back. */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return true;
  const answered = error.cause instanceof NoAnswer ? error.cause.status : error.data?.httpStatus;
  if (answered === 429) return (waitOf(error) ?? 0) <= LONGEST_WAIT;
  return answered === undefined || answered >= 500;
}

/** Milliseconds after which the server takes the call again; undefined where it does not say so. */
function waitOf(error: unknown): number | undefined {
  const seconds = error instanceof TRPCClientError ? error.data?.retryAfter : undefined;
  return typeof seconds === 'number' ? seconds * 1000 : undefined;
}

/** Milliseconds: a reader waits so long at the most, and is told otherwise. */
const LONGEST_WAIT = 10_000;
