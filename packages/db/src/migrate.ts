import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Db } from './open.ts';

/** Thrown when the file was written by a newer build: this one would not know what it may keep. */
export class NewerDatabaseError extends Error {}

/**
 * Brings the database to this build's schema. All pending migrations run in one transaction: a crash in
 * the middle leaves the file as it was, and the next start begins again.
 *
 * @throws NewerDatabaseError when the file holds a migration this build does not have.
 */
export function migrateDb(db: Db, folder: string): void {
  const newest = readMigrationFiles({ migrationsFolder: folder }).at(-1)?.folderMillis ?? 0;
  if (lastApplied(db) > newest) {
    throw new NewerDatabaseError(
      'the database was written by a newer version of Onus; start that version instead',
    );
  }
  migrate(db, { migrationsFolder: folder });
}

function lastApplied(db: Db): number {
  const known = db.$client
    .prepare("select 1 from sqlite_master where type = 'table' and name = '__drizzle_migrations'")
    .get();
  if (!known) return 0;
  const row = db.$client.prepare('select max(created_at) as at from __drizzle_migrations').get() as {
    at: number | null;
  };
  return row.at ?? 0;
}
