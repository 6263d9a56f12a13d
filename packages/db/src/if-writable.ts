import type { Db } from './open.ts';

/** What SQLite says when the file cannot be written at the moment: locked, full, read only, gone. */
export function isStorageTrouble(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)/.test(code);
}

/** Somebody else was writing for longer than one waits. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/**
 * Writes what nobody waits for, if that can be done at once: whoever only reads, or is refused, neither
 * waits for another process that writes nor fails because the disk is full.
 */
export function ifWritable(db: Db, write: () => void): void {
  const patience = db.$client.pragma('busy_timeout', { simple: true });
  db.$client.pragma('busy_timeout = 0');
  try {
    write();
  } catch (error) {
    if (!isStorageTrouble(error)) throw error;
  } finally {
    db.$client.pragma(`busy_timeout = ${patience}`);
  }
}
