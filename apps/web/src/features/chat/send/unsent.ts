import { type SentMessage, sentInto } from '@onus/contract/fold/chat';
import type { Queued } from '../../../data/outbox/operation.ts';

/** A message that the server has not confirmed yet. */
export interface Unsent extends SentMessage {
  conversationId: string;
  operation: Queued | undefined;
}

/** The messages of a thread that wait or were refused. @param other the id of the other person in the thread. */
export function unsentOf(
  conversationId: string,
  stored: readonly { id: string }[],
  queued: readonly Queued[],
  other?: string,
): Unsent[] {
  return sentInto(conversationId, stored, queued, other).map(sent => ({
    ...sent,
    conversationId,
    operation: queued.find(({ op }) => op === sent.op),
  }));
}
