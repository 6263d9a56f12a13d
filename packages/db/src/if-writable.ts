import type { Db } from './open.ts';

/** What SQLite says when the file cannot be written at the moment: locked, full, read only, gone. */
export function isStorageTrouble(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)/.test(code);
}

/** Another process was writing for longer than one waits. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** Runs work that does not wait for another process that writes. */
export function withoutBusyWait(db: Db, work: () => void): void {
  const wait = db.$client.pragma('busy_timeout', { simple: true });
  db.$client.pragma('busy_timeout = 0');
  try {
    work();
  } finally {
    db.$client.pragma(`busy_timeout = ${wait}`);
  }
}
