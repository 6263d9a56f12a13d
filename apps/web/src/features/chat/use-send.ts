import { v7 as uuid } from 'uuid';
import { messageOf } from '../../lib/message.ts';
import { useCurrentUser } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { forgetUnsent, keepUnsent, markFailed, type Unsent } from './unsent.ts';

/** Sends into a thread, one message after the other, so that they arrive in the order they were written. */
export function useSend(conversationId: string) {
  const senderId = useCurrentUser().id;
  const { mutate } = trpc.chat.send.useMutation({
    scope: { id: `chat ${conversationId}` },
    onSuccess: ({ id }) => forgetUnsent(id),
    onError: (error, { id }) => id && markFailed(id, messageOf(error)),
  });

  function dispatch(message: Unsent): void {
    keepUnsent(message);
    mutate({ id: message.id, conversationId, message: message.text });
  }

  return {
    send: (text: string) =>
      dispatch({ id: uuid(), senderId, conversationId, text, timestamp: Date.now(), failure: null }),
    retry: (message: Unsent) => dispatch({ ...message, failure: null }),
  };
}
