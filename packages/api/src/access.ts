import type { Topic } from '@onus/contract/topic';
import type { Db } from '@onus/db/open';
import type { Services } from './context.ts';
import { DomainError } from './errors.ts';

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
   * the disk. Hash passwords before it; sign and mail after it.
   */
  write<Result>(command: (db: Db, asker: Asker) => Synchronous<Result>): Promise<Result>;
}

/** Says that rows of a topic changed for these users. */
export type Changed = (topic: Topic, userIds: Iterable<string>) => void;

/** For work that takes long: it goes on in pieces, each when it is the caller's turn. */
export interface Pausing {
  pause(): Promise<void>;
}

/**
 * @param owner whose writes wait for each other; those of several owners go in turns.
 * @param identify reads who asks from the database. @throws DomainError when they may not.
 */
export function createAccess<Asker>(
  { db, commits, events }: Pick<Services, 'db' | 'commits' | 'events'>,
  owner: string,
  identify: (changed: Changed) => Asker,
): Access<Asker> {
  return {
    read: query => query(db, identify(refuseChange)) as never,
    async write(command) {
      const changes: [Topic, string[]][] = [];
      const changed: Changed = (topic, userIds) => void changes.push([topic, [...userIds]]);
      const result = await commits.run(() => command(db, identify(changed)), owner);
      for (const [topic, userIds] of changes) events.tick(topic, userIds);
      return result as never;
    },
  };
}

function refuseChange(): never {
  throw new DomainError('INTERNAL_SERVER_ERROR', 'A read changes nothing');
}
