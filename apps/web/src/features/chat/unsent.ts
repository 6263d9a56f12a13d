import { createKeptStore } from '../../lib/kept-store.ts';

/** A message that the server has not confirmed yet. */
export interface Unsent {
  /** Made here, so that sending it twice makes one message (decision 4.10). */
  id: string;
  senderId: string;
  conversationId: string;
  text: string;
  timestamp: number;
  /** Why it was not sent; null while it is on its way. */
  failure: string | null;
}

const LEFT = 'The page was left before this was sent.';

const unsent = createKeptStore<Unsent[]>('onus.unsent', []);
// What an earlier page had under way may have arrived or not: it can be sent again without harm.
unsent.set(unsent.get().map(message => ({ ...message, failure: message.failure ?? LEFT })));

export function useUnsent(senderId: string, conversationId: string): Unsent[] {
  return unsent
    .use()
    .filter(message => message.senderId === senderId && message.conversationId === conversationId);
}

export function keepUnsent(message: Unsent): void {
  unsent.set([...unsent.get().filter(({ id }) => id !== message.id), message]);
}

export function markFailed(id: string, failure: string): void {
  unsent.set(unsent.get().map(message => (message.id === id ? { ...message, failure } : message)));
}

export function forgetUnsent(id: string): void {
  unsent.set(unsent.get().filter(message => message.id !== id));
}
