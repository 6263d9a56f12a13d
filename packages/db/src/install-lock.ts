import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isLocked } from './commits/if-writable.ts';

/**
 * The use of a data folder by a process: one server with any number of commands, or a restore alone. The locks are those
 * of SQLite on an empty file. The system releases them when the process ends, also with `kill -9`.
 */
export type Holder = 'server' | 'command' | 'restore';

const BEGIN: Record<Holder, string> = {
  server: 'begin immediate',
  command: 'begin; select count(*) from sqlite_master',
  restore: 'begin exclusive',
};

/**
 * Holds the folder until the returned function is called; null if another process holds it.
 * @param timeout how long to wait for another process, in milliseconds.
 */
export function holdInstall(folder: string, holder: Holder, timeout = 2_000): (() => void) | null {
  const lock = new Database(join(folder, 'lock'), { timeout });
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
