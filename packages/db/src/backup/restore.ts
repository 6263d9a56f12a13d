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
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { syncFolder } from '../durable.ts';
import { lastSequence, renewEpoch } from '../epoch.ts';
import { standingOf } from '../migrate.ts';
import { foldIntoOneFile } from './backup.ts';
import { countRows, faultsOf, type RowCounts } from './inspect.ts';

/** Thrown with the reason in one line. Nothing was replaced. */
export class RestoreError extends Error {}

export interface Restored {
  rows: RowCounts;
  /** The path of the replaced database; null if there was none. */
  aside: string | null;
}

export interface RestoreOptions {
  /** The backup; it is only read. */
  file: string;
  /** The database to replace. The caller holds the lock of the installation. */
  database: string;
  migrations: string;
  /**
   * Ends all sessions, personal tokens, calendar feeds, invitations and links of the copy. Otherwise those that ended
   * after the backup would work again.
   */
  endSessions: boolean;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * Replaces the database by a backup. It first copies the backup beside it and checks the copy. At every moment there is a
 * complete database, the old or the new one.
 *
 * @throws RestoreError without any change.
 */
export function restore(options: RestoreOptions): Restored {
  const { file, database, at } = options;
  refuseMissing(file);
  if (isSame(file, database)) throw new RestoreError(`${file} is the database of this installation`);
  const part = `${database}.restoring`;
  if (isSame(file, part))
    throw new RestoreError(`${file} is where a restore makes its copy; rename it first`);
  const clear = () => removeAll(part);
  clear();
  try {
    copyWithLog(file, part);
    const rows = prepare(part, options);
    const aside = existsSync(database) ? keepAside(database, at) : null;
    renameSync(part, database);
    syncFolder(dirname(database));
    return { rows, aside };
  } finally {
    clear();
  }
}

/** @throws RestoreError */
export function refuseMissing(file: string): void {
  if (!existsSync(file)) throw new RestoreError(`${file} does not exist`);
  if (!statSync(file).isFile()) throw new RestoreError(`${file} is not a file`);
}

function isSame(file: string, other: string): boolean {
  return existsSync(other) && realpathSync(file) === realpathSync(other);
}

/** Opens the copy, refuses a damaged or foreign one, and merges its log. */
function prepare(part: string, { file, database, migrations, endSessions, at }: RestoreOptions): RowCounts {
  let client: Database.Database | undefined;
  try {
    client = new Database(part);
    refuse(client, file, migrations);
    if (endSessions) endAccess(client);
    renewEpoch(client, lastSequence(database), at);
    const rows = countRows(client);
    foldIntoOneFile(client);
    return rows;
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    throw new RestoreError(`${file} is damaged or not a database: ${error.message}`);
  } finally {
    client?.close();
  }
}

function refuse(client: Database.Database, file: string, migrations: string): void {
  const faults = faultsOf(client);
  if (faults.length > 0) throw new RestoreError(`${file} is damaged or not a database: ${faults.join('; ')}`);
  const standing = standingOf(client, migrations);
  if (standing === 'foreign' || standing === 'empty')
    throw new RestoreError(`${file} is not a database of Onus`);
  if (standing === 'newer')
    throw new RestoreError(`${file} was written by a newer version of Onus; restore it with that version`);
}

/** What gives access without a password. An older backup does not have all of these tables. */
const ACCESS = ['session', 'credential_link', 'personal_token', 'calendar_feed', 'invitation'];

function endAccess(client: Database.Database): void {
  const isThere = client.prepare("select 1 from sqlite_master where type = 'table' and name = ?");
  for (const table of ACCESS) if (isThere.get(table)) client.exec(`delete from ${table}`);
}

/**
 * Copies the old database with its log to another name, and then removes the log. If the old database cannot be opened,
 * its log may hold the last writes.
 */
function keepAside(database: string, at: number): string {
  foldLog(database);
  const aside = nameAside(database, at);
  copyWithLog(database, aside);
  for (const log of [`${database}-wal`, `${database}-shm`]) rmSync(log, { force: true });
  return aside;
}

/** A name that is free. Another restore in the same second has the next one. */
function nameAside(database: string, at: number): string {
  const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  const aside = `${database}.before-restore-${time}`;
  return existsSync(aside) ? nameAside(database, at + 1_000) : aside;
}

/** The last connection to close merges the log into the file. A damaged database keeps its log. */
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
