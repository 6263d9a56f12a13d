import type { Operation } from './operation.ts';

/** The threads with unread messages, without those that the queue marks as read. */
export function foldUnread<Row extends { conversationId: string }>(
  rows: readonly Row[],
  operations: readonly Operation[],
): readonly Row[] {
  const read = readIn(operations);
  return read.size === 0 ? rows : rows.filter(row => !read.has(row.conversationId));
}

/** The last read sequence of each thread. */
export function readIn(operations: readonly Operation[]): Map<string, number> {
  const read = new Map<string, number>();
  for (const { path, input } of operations) {
    if (path !== 'chat.markRead') continue;
    read.set(input.conversationId, Math.max(input.sequence, read.get(input.conversationId) ?? 0));
  }
  return read;
}
