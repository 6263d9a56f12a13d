import { setImmediate as turn } from 'node:timers/promises';
import type { Topic } from '@onus/contract/topic';
import type { Db } from '@onus/db/open';
import type { Services } from './context.ts';
import { DomainError } from './errors.ts';
import { settle } from './pending-changes.ts';
import type { Scope, Visitor } from './scope.ts';

/** What a write may answer: a promise would go on after its transaction. */
type Synchronous<Result> = Result extends PromiseLike<unknown> ? never : Result;

/**
 * The only ways of a procedure to the database. Who asks, and what they may, is read at the moment of the
 * read or the write, never before: nothing can wait between the permission and what relies on it.
 */
export interface Access<Asker> {
  read<Result>(query: (db: Db, asker: Asker) => Synchronous<Result>): Result;
  /**
   * Runs the command in the transaction of this turn. Answers, and sends the change events, once that is on
   * the disk, and what follows from it too. Hash passwords before it; sign and mail after it.
   */
  write<Result>(command: (db: Db, asker: Asker) => Synchronous<Result>): Promise<Result>;
}

/** How a command says which rows changed for which users. */
export type Tell = Pick<Scope, 'changed' | 'changedFor' | 'leavesPending'>;

type Shared = Pick<Services, 'db' | 'commits' | 'events'>;

/** For work that takes long: it goes on in pieces, each when it is the caller's turn. */
export interface Pausing {
  pause(): Promise<void>;
}

/**
 * @param owner whose writes wait for each other; those of several owners go in turns.
 * @param identify reads who asks from the database. @throws DomainError when they may not.
 */
export function createAccess<Asker extends Scope | Visitor>(
  services: Shared,
  owner: string,
  identify: (tell: Tell) => Asker,
): Access<Asker> {
  const { db, commits, events } = services;
  return {
    read: query => query(db, identify(REFUSING)) as never,
    async write(command) {
      const changes: [Topic, string[]][] = [];
      const far: Parameters<Tell['changedFor']>[] = [];
      let isPending = false;
      const tell: Tell = {
        changed: (topic, userIds) => void changes.push([topic, [...userIds]]),
        changedFor: (...one) => void far.push(one),
        leavesPending() {
          isPending = true;
        },
      };
      const [result, caller] = await commits.run(() => {
        const asker = identify(tell);
        return [command(db, asker), 'userId' in asker ? asker.userId : null] as const;
      }, owner);
      // A socket whose rights have changed is closed: the caller's own only with the answer.
      const isOwn = ([topic, userIds]: [Topic, string[]]) =>
        topic === 'session' && userIds.some(id => id === caller);
      const own = far.length > 0 ? changes.filter(isOwn) : [];
      for (const change of changes) if (!own.includes(change)) events.tick(...change);
      if (far.length > 0) await follow(services, far, isPending);
      for (const change of own) events.tick(...change);
      return result as never;
    },
  };
}

/**
 * The write is on the disk, so nothing may fail its call any more: what cannot be done now, the next sweep does,
 * and its log says what stops it.
 */
async function follow(
  services: Shared,
  far: readonly Parameters<Tell['changedFor']>[],
  isPending: boolean,
): Promise<void> {
  try {
    for (const [topics, pages] of far) {
      for (const page of pages) {
        for (const topic of topics) services.events.tick(topic, page);
        await turn();
      }
    }
    if (isPending) await settle(services);
  } catch {}
}

const REFUSING: Tell = { changed: refuseChange, changedFor: refuseChange, leavesPending: refuseChange };

function refuseChange(): never {
  throw new DomainError('INTERNAL_SERVER_ERROR', 'A read changes nothing');
}
