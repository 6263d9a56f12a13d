import type { Db } from '../open.ts';

/**
 * Runs writes of which all are stored or none. In a transaction that is open they are a part of it: what they throw must
 * end it, or the savepoint around them. Without one they get an immediate transaction of their own.
 */
export function atomically<Result>({ $client: client }: Db, run: () => Result): Result {
  return client.inTransaction ? run() : client.transaction(run).immediate();
}
