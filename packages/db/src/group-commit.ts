import { createFairQueue } from './fair-queue.ts';
import { isLocked, isStorageTrouble, withoutBusyWait } from './if-writable.ts';
import { type Db, losePatience, regainPatience } from './open.ts';

/**
 * The writes of one turn of the event loop share one transaction (docs/decisions/0007-group-commit.md). They
 * run one after another in one synchronous block, from BEGIN to COMMIT, so no read ever sees a row that is
 * not on the disk, and no other call runs between a check and the write that relies on it. The writes of one
 * owner keep their order. Of several owners each has one write in turn, so that none waits for all of another's.
 */
export interface GroupCommit {
  /**
   * Queues a write for the end of this turn and answers after its group is committed. A write that throws
   * takes back only its own changes; its error, too, is told after the commit, because it may speak of what
   * another write of the group did.
   * @param owner who has the write made.
   * @throws what the write threw, or the storage error that stopped the commit.
   */
  run<Result>(write: () => Result, owner?: string): Promise<Result>;
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
  const queue = createFairQueue<Write>();
  /** Writes in the queue that are not optional. */
  let demanded = 0;

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

  /** @param taken the writes it took from the queue. @returns how to answer them. */
  function commitGroup(taken: Write[]): (() => void)[] {
    const ends = performance.now() + LONGEST_GROUP;
    const answers: (() => void)[] = [];
    if (demanded === 0) withoutBusyWait(db, begin);
    else begin();
    for (let next = queue.next(); next; next = queue.next()) {
      taken.push(next.work);
      answers.push(perform(next.work));
      if (performance.now() > ends) break;
    }
    client.exec('commit');
    return answers;
  }

  function flush(): void {
    const taken: Write[] = [];
    const isDemanded = demanded > 0;
    try {
      const answers = commitGroup(taken);
      regainPatience(db);
      for (const answer of answers) answer();
    } catch (error) {
      if (isLocked(error) && isDemanded) losePatience(db);
      for (let next = queue.next(); next; next = queue.next()) taken.push(next.work);
      for (const { reject } of taken) reject(error);
      if (client.inTransaction) client.exec('rollback');
    }
    for (const { isOptional } of taken) demanded -= isOptional ? 0 : 1;
    if (queue.size() > 0) setImmediate(flush);
  }

  function enqueue(owner: string, run: () => unknown, isOptional: boolean): Promise<unknown> {
    return new Promise((resolve, reject) => {
      queue.add(owner, { run, isOptional, resolve, reject });
      if (!isOptional) demanded += 1;
      if (queue.size() === 1) setImmediate(flush);
    });
  }

  return {
    run: (write, owner = '') => enqueue(owner, write, false) as Promise<never>,
    async attempt(write) {
      try {
        await enqueue('', write, true);
        return true;
      } catch (error) {
        if (!isStorageTrouble(error)) throw error;
        return false;
      }
    },
  };
}
