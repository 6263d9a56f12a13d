import { closeDb, openDb } from '@onus/db/open';
import type { Server } from './server.ts';

/** What is committed in the database of a running server, seen by another process. */
export interface State {
  /** Every row but those of the audit log, as text: equal where nothing was written. */
  read(): string;
  /** The same with what differs from call to call replaced by what it is: ids, times and secrets. */
  readAlike(before: string): string;
  close(): void;
}

/** Milliseconds: no session lives longer, and what is set in a test is set near now. */
const NEAR = 100 * 86_400_000;

export function openState(server: Server): State {
  const db = openDb(server.file);
  const tables = db.$client
    .prepare<[], string>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite%'
       and name not like '\\_\\_%' escape '\\' and name not like 'audit%' order by name`,
    )
    .pluck()
    .all();
  const looks = tables.map(table =>
    db.$client.prepare(`select '${table}', * from "${table}" order by rowid`).raw(),
  );
  // One transaction, so that no write comes between two tables.
  const rows = db.$client.transaction(() => looks.flatMap(look => look.all() as unknown[][]));
  return {
    read: () =>
      rows()
        .map(row => JSON.stringify(row))
        .join('\n'),
    readAlike(before) {
      return rows()
        .map(row => JSON.stringify(row.map(value => alike(value, before))))
        .sort()
        .join('\n');
    },
    close: () => closeDb(db),
  };
}

function alike(value: unknown, before: string): unknown {
  if (typeof value === 'number' && Math.abs(value - Date.now()) < NEAR) return 'a time';
  if (typeof value !== 'string' || before.includes(JSON.stringify(value))) return value;
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) return 'an id';
  return /^\$argon2id\$|^[\w-]{43}$/.test(value) ? 'a hash' : value;
}
