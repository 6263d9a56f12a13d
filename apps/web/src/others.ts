import type { Topic } from '@onus/contract/topic';
import { getQueryKey } from '@trpc/react-query';
import { invalidateTopic, isOwnDoing, listsOf, queryClient } from './query-client.ts';
import { type Unread, unreadElsewhere } from './reading.ts';
import { trpc } from './trpc.ts';
import { announce } from './ui/announcer.tsx';

/** What is said of a change on the screen. An open conversation is a log: it speaks for itself. */
const WORDS: Partial<Record<Topic, string>> = {
  task: 'The tasks have changed',
  member: 'The members have changed',
  grocery: 'The groceries have changed',
};

/** Asks again for what a tick says has changed, and tells those who listen if it was another person's doing. */
export async function follow(topic: Topic): Promise<void> {
  const own = isOwnDoing(topic);
  const [before, waited] = [shown(topic), waiting()];
  await invalidateTopic(topic);
  if (own) return;
  if (topic === 'chat' && waiting() > waited) announce('You have a new message');
  const words = WORDS[topic];
  const changed = [...shown(topic)].some(([list, rows]) => before.has(list) && before.get(list) !== rows);
  if (words && changed) announce(words);
}

/** The lists on the screen, each with its rows as they are now: react-query keeps what did not change the same. */
function shown(topic: Topic): Map<string, unknown> {
  return new Map(listsOf(topic).map(({ queryHash, state }) => [queryHash, state.data]));
}

function waiting(): number {
  const key = getQueryKey(trpc.chat.unread, undefined, 'query');
  return unreadElsewhere(queryClient.getQueryData<Unread>(key));
}
