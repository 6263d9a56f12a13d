import { folded } from '@onus/contract/folded';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';

/** The database as everything above sees it: synchronous, one connection. */
export type Db = BetterSQLite3Database & { $client: Database.Database };

/** Milliseconds. */
const PATIENCE = 5_000;
/** Pages of the log after which a commit copies it into the file, unless another thread does (checkpoint.ts). */
const LOG = 4_000;
/**
 * And where another thread does: that one may be slow, or never find a moment without a write, and only a log
 * that is copied whole begins again at its start.
 */
const BACKSTOP = 16_000;
/** Bytes that the file of the log keeps when it begins again at its start. */
const LOG_FILE = 64 * 1024 * 1024;
const patience = new WeakMap<Db, number>();
const lost = new WeakSet<Db>();

/**
 * Opens a SQLite file, or a serialized database in memory, with the pragmas that the promises rest on:
 * WAL with `synchronous=FULL` (an acknowledged write survives a power cut), foreign keys, five seconds of
 * patience with another process that writes.
 */
export function openDb(source: string | Buffer): Db {
  const client = new Database(source);
  client.pragma('journal_mode = WAL');
  client.pragma('synchronous = FULL');
  client.pragma('foreign_keys = ON');
  client.pragma(`busy_timeout = ${PATIENCE}`);
  // What a savepoint may have to put back. In a file it took more time than all that a write changes.
  client.pragma('temp_store = MEMORY');
  client.pragma(`wal_autocheckpoint = ${LOG}`);
  client.pragma(`journal_size_limit = ${LOG_FILE}`);
  // What SQLite itself has for this knows ASCII only.
  client.function('folded', { deterministic: true }, text => folded(String(text)));
  return drizzle({ client });
}

/**
 * How long a write waits for another process. The wait stops the whole process, so one that serves others
 * waits less.
 */
export function setPatience(db: Db, ms: number): void {
  db.$client.pragma(`busy_timeout = ${ms}`);
  patience.set(db, ms);
}

/** After a wait in vain the next writes do not wait: readers would wait with each of them. */
export function losePatience(db: Db): void {
  db.$client.pragma('busy_timeout = 0');
  lost.add(db);
}

/** Once a write went through, the others wait as before. */
export function regainPatience(db: Db): void {
  if (lost.delete(db)) setPatience(db, patience.get(db) ?? PATIENCE);
}

/** Commits make no checkpoint any more: another thread does. A checkpoint writes thousands of pages at once. */
export function leaveCheckpoints({ $client: client }: Db): void {
  client.pragma(`wal_autocheckpoint = ${BACKSTOP}`);
}

/** Commits make the checkpoints again: the other thread is gone. */
export function takeCheckpointsBack({ $client: client }: Db): void {
  client.pragma(`wal_autocheckpoint = ${LOG}`);
}

/** Folds the write-ahead log into the file and closes it. */
export function closeDb(db: Db): void {
  db.$client.pragma('optimize');
  db.$client.close();
}

/** What the data takes, pages that are free again included. */
export function bytesOf(db: Db): number {
  const pragma = (name: string) => Number(db.$client.pragma(name, { simple: true }));
  return pragma('page_count') * pragma('page_size');
}

/** By this connection, since it was opened. */
export function rowsWritten(db: Db): number {
  return db.$client.prepare('select total_changes()').pluck().get() as number;
}
