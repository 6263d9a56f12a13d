import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { foldIntoOneFile } from './backup.ts';
import { syncFolder } from './durable.ts';
import { countRows, faultsOf, type RowCounts } from './inspect.ts';
import { standingOf } from './migrate.ts';

/** Thrown with one line that says why nothing was replaced. */
export class RestoreError extends Error {}

export interface Restored {
  rows: RowCounts;
  /** Where the database that was there before is kept; null when there was none. */
  aside: string | null;
}

export interface RestoreOptions {
  /** The backup; it is only read. */
  file: string;
  /** What is replaced. The caller holds the install for a restore. */
  database: string;
  migrations: string;
  /** Ends every session and link of the copy: what was signed out or used since would be good again. */
  endSessions: boolean;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * Puts a backup in the place of the database. It is copied beside it and examined there first; at every
 * moment there is a whole database in the place, the old one or the new one.
 *
 * @throws RestoreError, with everything as it was.
 */
export function restore({ file, database, migrations, endSessions, at }: RestoreOptions): Restored {
  if (!existsSync(file)) throw new RestoreError(`${file} does not exist`);
  if (existsSync(database) && realpathSync(file) === realpathSync(database))
    throw new RestoreError(`${file} is the database of this install itself`);
  const part = `${database}.restoring`;
  const clear = () => removeAll(part);
  clear();
  try {
    copyWithLog(file, part);
    const rows = prepare(part, file, migrations, endSessions);
    const aside = existsSync(database) ? keepAside(database, at) : null;
    renameSync(part, database);
    syncFolder(dirname(database));
    return { rows, aside };
  } finally {
    clear();
  }
}

/** Opens the copy, says no to what is not whole and ours, and leaves one file. */
function prepare(part: string, file: string, migrations: string, endSessions: boolean): RowCounts {
  let client: Database.Database | undefined;
  try {
    client = new Database(part);
    refuse(client, file, migrations);
    if (endSessions) client.exec('delete from session; delete from credential_link where used_at is null');
    const rows = countRows(client);
    foldIntoOneFile(client);
    return rows;
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    throw new RestoreError(`${file} is damaged or no database: ${error.message}`);
  } finally {
    client?.close();
  }
}

function refuse(client: Database.Database, file: string, migrations: string): void {
  const faults = faultsOf(client);
  if (faults.length > 0) throw new RestoreError(`${file} is damaged or no database: ${faults.join('; ')}`);
  const standing = standingOf(client, migrations);
  if (standing === 'foreign' || standing === 'empty')
    throw new RestoreError(`${file} is no database of Onus`);
  if (standing === 'newer')
    throw new RestoreError(`${file} was written by a newer version of Onus; restore it with that version`);
}

/**
 * Copies what is in the place to a name of its own, its log included, and only then takes the log away: on
 * a database that cannot be opened any more the log may hold the last writes.
 */
function keepAside(database: string, at: number): string {
  foldLog(database);
  const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  const aside = `${database}.before-restore-${time}`;
  copyWithLog(database, aside);
  for (const log of [`${database}-wal`, `${database}-shm`]) rmSync(log, { force: true });
  return aside;
}

/** The last connection to close folds the log into the file; one that is damaged keeps it. */
function foldLog(database: string): void {
  try {
    const client = new Database(database);
    client.pragma('wal_checkpoint(TRUNCATE)');
    client.close();
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
  }
}

function copyWithLog(from: string, to: string): void {
  for (const ending of ['', '-wal']) {
    if (!existsSync(from + ending)) continue;
    copyFileSync(from + ending, to + ending, constants.COPYFILE_EXCL);
    chmodSync(to + ending, 0o600);
    const handle = openSync(to + ending, 'r+');
    fsyncSync(handle);
    closeSync(handle);
  }
}

function removeAll(path: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(path + ending, { force: true });
}
