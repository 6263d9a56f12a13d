import { inParallel } from '../concurrency.ts';
import type { HouseholdUser } from '../users/household.ts';
import type { Acknowledged, Kind } from './write-log.ts';

/** The texts that a user reads through the entry points, by kind. */
type UserContent = Record<Kind, Set<string>>;

/** The missing acknowledged writes. @param people their writers, signed in to the server to read. */
export async function lostWrites(
  people: readonly HouseholdUser[],
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const contents = new Map<string, UserContent>();
  await inParallel(4, people, async person => void contents.set(person.email, await readContent(person)));
  return acknowledged
    .filter(({ kind, by, words }) => !contents.get(by.email)?.[kind].has(words))
    .map(({ kind, by, words }) => `${kind} “${words}” of ${by.email}`);
}

async function readContent({ calls, id }: HouseholdUser): Promise<UserContent> {
  const tasks = await tasksOf(calls);
  const done = new Set(tasks.filter(({ completed }) => completed).map(({ title }) => title));
  const open = new Set(tasks.filter(({ completed }) => !completed).map(({ title }) => title));
  const items = await everyPage((cursor: string | null) => calls.grocery.page.query({ cursor }));
  const sent = new Set<string>();
  for (const thread of await threadsOf(calls)) {
    for (const { message, sender } of await messagesOf(calls, thread))
      if (sender.id === id) sent.add(message);
  }
  return {
    task: new Set([...done, ...open]),
    // Completed, and the next occurrence is there.
    completion: new Set([...done].filter(title => open.has(title))),
    item: new Set(items.map(({ name }) => name)),
    message: sent,
    conversation: sent,
  };
}

/** All tasks on the caller's list. */
export function tasksOf(calls: HouseholdUser['calls']) {
  return everyPage((cursor: string | null) => calls.task.list.query({ view: 'all', limit: 500, cursor }));
}

/** The ids of the caller's conversations. */
export async function threadsOf(calls: HouseholdUser['calls']): Promise<string[]> {
  const threads = await everyPage((cursor: number | null) =>
    calls.chat.conversations.query({ limit: 100, cursor }),
  );
  return threads.map(({ id }) => id);
}

/** The messages of a conversation. */
export function messagesOf(calls: HouseholdUser['calls'], conversationId: string) {
  return everyPage((cursor: number | null) =>
    calls.chat.messages.query({ conversationId, limit: 100, cursor }),
  );
}

async function everyPage<Row, Cursor>(
  pageAt: (cursor: Cursor | null) => Promise<{ items: Row[]; nextCursor: Cursor | null }>,
): Promise<Row[]> {
  let page = await pageAt(null);
  const rows = page.items;
  while (page.nextCursor !== null) {
    page = await pageAt(page.nextCursor);
    rows.push(...page.items);
  }
  return rows;
}
