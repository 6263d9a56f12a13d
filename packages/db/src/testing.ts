import { fileURLToPath } from 'node:url';
import { migrateDb } from './migrate.ts';
import { type Db, openDb } from './open.ts';

export const MIGRATIONS = fileURLToPath(new URL('../../../drizzle', import.meta.url));

let template: Buffer | undefined;

/** A fresh, migrated SQLite database in memory. Migrated once a process, then cloned for every test. */
export function testDb(): Db {
  template ??= migratedBytes();
  return openDb(template);
}

/**
 * Copies the rows of a furnished database. What it returns puts them back, so that each case of a suite can
 * commit for real and the next one still finds the same rows. The audit log, which only grows, stays as it is.
 */
export function savedRows({ $client: client }: Db): () => void {
  const names = (sql: string, of?: string) =>
    client
      .prepare(sql)
      .pluck()
      .all(...(of ? [of] : [])) as string[];
  const watched = new Set(names("select tbl_name from sqlite_master where type = 'trigger'"));
  const tables = names("select name from sqlite_master where type = 'table' and name <> 'audit'").map(
    name => {
      const columns = names('select name from pragma_table_info(?)', name)
        .map(column => `"${column}"`)
        .join();
      client.exec(`create temp table "saved ${name}" as select ${columns} from main."${name}"`);
      return {
        hasTriggers: watched.has(name),
        empty: client.prepare(`delete from main."${name}"`),
        // Triggers derive rows as others come back; some of them are there already.
        fill: client.prepare(
          `insert or ignore into main."${name}" (${columns}) select ${columns} from "saved ${name}"`,
        ),
      };
    },
  );
  const restore = client.transaction(() => {
    for (const { empty } of tables) empty.run();
    for (const { fill } of tables) fill.run();
    for (const { hasTriggers, empty, fill } of tables) {
      if (hasTriggers) continue;
      empty.run();
      fill.run();
    }
  });
  return () => {
    client.pragma('foreign_keys = OFF');
    restore.immediate();
    client.pragma('foreign_keys = ON');
  };
}

function migratedBytes(): Buffer {
  const db = openDb(':memory:');
  migrateDb(db, MIGRATIONS);
  const bytes = db.$client.serialize();
  db.$client.close();
  return bytes;
}
