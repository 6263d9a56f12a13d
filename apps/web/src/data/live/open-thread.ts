import type { AppRouter } from '@onus/api/root';
import { createAtom } from '@tanstack/react-store';
import type { inferProcedureOutput } from '@trpc/server';

export type Unread = inferProcedureOutput<AppRouter['chat']['unread']>;
export type MessageRow = inferProcedureOutput<AppRouter['chat']['messages']>['items'][number];

/** The open thread, if its end is visible. Its new messages count as read at once. */
export const openThread = createAtom<string | null>(null);

/** Whether new messages arrive as rows: a change event then asks for no page of a thread. */
export const rowsArrive = createAtom(false);

/** The number of unread messages in the threads that are not open. */
export function unreadElsewhere(
  threads: readonly Unread[number][] | undefined,
  current = openThread.get(),
): number {
  const others = (threads ?? []).filter(({ conversationId }) => conversationId !== current);
  return others.reduce((sum, { count }) => sum + count, 0);
}
