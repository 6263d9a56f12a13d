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

function migratedBytes(): Buffer {
  const db = openDb(':memory:');
  migrateDb(db, MIGRATIONS);
  const bytes = db.$client.serialize();
  db.$client.close();
  return bytes;
}
