import type { Topic } from '@onus/contract/live/topic';
import { getQueryKey } from '@trpc/react-query';
import { announce } from '../../lib/announcements.ts';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { whenPainted } from '../after-paint.ts';
import { outbox } from '../outbox/state.ts';
import {
  invalidateTopic,
  isNewestPage,
  isOwnDoing,
  isSendingMany,
  listsOf,
  queryClient,
} from '../query-client.ts';
import { trpc } from '../trpc.ts';
import { rowsArrive, type Unread, unreadElsewhere } from './open-thread.ts';
import { whenVisible } from './visibility.ts';

/** Announcements by topic. An open conversation is a log, which screen readers announce themselves. */
const WORDS: Partial<Record<Topic, string>> = {
  task: 'The tasks have changed',
  member: 'The members have changed',
  grocery: 'The groceries have changed',
};

/** Whether another event of a topic came while the lists were refetched for the one before. */
const following = new Map<Topic, boolean>();

/**
 * Refetches what a change event names, and announces a change by another person. A queue that a browser sends makes an
 * event with each operation: those that come during a refetch share the next one.
 */
export async function follow(topic: Topic): Promise<void> {
  if (following.has(topic)) return void following.set(topic, true);
  following.set(topic, false);
  await Promise.race([followOne(topic), wait(LATE)]).catch(() => {});
  await Promise.all([rest(topic), restAsLong()]);
  const isAgain = following.get(topic);
  following.delete(topic);
  if (isAgain) whenVisible(`follow ${topic}`, () => follow(topic));
}

/** Milliseconds after which a refetch no longer holds up the next one. */
const LATE = 2_000;

/**
 * The screen shows what this browser sends already, and a refetch would delay it. Ends with the long queue: what others
 * changed since then must not wait.
 */
function rest(topic: Topic): Promise<void> {
  return new Promise(resolve => {
    if (!isSendingMany(topic)) return resolve();
    const end = () => {
      clearTimeout(timer);
      queue.unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, REST);
    const queue = outbox.subscribe(() => {
      if (!isSendingMany(topic)) end();
    });
  });
}

/** Milliseconds between two refetches while a long queue is sent. */
const REST = 2_000;

/** As long as the page needed to show the change: a stream of changes by others leaves it half of its time. */
async function restAsLong(): Promise<void> {
  const began = performance.now();
  await new Promise<void>(whenPainted);
  await wait(performance.now() - began);
}

function wait(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

async function followOne(topic: Topic): Promise<void> {
  const own = isOwnDoing(topic);
  const [before, waited] = [shown(topic), waiting()];
  await invalidateTopic(topic, query => topic === 'chat' && rowsArrive.get() && isNewestPage(query));
  if (own) return;
  if (topic === 'chat' && waiting() > waited) announce('You have a new message');
  const words = WORDS[topic];
  const changed = [...shown(topic)].filter(([list, rows]) => before.has(list) && before.get(list) !== rows);
  if (!words || changed.length === 0) return;
  announce(words);
  if (topic !== 'task' && topic !== 'grocery') return;
  const { nameChanges } = await names.fetch();
  for (const [list, rows] of changed) await nameChanges(topic, before.get(list), rows);
}

const names = createLazyModule(() => import('./name-changes.ts'));

/** The lists on the screen with their rows. react-query keeps unchanged rows identical. */
function shown(topic: Topic): Map<string, unknown> {
  return new Map(listsOf(topic).map(({ queryHash, state }) => [queryHash, state.data]));
}

function waiting(): number {
  const key = getQueryKey(trpc.chat.unread, undefined, 'query');
  return unreadElsewhere(queryClient.getQueryData<Unread>(key));
}
