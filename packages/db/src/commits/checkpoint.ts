import Database from 'better-sqlite3';
import type { Db } from '../open.ts';
import { isStorageTrouble } from './if-writable.ts';

/** Pages of the log that trigger a checkpoint. */
const GROWN = 1_000;
/** A pass copies the log at its start. The next passes copy what was written during the previous one. */
const PASSES = 3;

/** Copies the write-ahead log into the database on its own connection. */
export interface Checkpointer {
  /**
   * Commits continue beside it.
   * @returns the reason of a failure, such as a full disk or a locked file; null if it or another succeeded.
   */
  checkpoint(): string | null;
  close(): void;
}

export function createCheckpointer(database: string): Checkpointer {
  const client = new Database(database, { fileMustExist: true, timeout: 0 });
  return {
    checkpoint() {
      try {
        for (let pass = 0; pass < PASSES && restAfter(client, 'PASSIVE') > 0; pass++);
        return null;
      } catch (error) {
        if (!isStorageTrouble(error)) throw error;
        return (error as Error).message;
      }
    },
    close: () => void client.close(),
  };
}

/** Whether a checkpoint is due. The check takes some microseconds. */
export function hasLogGrown({ $client: client }: Db): boolean {
  try {
    return restAfter(client, 'NOOP') >= GROWN;
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
    return false;
  }
}

/** Pages of the log that are not in the database, after a checkpoint of a kind. */
function restAfter(client: Database.Database, kind: 'NOOP' | 'PASSIVE'): number {
  const [standing] = client.pragma(`wal_checkpoint(${kind})`) as { log: number; checkpointed: number }[];
  return standing ? standing.log - standing.checkpointed : 0;
}
