import { readFileSync, statSync } from 'node:fs';
import { replaceFile } from './durable.ts';

/** The last change of each topic for each user, which one server leaves to the next. */
export interface KeptChanges {
  /** The process that numbered the changes. */
  process: string;
  /** The number of its last change. */
  last: number;
  /** By the id of a user, the number of the last change of each topic. */
  users: Record<string, number[]>;
}

interface Kept {
  changes: KeptChanges;
  /** Which server kept them: its version and settings. */
  program: string;
  /** The database file as that server left it. */
  mark: string;
}

/**
 * Writes them beside the closed database.
 * @param program another one may show other data for the same rows.
 */
export function keepChanges(database: string, program: string, changes: KeptChanges): void {
  const mark = markOf(database);
  if (mark === null) return;
  replaceFile(fileBeside(database), JSON.stringify({ changes, program, mark } satisfies Kept));
}

/**
 * Reads them before the database is opened.
 * @returns null if the database has changed since, for example by a command, a restore or a crashed server; and if
 * another program kept them.
 */
export function readKeptChanges(database: string, program: string): KeptChanges | null {
  try {
    const kept: Kept = JSON.parse(readFileSync(fileBeside(database), 'utf8'));
    return kept.program === program && kept.mark === markOf(database) ? kept.changes : null;
  } catch {
    // Missing, or cut off by a loss of power: browsers load their lists again.
    return null;
  }
}

function fileBeside(database: string): string {
  return `${database}-changes`;
}

/** The same as long as nothing writes to the closed file; null while a write-ahead log has changes of its own. */
function markOf(database: string): string | null {
  if ((statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return null;
  const { ino, size, mtimeNs } = statSync(database, { bigint: true });
  return [ino, size, mtimeNs].join(' ');
}
