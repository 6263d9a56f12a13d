import { randomUUID } from 'node:crypto';
import { TOPICS, type Topic } from '@onus/contract/live/topic';
import type { KeptChanges } from '@onus/db/kept-changes';

/**
 * The last change of each topic for each user, so that a browser that was away learns whether it missed anything. Changes
 * are numbered. Ids consist of the process and a number, because a number means nothing to a server that did not count.
 */
export interface ChangeLog {
  record(topic: Topic, userIds: Iterable<string>): void;
  /** The id of the last change. */
  lastId(): string;
  /** The topics that changed for the user after the change of this id: all of them for an id that is not known. */
  since(userId: string, id: string | null | undefined): Topic[];
  /** For the next process. */
  keep(): KeptChanges;
}

/** @param before the log of the process before this one, if nothing else has changed the data since. */
export function createChangeLog(before: KeptChanges | null = null): ChangeLog {
  const process = randomUUID();
  let last = before?.last ?? 0;
  /** By user: the number of the last change of each topic, in the order of TOPICS. */
  const changes = new Map(Object.entries(before?.users ?? {}));

  function isKnown(counted: string | undefined, number: number): boolean {
    if (!Number.isSafeInteger(number) || number < 0) return false;
    if (counted === process) return number <= last;
    return before !== null && counted === before.process && number <= before.last;
  }

  return {
    record(topic, userIds) {
      last += 1;
      const place = TOPICS.indexOf(topic);
      for (const userId of userIds) {
        const mine = changes.get(userId) ?? TOPICS.map(() => 0);
        mine[place] = last;
        changes.set(userId, mine);
      }
    },
    lastId: () => `${process} ${last}`,
    since(userId, id) {
      const [counted, number] = (id ?? '').split(' ');
      const after = Number(number ?? Number.NaN);
      if (!isKnown(counted, after)) return [...TOPICS];
      const mine = changes.get(userId) ?? [];
      return TOPICS.filter((_topic, place) => (mine[place] ?? 0) > after);
    },
    keep: () => ({ process, last, users: Object.fromEntries(changes) }),
  };
}
