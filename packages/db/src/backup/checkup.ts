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
  /** The origins that push messages go to. */
  pushServices: string[];
}

/** More are not asked for: browsers have a handful. */
const MOST_SERVICES = 20;

/** @throws an error when the file cannot be opened, or is no database. */
export function examineDatabase(path: string, migrations: string): Checkup {
  const client = new Database(path, { fileMustExist: true });
  try {
    const standing = standingOf(client, migrations);
    return {
      standing,
      faults: faultsOf(client),
      journalMode: String(client.pragma('journal_mode', { simple: true })),
      bytes: statSync(path).size,
      walBytes: existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0,
      pushServices: standing === 'same' ? pushServicesIn(client) : [],
    };
  } finally {
    client.close();
  }
}

/** An endpoint is https://, a host, and a path. */
function pushServicesIn(client: Database.Database): string[] {
  const origins = client.prepare(
    `select distinct substr(endpoint, 1, 7 + instr(substr(endpoint, 9) || '/', '/')) from push_device limit ${MOST_SERVICES}`,
  );
  return origins.pluck().all().map(String);
}
