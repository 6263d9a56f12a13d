import Database from 'better-sqlite3';
import { isStorageTrouble } from './if-writable.ts';
import type { Db } from './open.ts';

/** Pages of the log that are worth a checkpoint. */
const GROWN = 1_000;
/** A pass copies what stood in the log when it began: the next ones copy what was written during the one before. */
const PASSES = 3;

/** Copies the write-ahead log into the database, on a connection of its own. */
export interface Checkpointer {
  /**
   * Commits go on beside it.
   * @returns why it could not, on a full disk or a locked file; null when it could, or another does.
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

/** Whether a checkpoint is worth its while. To look takes some microseconds. */
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
