import { useEffect, useState } from 'react';
import { openThread } from '../../../data/live/open-thread.ts';
import { enqueue } from '../../../data/outbox/enqueue.ts';
import type { Conversation } from '../chat.ts';
import { useVisible } from './use-visible.ts';

/**
 * Marks a thread as read when the newest message from the other member is visible. A message may arrive before the list
 * of threads counts it, and the reader may leave in between.
 * @param newest its sequence.
 */
export function useMarkRead(
  { id, unread }: Conversation,
  newest: number | undefined,
  inSight: boolean,
): void {
  const seen = useVisible() && inSight;
  const [newestAtOpen] = useState(newest);
  const waiting = unread > 0 || (newest ?? 0) > (newestAtOpen ?? 0);
  useEffect(() => {
    if (!seen) return;
    openThread.set(id);
    return () => openThread.set(null);
  }, [id, seen]);
  useEffect(() => {
    if (waiting && seen && newest !== undefined) {
      void enqueue('chat.markRead', { conversationId: id, sequence: newest });
    }
  }, [id, waiting, seen, newest]);
}
