import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Db } from './open.ts';

/** Which copy of the data this is. It changes with `onus restore` alone (rule 7.5). */
export function readEpoch({ $client: client }: Db): string {
  return client.prepare<[], string>('select id from epoch').pluck().get() ?? '';
}

/**
 * Makes a copy of the data another one. Its new messages come after all that any database of this installation had: a
 * browser that has seen those asks only for later ones. The same copy may be restored twice. A copy from before there were
 * epochs gets its own when it is migrated.
 * @param replaced the last number of a message in the replaced database, as lastSequence returns it.
 * @param at epoch milliseconds, which are ahead of the numbers of a database that is lost.
 */
export function renewEpoch(client: Database.Database, replaced: number, at: number): void {
  const isThere = client.prepare("select 1 from sqlite_master where name = 'epoch'").get();
  if (isThere) client.exec('update epoch set id = lower(hex(randomblob(16)))');
  const last = Math.max(sequenceOf(client), replaced, at) + GAP;
  const { changes } = client.prepare("update sqlite_sequence set seq = ? where name = 'message'").run(last);
  if (changes === 0)
    client.prepare("insert into sqlite_sequence (name, seq) values ('message', ?)").run(last);
}

/** The last number that a database gave to a message; 0 if the file is missing or cannot be read. */
export function lastSequence(path: string): number {
  if (!existsSync(path)) return 0;
  let client: Database.Database | undefined;
  try {
    client = new Database(path);
    return sequenceOf(client);
  } catch (error) {
    if (error instanceof Database.SqliteError) return 0;
    throw error;
  } finally {
    client?.close();
  }
}

/** More messages than are sent between a backup and its restore. */
const GAP = 1_000_000;

function sequenceOf(client: Database.Database): number {
  const found = client.prepare("select seq from sqlite_sequence where name = 'message'").pluck().get();
  return typeof found === 'number' ? found : 0;
}
