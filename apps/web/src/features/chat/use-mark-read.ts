import { useEffect } from 'react';
import { reading } from '../../reading.ts';
import { trpc } from '../../trpc.ts';
import { useVisible } from '../../ui/use-visible.ts';
import type { Conversation } from './chat.ts';

/** Says how far a thread was read, once its newest message has been in sight. */
export function useMarkRead(
  { id, unread }: Conversation,
  newest: number | undefined,
  inSight: boolean,
): void {
  const { mutate } = trpc.chat.markRead.useMutation();
  const seen = useVisible() && inSight;
  const waiting = unread > 0;
  useEffect(() => {
    if (!seen) return;
    reading.set(id);
    return () => reading.set(null);
  }, [id, seen]);
  useEffect(() => {
    if (waiting && seen && newest !== undefined) mutate({ conversationId: id, sequence: newest });
  }, [mutate, id, waiting, seen, newest]);
}
