import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../durable.ts';
import { type Backup, backUp } from './backup.ts';

/** The results of an installation's backups, by command or schedule. */
export interface BackupLog {
  /** The last backup that passed its check. */
  good: Backup | null;
  /** The last attempt if it failed. A later good backup clears it. */
  failed: FailedBackup | null;
}

export interface FailedBackup {
  file: string;
  /** Epoch milliseconds. */
  at: number;
  reason: string;
}

/** Creates a backup and records the result in the data folder. @throws BackupError */
export async function makeBackup(
  folder: string,
  database: string,
  file: string,
  at: number,
): Promise<Backup> {
  try {
    const good = await backUp(database, file, at);
    note(folder, { good, failed: null });
    return good;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    noteIfPossible(folder, { ...readBackupLog(folder), failed: { file, at, reason } });
    throw error;
  }
}

export function readBackupLog(folder: string): BackupLog {
  try {
    return JSON.parse(readFileSync(pathIn(folder), 'utf8'));
  } catch {
    // Missing or unreadable, so no backup is known.
    return { good: null, failed: null };
  }
}

/** A full disk also prevents this record. */
function noteIfPossible(folder: string, log: BackupLog): void {
  try {
    note(folder, log);
  } catch {
    // The caller who asked for the backup reports the failure itself.
  }
}

function note(folder: string, log: BackupLog): void {
  replaceFile(pathIn(folder), `${JSON.stringify(log)}\n`);
}

function pathIn(folder: string): string {
  return join(folder, 'backups.json');
}
