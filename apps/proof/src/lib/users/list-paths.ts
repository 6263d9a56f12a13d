import type { Calls } from '../client/trpc-client.ts';

/** The REST paths of every list of a person: their tasks, groceries, profile, conversations and the messages in each. */
export async function listPathsOf({ calls, id }: { calls: Calls; id: string }): Promise<string[]> {
  const { items } = await calls.chat.conversations.query({ limit: 100 });
  const threads = items.map(thread => `/messages?conversationId=${thread.id}&_sort=sequence&_order=desc`);
  return ['/tasks', '/tasks/complete', '/groceries', '/conversations', `/users/${id}`, ...threads];
}
