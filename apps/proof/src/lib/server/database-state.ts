import { closeDb, openDb } from '@onus/db/open';
import type { Server } from './server.ts';

/** The committed state of a running server's database, read by another process. */
export interface DatabaseState {
  /** Every row except the audit log, what the sweep is to index and when it was last looked for reminders, as text. Equal texts mean that nothing was written. */
  read(): string;
  /** The same with placeholders for ids, times and secrets, which differ from call to call. */
  readNormalized(before: string): string;
  close(): void;
}

/** Milliseconds. No session lasts longer, and tests set times near now. */
const NEAR = 100 * 86_400_000;

export function openDatabaseState(server: Server): DatabaseState {
  const db = openDb(server.file);
  const tables = db.$client
    .prepare<[], { name: string; wr: number }>(
      `select name, wr from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'
       and name not like '\\_\\_%' escape '\\' and name not like 'audit%' and name not in ('search_queue', 'notify_scan') order by name`,
    )
    .all();
  const looks = tables.map(({ name, wr }) =>
    // A table without a rowid is in the order of its key, which comes first.
    db.$client.prepare(`select '${name}', * from "${name}" order by ${wr ? '2, 3' : 'rowid'}`).raw(),
  );
  // One transaction, so that no write happens between two tables.
  const rows = db.$client.transaction(() => looks.flatMap(look => look.all() as unknown[][]));
  // It changes with every commit of another process.
  const version = db.$client.prepare<[], number>('pragma data_version').pluck();
  let known = { version: -1, text: '' };
  return {
    read() {
      const now = version.get() ?? -1;
      if (now === known.version) return known.text;
      const text = rows()
        .map(row => JSON.stringify(row))
        .join('\n');
      known = { version: now, text };
      return text;
    },
    readNormalized(before) {
      return rows()
        .map(row => JSON.stringify(row.map(value => alike(value, before))))
        .sort()
        .join('\n');
    },
    close: () => closeDb(db),
  };
}

/** Details are stored as JSON, with times in it. */
function timeIn(digits: string): string {
  return String(alike(Number(digits), ''));
}

function alike(value: unknown, before: string): unknown {
  if (typeof value === 'number' && Math.abs(value - Date.now()) < NEAR) return 'a time';
  if (typeof value === 'string' && value.startsWith('{')) return value.replace(/\b\d{13}\b/g, timeIn);
  if (typeof value !== 'string' || before.includes(JSON.stringify(value))) return value;
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) return 'an id';
  return /^\$argon2id\$|^[\w-]{43}$|^[\w-]{64}$/.test(value) ? 'a hash or a sealed secret' : value;
}
