import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Backup, backUp } from './backup.ts';

/** What became of the backups of an install, by command or by schedule. */
export interface BackupLog {
  /** The last that was opened and found whole. */
  good: Backup | null;
  /** The last try, when it failed; a good one after it ends this. */
  failed: FailedBackup | null;
}

export interface FailedBackup {
  file: string;
  /** Epoch milliseconds. */
  at: number;
  reason: string;
}

/** Makes a backup and notes in the data folder how it went. @throws BackupError */
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
    // None yet, or not readable: then nothing is known of any backup.
    return { good: null, failed: null };
  }
}

/** On a full disk the reason of the failure is also that it cannot be noted. */
function noteIfPossible(folder: string, log: BackupLog): void {
  try {
    note(folder, log);
  } catch {
    // The caller who asked for the backup reports the failure itself.
  }
}

/** Two who make a backup at once each leave a whole note. */
function note(folder: string, log: BackupLog): void {
  const part = `${pathIn(folder)}.${process.pid}.part`;
  writeFileSync(part, `${JSON.stringify(log)}\n`, { mode: 0o600 });
  renameSync(part, pathIn(folder));
}

function pathIn(folder: string): string {
  return join(folder, 'backups.json');
}
