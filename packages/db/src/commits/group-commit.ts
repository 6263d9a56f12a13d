import { type Db, disableBusyWait, restoreBusyWait } from '../open.ts';
import { createFairQueue } from './fair-queue.ts';
import { isLocked, isStorageTrouble, withoutBusyWait } from './if-writable.ts';

/**
 * The writes of one turn of the event loop share one transaction (docs/decisions/0007-group-commit.md). They
 * run in one synchronous block from BEGIN to COMMIT. So no read sees a row that is not on the disk, and no other call
 * runs between a check and the write that relies on it. The writes of one owner keep their order. Several owners take
 * turns, so that none waits for all writes of another.
 */
export interface GroupCommit {
  /**
   * Queues a write for the end of this turn and resolves after its group is committed. A write that throws reverts only
   * its own changes. Its error also waits for the commit, because it may depend on another write of the group.
   * @param owner the caller of the write.
   * @throws the error of the write, or the storage error of the commit.
   */
  run<Result>(write: () => Result, owner?: string): Promise<Result>;
  /**
   * The same for an optional write: it does not wait for another process, and an unwritable file is no error.
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

  /** Runs one write and returns how to settle its call after the commit of the group. */
  function perform({ run, resolve, reject }: Write): () => void {
    try {
      const result = inSavepoint(run);
      return () => resolve(result);
    } catch (error) {
      // A full disk rolls back the whole transaction, not only this write.
      if (!client.inTransaction) throw error;
      return () => reject(error);
    }
  }

  /** @param taken the writes from the queue. @returns how to settle them. */
  function commitGroup(taken: Write[]): (() => void)[] {
    const ends = performance.now() + LONGEST_GROUP;
    const answers: (() => void)[] = [];
    if (demanded === 0) withoutBusyWait(client, begin);
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
      restoreBusyWait(db);
      for (const answer of answers) answer();
    } catch (error) {
      if (isLocked(error) && isDemanded) disableBusyWait(db);
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
