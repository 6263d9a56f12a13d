import type { Topic } from '@onus/contract/topic';

/** What changed for one reader since they last looked; ends when the reader leaves. */
export interface Inbox extends AsyncIterable<Topic[]> {
  close(): void;
}

/** Ticks without data, from committed changes to those who may see them (architecture rule 8). */
export interface Events {
  tick(topic: Topic, userIds: Iterable<string>): void;
  /**
   * Starts to listen at once, so that nothing is missed before the first read.
   * @param only the one topic the reader is woken for; without it, any.
   */
  open(userId: string, signal?: AbortSignal, only?: Topic): Inbox;
}

export function createEvents(): Events {
  const readers = new Map<string, Set<(topic: Topic) => void>>();

  return {
    tick(topic, userIds) {
      for (const userId of new Set(userIds)) {
        for (const deliver of readers.get(userId) ?? []) deliver(topic);
      }
    },
    open(userId, signal, only) {
      const inbox = createInbox(only, () => {
        const mine = readers.get(userId);
        mine?.delete(inbox.deliver);
        if (mine?.size === 0) readers.delete(userId);
      });
      readers.set(userId, (readers.get(userId) ?? new Set()).add(inbox.deliver));
      if (signal?.aborted) inbox.close();
      signal?.addEventListener('abort', inbox.close, { once: true });
      return inbox;
    },
  };
}

/** Ticks that arrive while the reader is busy fold into one: a burst costs one look. */
function createInbox(only: Topic | undefined, onClose: () => void) {
  const pending = new Set<Topic>();
  let open = true;
  let wake = () => {};

  function deliver(topic: Topic): void {
    if (only !== undefined && topic !== only) return;
    pending.add(topic);
    wake();
  }

  function close(): void {
    if (!open) return;
    open = false;
    onClose();
    wake();
  }

  // No generator: hundreds of readers wait here for the same tick, and each of its steps would count.
  async function next(): Promise<IteratorResult<Topic[], undefined>> {
    while (open && pending.size === 0) {
      await new Promise<void>(resolve => {
        wake = resolve;
      });
    }
    if (!open) return { done: true, value: undefined };
    const topics = [...pending];
    pending.clear();
    return { done: false, value: topics };
  }

  async function leave(): Promise<IteratorResult<Topic[], undefined>> {
    close();
    return { done: true, value: undefined };
  }

  return { deliver, close, [Symbol.asyncIterator]: () => ({ next, return: leave }) };
}
