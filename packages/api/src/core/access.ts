import { setImmediate as turn } from 'node:timers/promises';
import type { Topic } from '@onus/contract/live/topic';
import type { Db } from '@onus/db/open';
import type { Context, Services } from './context.ts';
import { DomainError } from './errors.ts';
import type { Entry } from './ledger/ledger.ts';
import { applyOnce } from './ledger/write.ts';
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
   * @param response what the procedure will answer, where that is not the whole result. The ledger keeps it.
   */
  write<Result>(
    command: (db: Db, asker: Asker) => Synchronous<Result>,
    response?: (result: Result) => unknown,
  ): Promise<Result>;
}

/** What a procedure that is open to everyone has at hand. */
export type VisitorCall = Context & Access<Visitor> & { visitor: Visitor };

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
 * @param entry the operation whose verdict its writes carry.
 */
export function createAccess<Asker extends Scope | Visitor>(
  services: Shared,
  owner: string,
  identify: (tell: Tell) => Asker,
  entry: Entry | null = null,
): Access<Asker> {
  const { db, commits, events } = services;
  return {
    read: query => query(db, identify(REFUSING)) as never,
    async write(command, response = (result: unknown) => result) {
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
      const [outcome, caller] = await commits.run(() => {
        const asker = identify(tell);
        if (!('userId' in asker)) return [{ result: command(db, asker) }, null] as const;
        const run = () => command(db, asker);
        return [
          entry ? applyOnce(db, asker, entry, run, response) : { result: run() },
          asker.userId,
        ] as const;
      }, owner);
      if (entry) entry.isWritten = true;
      if ('refusal' in outcome) throw told(outcome);
      // A socket whose rights have changed is closed: the caller's own only with the answer.
      const isOwn = ([topic, userIds]: [Topic, string[]]) =>
        topic === 'session' && userIds.some(id => id === caller);
      const own = far.length > 0 ? changes.filter(isOwn) : [];
      for (const change of changes) if (!own.includes(change)) events.tick(...change);
      if (far.length > 0) await follow(services, far, isPending);
      for (const change of own) events.tick(...change);
      return outcome.result as never;
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

/** A refusal that is the verdict on an operation: it is on the disk, and told after that. */
function told({ refusal }: { refusal: DomainError }): DomainError {
  return refusal;
}

const REFUSING: Tell = { changed: refuseChange, changedFor: refuseChange, leavesPending: refuseChange };

function refuseChange(): never {
  throw new DomainError('INTERNAL_SERVER_ERROR', 'A read must not write');
}
