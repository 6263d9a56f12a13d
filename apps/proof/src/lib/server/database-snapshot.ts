import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDb, openDb } from '@onus/db/open';
import type { Server } from './server.ts';

/** Keeps the data of a running server, so that every call starts from the same state. */
export interface DatabaseSnapshot {
  /** Reverts later writes; true if there were any. */
  restore(): boolean;
  /** The same, and resolves after the server has noticed it. */
  restored(): Promise<void>;
  close(): void;
}

/** Milliseconds. The server does not look for writes of other processes at every call. */
const SEEN_AFTER = 25;

/**
 * A second process on the file, like `onus` on a running installation. Append-only tables stay unchanged. So does the
 * index of words, for which the restored rows are queued.
 */
export function takeSnapshot(server: Server): DatabaseSnapshot {
  const db = openDb(server.file);
  const { $client } = db;
  const copy = join(server.dataDir, 'snapshot.sqlite');
  $client.prepare('vacuum into ?').run(copy);
  $client.prepare('attach ? as snapshot').run(copy);
  $client.pragma('foreign_keys = OFF');
  // The restored rows need not survive a power cut.
  $client.pragma('synchronous = OFF');
  const tables = $client
    .prepare<[], string>(
      `select name from pragma_table_list where schema = 'main' and type = 'table' and name <> 'search_queue'
       and (name = 'sqlite_sequence' or name not like 'sqlite%') and name not like '\\_\\_%' escape '\\' and name not like 'audit%'`,
    )
    .pluck()
    .all()
    // The tables that triggers maintain come last: the triggers write to them while the others are restored.
    .sort((a, b) => Number(isMaintained(a)) - Number(isMaintained(b)));
  const columns = $client.prepare<[string], string>(
    "select group_concat('\"' || name || '\"') from pragma_table_xinfo(?) where hidden = 0",
  );
  const cleared = tables.map(table => `delete from main."${table}" ${exceptAudit(table)};`);
  const filled = tables.map(table => {
    const names = columns.pluck().get(table) ?? '';
    // Again, because triggers may have written here in between.
    return `delete from main."${table}" ${exceptAudit(table)};
      insert into main."${table}" (${names}) select ${names} from snapshot."${table}" ${exceptAudit(table)};`;
  });
  const version = $client.prepare<[], number>('pragma main.data_version').pluck();
  let seen = version.get();
  function restore(): boolean {
    if (version.get() === seen) return false;
    $client.exec(`begin immediate; ${[...cleared, ...filled].join('\n')} commit`);
    seen = version.get();
    return true;
  }

  return {
    restore,
    async restored() {
      if (restore()) await sleep(SEEN_AFTER);
    },
    close: () => closeDb(db),
  };
}

/** Who reads a task, and how many messages a conversation has. */
function isMaintained(table: string): boolean {
  return table.endsWith('_reader') || table === 'conversation';
}

/** SQLite keeps the last id of each table in one table. The audit log's id continues. */
function exceptAudit(table: string): string {
  return table === 'sqlite_sequence' ? "where name not like 'audit%'" : '';
}
