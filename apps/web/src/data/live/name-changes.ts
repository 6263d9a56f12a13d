import { trpcClient } from '../queries.ts';
import { currentUserId } from '../session/session.ts';
import { changedBy } from './changed-by.ts';
import { changedRows } from './changed-rows.ts';

/** At most so many rows are named at a time, because each takes a request. */
const MOST = 5;
/** Milliseconds that a name shows. */
const SHOWN = 2_000;
/** What a row of the topic has. A change of tasks makes lists of members stale, too. */
const FIELD = { task: 'dueDate', grocery: 'purchased' };

/** The rows that are named, or will be. */
const named = new Set<string>();

/** Shows for a moment which rows of a list another person has changed, and who. */
export async function nameChanges(topic: 'task' | 'grocery', before: unknown, after: unknown): Promise<void> {
  const rows = changedRows(before, after, FIELD[topic]).filter(id => !named.has(id));
  await Promise.all(rows.slice(0, MOST - named.size).map(id => nameRow(topic, id)));
}

async function nameRow(topic: 'task' | 'grocery', id: string): Promise<void> {
  named.add(id);
  // The row may be gone by now, and a name is a nicety.
  const history = await trpcClient[topic].history.query({ id }).catch(() => null);
  const by = history?.items[0]?.by;
  if (by && by.id !== currentUserId()) changedBy.set(all => new Map(all).set(id, by.username));
  setTimeout(() => {
    named.delete(id);
    changedBy.set(all => new Map([...all].filter(([row]) => row !== id)));
  }, SHOWN);
}
