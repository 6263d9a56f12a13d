import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDb, openDb } from '@onus/db/open';
import type { Server } from './server.ts';

/** Keeps the data of a running server as it was, so that every call finds the same world. */
export interface SameWorld {
  /** Takes back what was written since; true when something was. */
  restore(): boolean;
  /** The same, and answers when the server has seen it. */
  restored(): Promise<void>;
  close(): void;
}

/** Milliseconds. The server looks less often than at each call for what another process has written. */
const SEEN_AFTER = 25;

/** A second process on the file, as `onus` on a running install is. What only ever grows is left alone. */
export function keepWorld(server: Server): SameWorld {
  const db = openDb(server.file);
  const { $client } = db;
  const copy = join(server.dataDir, 'world.sqlite');
  $client.prepare('vacuum into ?').run(copy);
  $client.prepare('attach ? as kept').run(copy);
  $client.pragma('foreign_keys = OFF');
  // What is put back need not survive a power cut.
  $client.pragma('synchronous = OFF');
  const tables = $client
    .prepare<[], string>(
      `select name from main.sqlite_master where type = 'table'
       and (name = 'sqlite_sequence' or name not like 'sqlite%') and name not like '\\_\\_%' escape '\\' and name not like 'audit%'`,
    )
    .pluck()
    .all()
    // The tables that triggers maintain come last: the triggers write to them while the others are restored.
    .sort((a, b) => Number(a.endsWith('_reader')) - Number(b.endsWith('_reader')));
  const columns = $client.prepare<[string], string>(
    "select group_concat('\"' || name || '\"') from pragma_table_xinfo(?) where hidden = 0",
  );
  const cleared = tables.map(table => `delete from main."${table}" ${kept(table)};`);
  const filled = tables.map(table => {
    const names = columns.pluck().get(table) ?? '';
    // Once more, since triggers may have written here since all was cleared.
    return `delete from main."${table}" ${kept(table)};
      insert into main."${table}" (${names}) select ${names} from kept."${table}" ${kept(table)};`;
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

/** The last number of each table stands in one table of SQLite's: that of the audit log goes on. */
function kept(table: string): string {
  return table === 'sqlite_sequence' ? "where name not like 'audit%'" : '';
}
