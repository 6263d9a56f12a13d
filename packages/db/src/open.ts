import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';

/** The database as everything above sees it: synchronous, one connection. */
export type Db = BetterSQLite3Database & { $client: Database.Database };

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
  client.pragma('busy_timeout = 5000');
  return drizzle({ client });
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
