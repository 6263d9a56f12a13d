import type { AppRouter } from '@onus/api/root';
import type { inferProcedureOutput } from '@trpc/server';
import { createStore } from './lib/store.ts';

export type Unread = inferProcedureOutput<AppRouter['chat']['unread']>;

/** The thread whose end is in sight: what arrives there is read as it comes, and nowhere shown as unread. */
export const reading = createStore<string | null>(null);

/** How many messages wait in the threads that are not being looked at. */
export function unreadElsewhere(threads: Unread | undefined, current = reading.get()): number {
  const others = (threads ?? []).filter(({ conversationId }) => conversationId !== current);
  return others.reduce((sum, { count }) => sum + count, 0);
}
