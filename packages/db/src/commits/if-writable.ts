import type Database from 'better-sqlite3';

/** SQLite's errors for a file that cannot be written now: locked, full, read only, missing. */
export function isStorageTrouble(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)/.test(code);
}

/** Another process held the write lock for longer than the wait. */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** Runs work without waiting for writes of another process. */
export function withoutBusyWait(client: Database.Database, work: () => void): void {
  const wait = client.pragma('busy_timeout', { simple: true });
  client.pragma('busy_timeout = 0');
  try {
    work();
  } finally {
    client.pragma(`busy_timeout = ${wait}`);
  }
}
