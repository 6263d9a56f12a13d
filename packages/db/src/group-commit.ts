import type { Db } from './open.ts';

/**
 * The writes of one turn of the event loop share one transaction: each is a savepoint of its own, so that
 * one that fails takes only itself back, and all of them wait for the same write to the disk
 * (docs/decisions/0007-group-commit.md).
 */
export interface GroupCommit {
  /** Before a write: opens the group, or joins the one that is open. */
  join(): void;
  /** When what was written until now is on the disk; at once when nothing waits. Rejects if it cannot be. */
  committed(): Promise<void>;
  /** When that is decided, whichever way: for those who only read. */
  settled(): Promise<void>;
}

export function createGroupCommit({ $client: client }: Db): GroupCommit {
  let group: PromiseWithResolvers<void> | null = null;

  function finish(): void {
    const ending = group;
    if (!ending) return;
    group = null;
    try {
      if (!client.inTransaction) throw takenBack();
      client.exec('commit');
      ending.resolve();
    } catch (error) {
      if (client.inTransaction) client.exec('rollback');
      ending.reject(error);
    }
  }

  return {
    join() {
      // A full disk takes the whole group back in the middle: its writers hear of it, and a new one begins.
      if (group && !client.inTransaction) finish();
      if (group || client.inTransaction) return;
      client.exec('begin immediate');
      group = Promise.withResolvers();
      // Those who wrote wait for it; where all of them were refused, nobody does.
      group.promise.catch(() => {});
      setImmediate(finish);
    },
    committed: () => group?.promise ?? Promise.resolve(),
    settled: () => group?.promise.catch(() => {}) ?? Promise.resolve(),
  };
}

/** What SQLite did by itself, as it says it of a statement. */
function takenBack(): Error {
  return Object.assign(new Error('the transaction was rolled back'), { code: 'SQLITE_FULL' });
}
