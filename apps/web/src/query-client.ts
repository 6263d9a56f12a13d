import type { SheetKind } from '@onus/contract/sheet-limits';
import { TOPICS, type Topic } from '@onus/contract/topic';
import { MutationCache, type MutationOptions, type Query, QueryClient } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { NoAnswer } from './lib/answer.ts';
import { whenDataGoes } from './session.ts';

const MINUTE = 60_000;

/** What a change of each topic makes stale, by whomever: the routers in which its rows are seen. */
const STALE: Record<Topic, readonly string[]> = {
  task: ['task', 'manager', 'member'],
  // Whom one may write to, and the names beside threads and items, are those of the members.
  member: ['member', 'manager', 'chat', 'grocery', 'auth'],
  grocery: ['grocery'],
  chat: ['chat'],
  session: ['auth'],
};

/** The cache with the numbers of spec section 9, and the one rule of what a change makes stale. */
export const queryClient: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    // What a mutation changed shows in its topic's lists, also while no ticks arrive: ['task', 'create'] → task.
    onSuccess: (_data, _variables, _context, mutation) => invalidateTopic(topicOf(mutation)),
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
    },
  },
});

/** How lists that others may change are kept fresh when the stream is down (spec 7). */
export const POLLED = {
  refetchInterval: MINUTE,
  refetchOnWindowFocus: true,
  refetchOnMount: 'always',
} as const;

export async function invalidateTopic(topic: Topic | undefined): Promise<void> {
  const nouns = topic ? STALE[topic] : [];
  await Promise.all(nouns.map(noun => queryClient.invalidateQueries({ queryKey: [[noun]] })));
}

/** The queries of a topic that somebody looks at. */
export function listsOf(topic: Topic): Query[] {
  const cache = queryClient.getQueryCache();
  return STALE[topic].flatMap(noun => cache.findAll({ queryKey: [[noun]], type: 'active' }));
}

/** Whether this browser has asked for a change of the topic just now: a tick may overtake the answer. */
export function isOwnDoing(topic: Topic): boolean {
  return queryClient
    .getMutationCache()
    .findAll({ predicate: mutation => topicOf(mutation) === topic })
    .some(({ state }) => state.status === 'pending' || Date.now() - state.submittedAt < JUST_NOW);
}

/** One second after a logout, unless somebody signs in before: then at once, so that nobody sees another's data. */
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
function topicOf({ options, state }: Asked): Topic | undefined {
  const [path] = options.mutationKey ?? [];
  const [noun, verb] = Array.isArray(path) ? path : [];
  if (noun === 'auth') return 'session';
  if (noun === 'sheet')
    return verb === 'import' ? MADE_OF[(state.variables as { kind: SheetKind }).kind] : undefined;
  return TOPICS.find(topic => topic === noun);
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
  return answered === undefined || answered >= 500;
}
