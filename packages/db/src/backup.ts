import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { syncFolder } from './durable.ts';
import { countRows, faultsOf, type RowCounts } from './inspect.ts';

/** A copy that was opened and found whole. */
export interface Backup {
  file: string;
  /** Epoch milliseconds at which it was begun: whatever was acknowledged before is in it. */
  at: number;
  bytes: number;
  rows: RowCounts;
}

/** Thrown with one line that says why there is no backup. */
export class BackupError extends Error {}

/** Pages a turn: the copying thread has no other work. */
const PAGES = 4_096;

/**
 * Copies a database while others read and write it, and opens the copy to see whether it is whole. It has
 * its name only when it is; what fails the check is left beside it as `.failed`, to be looked into.
 * Nothing is ever overwritten.
 *
 * @throws BackupError
 */
export async function backUp(database: string, file: string, at: number): Promise<Backup> {
  if (existsSync(file)) throw new BackupError(`${file} is there already, and a backup overwrites nothing`);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  // Made before SQLite would make it, so that no one else may read it at any moment.
  closeSync(openSync(part, 'wx', 0o600));
  try {
    const rows = await copySnapshot(database, part);
    const faults = examine(part, rows);
    if (faults.length > 0) throw keepFailed(part, file, faults);
    if (existsSync(file)) throw new BackupError(`${file} is there already, and a backup overwrites nothing`);
    renameSync(part, file);
    syncFolder(dirname(file));
    return { file, at, bytes: statSync(file).size, rows };
  } finally {
    for (const rest of [part, `${part}-journal`]) rmSync(rest, { force: true });
  }
}

/** One file, without a log beside it, for any program that opens it next. */
export function foldIntoOneFile(client: Database.Database): void {
  client.pragma('journal_mode = DELETE');
}

/**
 * In one read transaction: writers go on beside it, and the copy is of one moment. Without it SQLite would
 * begin again whenever another process writes, for ever on a busy install.
 */
async function copySnapshot(database: string, part: string): Promise<RowCounts> {
  const source = new Database(database, { fileMustExist: true });
  try {
    source.exec('begin');
    const rows = countRows(source);
    await source.backup(part, { progress: () => PAGES });
    return rows;
  } finally {
    source.close();
  }
}

/** What is wrong with the copy: SQLite's own checks, and the rows of each table against the original's. */
function examine(part: string, expected: RowCounts): string[] {
  try {
    const copy = new Database(part);
    foldIntoOneFile(copy);
    copy.close();
    const client = new Database(part, { readonly: true });
    const faults = [...faultsOf(client), ...differences(expected, countRows(client))];
    client.close();
    return faults;
  } catch (error) {
    if (error instanceof Database.SqliteError) return [error.message];
    throw error;
  }
}

function differences(expected: RowCounts, found: RowCounts): string[] {
  return Object.entries(expected)
    .filter(([table, count]) => found[table] !== count)
    .map(([table, count]) => `${table} has ${found[table] ?? 'no'} rows instead of ${count}`);
}

function keepFailed(part: string, file: string, faults: string[]): BackupError {
  renameSync(part, `${file}.failed`);
  return new BackupError(`the copy failed its check and is kept as ${file}.failed: ${faults.join('; ')}`);
}
