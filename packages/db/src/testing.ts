import { fileURLToPath } from 'node:url';
import { migrateDb } from './migrate.ts';
import { type Db, openDb } from './open.ts';

export const MIGRATIONS = fileURLToPath(new URL('../../../drizzle', import.meta.url));

let template: Buffer | undefined;
let opened: Db[] = [];

/** A migrated SQLite database in memory. Migrated once per process, then cloned for every test. */
export function testDb(): Db {
  template ??= migratedBytes();
  const db = openDb(template);
  opened.push(db);
  return db;
}

/** What it returns closes the databases opened since: the next ones take their memory, new memory takes longer. */
export function closingTestDbs(): () => void {
  const ofTest: Db[] = [];
  opened = ofTest;
  return () => {
    for (const { $client } of ofTest.splice(0)) $client.close();
  };
}

/**
 * Copies the rows of a furnished database. What it returns puts back those of the tables that have changed since, so
 * that each case of a suite can commit for real and the next one still finds the same rows. The audit log, which only
 * grows, stays as it is.
 */
export function savedRows({ $client: client }: Db): () => void {
  const names = namesOf(client, SAVED);
  const tables = names.map(name => savedTable(client, name));
  const changed = watched(client, tables);
  const restore = client.transaction(() => {
    const found = changed();
    for (const { empty } of found) empty.run();
    for (const { fill } of found) fill.run();
    for (const { triggers, empty, fill } of found) {
      if (triggers.length > 0) continue;
      empty.run();
      fill.run();
    }
    client.exec('delete from changed_table');
  });
  const hasChanges = client.prepare('select exists (select 1 from changed_table)').pluck();
  return () => {
    // Most calls of the rights tests change nothing, and the pragma below makes SQLite compile every statement again.
    if (!hasChanges.get()) return;
    client.pragma('foreign_keys = OFF');
    restore.immediate();
    client.pragma('foreign_keys = ON');
  };
}

const SAVED = `select name from pragma_table_list where schema = 'main' and type = 'table'
  and name not in ('sqlite_schema', 'audit', 'search_queue')`;

type Client = Db['$client'];
type SavedTable = ReturnType<typeof savedTable>;

function savedTable(client: Client, name: string) {
  const columns = namesOf(client, 'select name from pragma_table_info(?)', name)
    .map(column => `"${column}"`)
    .join();
  client.exec(`create temp table "saved ${name}" as select ${columns} from main."${name}"`);
  return {
    name,
    triggers: namesOf(client, "select sql from sqlite_master where type = 'trigger' and tbl_name = ?", name),
    empty: client.prepare(`delete from main."${name}"`),
    // Triggers derive rows as others come back; some of them are there already.
    fill: client.prepare(
      `insert or ignore into main."${name}" (${columns}) select ${columns} from "saved ${name}"`,
    ),
  };
}

/** Has the database itself note which tables change. What it answers are those, and all that their triggers change. */
function watched(client: Client, tables: readonly SavedTable[]): () => SavedTable[] {
  client.exec('create temp table changed_table (name text)');
  for (const { name } of tables.filter(table => !isOfSqlite(table))) {
    for (const event of ['insert', 'update', 'delete']) {
      client.exec(`create temp trigger "${event} of ${name}" after ${event} on main."${name}"
        when not exists (select 1 from changed_table where name = '${name}')
        begin insert into changed_table values ('${name}'); end`);
    }
  }
  const reached = new Map(tables.map(({ name, triggers }) => [name, triggers.flatMap(tablesWrittenBy)]));
  return () => {
    const names = new Set(namesOf(client, 'select name from changed_table'));
    // A set hands out what is added while it is read.
    for (const name of names) for (const next of reached.get(name) ?? []) names.add(next);
    return tables.filter(table => names.has(table.name) || isOfSqlite(table));
  };
}

/** The tables that a trigger writes, by its text. */
function tablesWrittenBy(trigger: string): string[] {
  const body = trigger.slice(trigger.search(/\bbegin\b/i));
  const writes = /\b(?:into|update(?: or \w+)?|delete from)\s+[`"]?(\w+)/gi;
  return [...body.matchAll(writes)].map(([, name = '']) => name);
}

/** SQLite allows no triggers on its own tables. */
function isOfSqlite({ name }: SavedTable): boolean {
  return name.startsWith('sqlite_');
}

function namesOf(client: Client, sql: string, ...values: string[]): string[] {
  return client
    .prepare(sql)
    .pluck()
    .all(...values) as string[];
}

function migratedBytes(): Buffer {
  const db = openDb(':memory:');
  migrateDb(db, MIGRATIONS);
  const bytes = db.$client.serialize();
  db.$client.close();
  return bytes;
}
