import type { Topic } from '@onus/contract/topic';
import { getQueryKey } from '@trpc/react-query';
import { announce } from '../../lib/announcements.ts';
import { createLazyModule } from '../../lib/lazy-module.ts';
import { invalidateTopic, isNewestPage, isOwnDoing, listsOf, queryClient } from '../query-client.ts';
import { trpc } from '../trpc.ts';
import { rowsArrive, type Unread, unreadElsewhere } from './open-thread.ts';

/** Announcements by topic. An open conversation is a log, which screen readers announce themselves. */
const WORDS: Partial<Record<Topic, string>> = {
  task: 'The tasks have changed',
  member: 'The members have changed',
  grocery: 'The groceries have changed',
};

/** Refetches what a change event names, and announces a change by another person. */
export async function follow(topic: Topic): Promise<void> {
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
