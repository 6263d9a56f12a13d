import { join } from 'node:path';
import { closeDb, openDb } from '@onus/db/open';
import type { Server } from './server.ts';

/** Keeps the data of a running server as it was, so that every call finds the same world. */
export interface SameWorld {
  /** Takes back what was written since; true when something was. */
  restore(): boolean;
  close(): void;
}

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
       and name not like 'sqlite%' and name not like '\\_\\_%' escape '\\' and name not like 'audit%'`,
    )
    .pluck()
    .all()
    // What triggers keep comes last: they write it anew while the others are put back.
    .sort((a, b) => Number(a.endsWith('_reader')) - Number(b.endsWith('_reader')));
  const columns = $client.prepare<[string], string>(
    "select group_concat('\"' || name || '\"') from pragma_table_xinfo(?) where hidden = 0",
  );
  const cleared = tables.map(table => `delete from main."${table}";`);
  const filled = tables.map(table => {
    const names = columns.pluck().get(table) ?? '';
    // Once more, since triggers may have written here since all was cleared.
    return `delete from main."${table}"; insert into main."${table}" (${names}) select ${names} from kept."${table}";`;
  });
  const version = $client.prepare<[], number>('pragma main.data_version').pluck();
  let seen = version.get();
  return {
    restore() {
      if (version.get() === seen) return false;
      $client.exec(`begin immediate; ${[...cleared, ...filled].join('\n')} commit`);
      seen = version.get();
      return true;
    },
    close: () => closeDb(db),
  };
}
