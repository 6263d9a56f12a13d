import { isLocked, isStorageTrouble, withoutBusyWait } from './if-writable.ts';
import { type Db, losePatience, regainPatience } from './open.ts';

/**
 * The writes of one turn of the event loop share one transaction (docs/decisions/0007-group-commit.md). They
 * run one after another in one synchronous block, from BEGIN to COMMIT, so no read ever sees a row that is
 * not on the disk, and no other call runs between a check and the write that relies on it.
 */
export interface GroupCommit {
  /**
   * Queues a write for the end of this turn and answers after its group is committed. A write that throws
   * takes back only its own changes; its error, too, is told after the commit, because it may speak of what
   * another write of the group did.
   * @throws what the write threw, or the storage error that stopped the commit.
   */
  run<Result>(write: () => Result): Promise<Result>;
  /**
   * The same for what the caller can do without: it does not wait for another process that writes, and a file
   * that cannot be written is no error.
   * @returns whether it is on the disk.
   */
  attempt(write: () => void): Promise<boolean>;
}

interface Write {
  run: () => unknown;
  isOptional: boolean;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** Milliseconds after which a group ends and the rest of the queue waits for the next turn. */
const LONGEST_GROUP = 10;

export function createGroupCommit(db: Db): GroupCommit {
  const { $client: client } = db;
  const inSavepoint = client.transaction((run: () => unknown) => run());
  const begin = () => void client.exec('begin immediate');
  let queue: Write[] = [];

  /** Runs one write and says how its caller is to be answered once the group is on the disk. */
  function perform({ run, resolve, reject }: Write): () => void {
    try {
      const result = inSavepoint(run);
      return () => resolve(result);
    } catch (error) {
      // A full disk takes the whole transaction back, not only this write.
      if (!client.inTransaction) throw error;
      return () => reject(error);
    }
  }

  /** @returns how to answer the writes it took from the head of the queue. */
  function commitGroup(writes: readonly Write[]): (() => void)[] {
    const ends = performance.now() + LONGEST_GROUP;
    const answers: (() => void)[] = [];
    if (writes.every(({ isOptional }) => isOptional)) withoutBusyWait(db, begin);
    else begin();
    for (const write of writes) {
      answers.push(perform(write));
      if (performance.now() > ends) break;
    }
    client.exec('commit');
    return answers;
  }

  function flush(): void {
    const writes = queue;
    queue = [];
    try {
      const answers = commitGroup(writes);
      regainPatience(db);
      queue = [...writes.slice(answers.length), ...queue];
      for (const answer of answers) answer();
    } catch (error) {
      if (isLocked(error) && !writes.every(({ isOptional }) => isOptional)) losePatience(db);
      for (const { reject } of writes) reject(error);
      if (client.inTransaction) client.exec('rollback');
    }
    if (queue.length > 0) setImmediate(flush);
  }

  function enqueue(run: () => unknown, isOptional: boolean): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (queue.push({ run, isOptional, resolve, reject }) === 1) setImmediate(flush);
    });
  }

  return {
    run: write => enqueue(write, false) as Promise<never>,
    async attempt(write) {
      try {
        await enqueue(write, true);
        return true;
      } catch (error) {
        if (!isStorageTrouble(error)) throw error;
        return false;
      }
    },
  };
}
