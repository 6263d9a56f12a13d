import type { Topic } from '@onus/contract/live/topic';
import type { KeptChanges } from '@onus/db/kept-changes';
import { type ChangeLog, createChangeLog } from './change-log.ts';

/** What changed for one reader since they last looked; ends when the reader leaves. */
export interface Inbox extends AsyncIterable<Topic[]> {
  close(): void;
  /** The id of the last change that the topics taken so far include. */
  lastId(): string;
}

/** Ticks without data, from committed changes to those who may see them (architecture rule 8). */
export interface Events extends Pick<ChangeLog, 'since' | 'lastId' | 'keep'> {
  tick(topic: Topic, userIds: Iterable<string>): void;
  /**
   * Starts to listen at once, so that nothing is missed before the first read.
   * @param only the one topic the reader is woken for; without it, any.
   */
  open(userId: string, signal?: AbortSignal, only?: Topic): Inbox;
}

/** @param before the changes that the process before this one has kept. */
export function createEvents(before: KeptChanges | null = null): Events {
  const readers = new Map<string, Set<(topic: Topic) => void>>();
  const log = createChangeLog(before);

  return {
    since: log.since,
    lastId: log.lastId,
    keep: log.keep,
    tick(topic, userIds) {
      const all = new Set(userIds);
      log.record(topic, all);
      for (const userId of all) {
        for (const deliver of readers.get(userId) ?? []) deliver(topic);
      }
    },
    open(userId, signal, only) {
      const inbox = createInbox(only, log.lastId, () => {
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
function createInbox(only: Topic | undefined, lastOfAll: () => string, onClose: () => void) {
  const pending = new Set<Topic>();
  let lastId = lastOfAll();
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
    // A change that comes while the reader is busy with these is not among them.
    lastId = lastOfAll();
    return { done: false, value: topics };
  }

  async function leave(): Promise<IteratorResult<Topic[], undefined>> {
    close();
    return { done: true, value: undefined };
  }

  return { deliver, close, lastId: () => lastId, [Symbol.asyncIterator]: () => ({ next, return: leave }) };
}
