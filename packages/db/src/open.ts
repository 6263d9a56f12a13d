import { folded, spelledOut } from '@onus/contract/folded';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { isStorageTrouble } from './commits/if-writable.ts';

/** The database for all modules: synchronous, one connection. */
export type Db = BetterSQLite3Database & { $client: Database.Database };

/** Milliseconds that a write waits for another process. */
const BUSY_WAIT = 5_000;
/** Pages of the log after which a commit runs a checkpoint, without a checkpoint thread (checkpoint.ts). */
const LOG = 4_000;
/**
 * The same with a checkpoint thread, which may be slow or never find a moment without writes. Only a completely copied log
 * restarts at its beginning.
 */
const BACKSTOP = 16_000;
/** Bytes that the log file keeps when it restarts at its beginning. */
const LOG_FILE = 64 * 1024 * 1024;
const busyWaits = new WeakMap<Db, number>();
const disabled = new WeakSet<Db>();

/**
 * Opens a SQLite file, or a serialized database in memory, with the pragmas that the guarantees depend on: WAL with
 * `synchronous=FULL` (an acknowledged write survives a power cut), foreign keys, and a wait of 5 s for other writers.
 */
export function openDb(source: string | Buffer): Db {
  const client = new Database(source);
  client.pragma('journal_mode = WAL');
  client.pragma('synchronous = FULL');
  client.pragma('foreign_keys = ON');
  client.pragma(`busy_timeout = ${BUSY_WAIT}`);
  // The rollback data of savepoints. In a file it took more time than the writes themselves.
  client.pragma('temp_store = MEMORY');
  client.pragma(`wal_autocheckpoint = ${LOG}`);
  client.pragma(`journal_size_limit = ${LOG_FILE}`);
  // SQLite's own function handles only ASCII.
  client.function('folded', { deterministic: true }, text => folded(String(text)));
  client.function('spelled', { deterministic: true }, text => spelledOut(String(text)));
  return drizzle({ client });
}

/**
 * How long a write waits for another process. The wait blocks the whole process, so the server waits less.
 */
export function setBusyWait(db: Db, ms: number): void {
  db.$client.pragma(`busy_timeout = ${ms}`);
  busyWaits.set(db, ms);
}

/** After a failed wait the next writes do not wait, because each wait also blocks readers. */
export function disableBusyWait(db: Db): void {
  db.$client.pragma('busy_timeout = 0');
  disabled.add(db);
}

/** After a successful write the wait is as before. */
export function restoreBusyWait(db: Db): void {
  if (disabled.delete(db)) setBusyWait(db, busyWaits.get(db) ?? BUSY_WAIT);
}

/** Moves checkpoints from commits to a thread. A checkpoint writes thousands of pages at once. */
export function leaveCheckpoints({ $client: client }: Db): void {
  client.pragma(`wal_autocheckpoint = ${BACKSTOP}`);
}

/** Moves checkpoints back to commits after the end of the thread. */
export function takeCheckpointsBack({ $client: client }: Db): void {
  client.pragma(`wal_autocheckpoint = ${LOG}`);
}

/** Merges the write-ahead log into the file and closes it. Where nothing can be written, the next start merges it. */
export function closeDb(db: Db): void {
  try {
    db.$client.pragma('optimize');
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
  } finally {
    db.$client.close();
  }
}

/** The size of the data with free pages. */
export function bytesOf(db: Db): number {
  const pragma = (name: string) => Number(db.$client.pragma(name, { simple: true }));
  return pragma('page_count') * pragma('page_size');
}

/** Rows written by this connection since it was opened. */
export function rowsWritten(db: Db): number {
  return db.$client.prepare('select total_changes()').pluck().get() as number;
}
