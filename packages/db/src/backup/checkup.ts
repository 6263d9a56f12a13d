import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { type Standing, standingOf } from '../migrate.ts';
import { faultsOf } from './inspect.ts';

/** The result of checking a database file without changing it. */
export interface Checkup {
  standing: Standing;
  /** One line each; empty for a sound file. */
  faults: string[];
  journalMode: string;
  bytes: number;
  walBytes: number;
}

/** @throws an error when the file cannot be opened, or is no database. */
export function examineDatabase(path: string, migrations: string): Checkup {
  const client = new Database(path, { fileMustExist: true });
  try {
    return {
      standing: standingOf(client, migrations),
      faults: faultsOf(client),
      journalMode: String(client.pragma('journal_mode', { simple: true })),
      bytes: statSync(path).size,
      walBytes: existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0,
    };
  } finally {
    client.close();
  }
}
