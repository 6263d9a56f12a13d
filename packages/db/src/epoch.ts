import type Database from 'better-sqlite3';
import type { Db } from './open.ts';

/** Which copy of the data this is. It changes with `onus restore` alone (rule 7.5). */
export function readEpoch({ $client: client }: Db): string {
  return client.prepare<[], string>('select id from epoch').pluck().get() ?? '';
}

/**
 * Makes a copy of the data another one. Its new messages come after all that the replaced data had: a browser that has
 * seen those asks only for later ones. A copy from before there were epochs gets its own when it is migrated.
 */
export function renewEpoch(client: Database.Database): void {
  const isThere = client.prepare("select 1 from sqlite_master where name = 'epoch'").get();
  if (isThere) client.exec('update epoch set id = lower(hex(randomblob(16)))');
  const { changes } = client
    .prepare("update sqlite_sequence set seq = seq + ? where name = 'message'")
    .run(GAP);
  if (changes === 0) client.prepare("insert into sqlite_sequence (name, seq) values ('message', ?)").run(GAP);
}

/** More messages than are sent between a backup and its restore. */
const GAP = 1_000_000;
