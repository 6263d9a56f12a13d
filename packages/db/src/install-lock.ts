import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isLocked } from './if-writable.ts';

/**
 * What a process is about to do in a data folder. One server, beside any number of commands; a restore with
 * no process beside it. These are the locks of SQLite itself, on a file that holds nothing: the system lets go
 * of them with the process, `kill -9` or not, and nothing that is left behind has to be explained away.
 */
export type Holder = 'server' | 'command' | 'restore';

const BEGIN: Record<Holder, string> = {
  server: 'begin immediate',
  command: 'begin; select count(*) from sqlite_master',
  restore: 'begin exclusive',
};

/**
 * Holds the folder until the answer is called; null when another process is there.
 * @param patience milliseconds to wait for who is about to leave.
 */
export function holdInstall(folder: string, holder: Holder, patience = 2_000): (() => void) | null {
  const lock = new Database(join(folder, 'lock'), { timeout: patience });
  try {
    // A lock that writes nothing needs no journal, which `kill -9` would leave behind.
    lock.pragma('journal_mode = MEMORY');
    lock.exec(BEGIN[holder]);
  } catch (error) {
    lock.close();
    if (isLocked(error)) return null;
    throw error;
  }
  return () => void lock.close();
}
