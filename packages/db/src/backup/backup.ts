import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { syncFolder, systemReason } from '../durable.ts';
import { countRows, faultsOf, type RowCounts } from './inspect.ts';

/** A copy that passed its check. */
export interface Backup {
  file: string;
  /** Its start in epoch milliseconds. It contains everything acknowledged before. */
  at: number;
  bytes: number;
  rows: RowCounts;
}

/** Thrown with the reason in one line. */
export class BackupError extends Error {}

/** Pages per turn. The copying thread has no other work. */
const PAGES = 4_096;

/**
 * Copies a database in use and checks the copy. Only a copy that passes gets the file name. A failed copy stays beside it
 * as `.failed`. Never overwrites or removes a file that it did not make.
 *
 * @throws BackupError
 */
export async function backUp(database: string, file: string, at: number): Promise<Backup> {
  const part = `${file}.part`;
  refuseTaken(file);
  // Created before SQLite does, so that other users can never read it.
  createPart(part, file);
  try {
    const rows = await copySnapshot(database, part);
    const faults = examine(part, rows);
    if (faults.length > 0) throw keepFailed(part, file, faults);
    if (existsSync(file)) throw new BackupError(`${file} exists already; choose another path`);
    renameSync(part, file);
    syncFolder(dirname(file));
    return { file, at, bytes: statSync(file).size, rows };
  } finally {
    for (const rest of [part, `${part}-journal`]) rmSync(rest, { force: true });
  }
}

/** What is there may be of another program, or of a backup that is being made. */
function refuseTaken(file: string): void {
  if (existsSync(file)) throw new BackupError(`${file} exists already; choose another path`);
  for (const rest of [`${file}.part`, `${file}.part-journal`, `${file}.failed`])
    if (existsSync(rest)) throw new BackupError(`${rest} exists already; remove it or choose another path`);
}

function createPart(part: string, file: string): void {
  try {
    closeSync(openSync(part, 'wx', 0o600));
  } catch (error) {
    throw new BackupError(`${file} cannot be written: ${systemReason(error)}`);
  }
}

/** Merges the log into the file, for any program that opens it. */
export function foldIntoOneFile(client: Database.Database): void {
  client.pragma('journal_mode = DELETE');
}

/**
 * In one read transaction, so that writers continue and the copy is consistent. Otherwise SQLite would restart after
 * every write of another process, forever on a busy installation.
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

/** The faults of the copy: SQLite's checks, and row counts that differ from the original. */
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
