import { firstMessageName } from '@onus/contract/first-message';
import type { Started } from '@onus/contract/fold/operation';
import { v5, v7 } from 'uuid';
import { enqueue } from '../../../data/outbox/enqueue.ts';
import { currentUserId } from '../../../data/session/session.ts';

/**
 * Writes to a person, in the thread with them if there is one.
 * @param onStored gets the id of a new thread, and the one that the server has for that person: it may be older.
 * @returns the id of the thread if it is a new one; null if this browser could not store the message.
 */
export async function startThread(
  person: Started['with'],
  message: string,
  onStored?: (id: string, stored: string) => void,
): Promise<string | null> {
  const id = v7();
  const isStored = await enqueue(
    'chat.start',
    { id, users: [person.id], message },
    {
      started: { with: person, messageId: v5(firstMessageName(currentUserId(), person.id), id) },
      done: threads => threads?.[0] && onStored?.(id, threads[0].id),
    },
  );
  return isStored ? id : null;
}
