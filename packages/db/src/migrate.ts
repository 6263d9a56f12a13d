import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Db } from './open.ts';

/** Thrown when the file was written by a newer build: this one would not know what it may keep. */
export class NewerDatabaseError extends Error {}

/** Thrown when the file is of something else: what stands in it is not ours to change. */
export class ForeignDatabaseError extends Error {}

/**
 * Brings the database to this build's schema. All pending migrations run in one transaction: a crash in
 * the middle leaves the file as it was, and the next start begins again.
 *
 * @throws NewerDatabaseError when the file holds a migration this build does not have.
 * @throws ForeignDatabaseError when it holds something, and nothing of ours was ever applied to it.
 */
export function migrateDb(db: Db, folder: string): void {
  const standing = standingOf(db.$client, folder);
  if (standing === 'foreign') {
    throw new ForeignDatabaseError('the database is not one of Onus; set DATA_DIR to another folder');
  }
  if (standing === 'newer') {
    throw new NewerDatabaseError(
      'the database was written by a newer version of Onus; start that version instead',
    );
  }
  migrate(db, { migrationsFolder: folder });
}

/** How the schema of a file stands to this build's; `foreign` when nothing of ours was ever applied to it. */
export type Standing = 'empty' | 'foreign' | 'older' | 'same' | 'newer';

export function standingOf(client: Db['$client'], folder: string): Standing {
  const known = readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis);
  const applied = appliedTo(client);
  if (applied.length === 0 && isEmpty(client)) return 'empty';
  if (applied[0] === undefined || applied[0] !== known[0]) return 'foreign';
  const ahead = (applied.at(-1) ?? 0) - (known.at(-1) ?? 0);
  if (ahead > 0) return 'newer';
  return ahead < 0 ? 'older' : 'same';
}

/** The list of migrations is made before the first of them begins: a crash between the two leaves it alone. */
function isEmpty(client: Db['$client']): boolean {
  const others = "tbl_name <> '__drizzle_migrations' and tbl_name not like 'sqlite\\_%' escape '\\'";
  return client.prepare(`select 1 from sqlite_master where ${others} limit 1`).get() === undefined;
}

function appliedTo(client: Db['$client']): number[] {
  const kept = client
    .prepare("select 1 from sqlite_master where type = 'table' and name = '__drizzle_migrations'")
    .get();
  if (!kept) return [];
  return client
    .prepare('select created_at from __drizzle_migrations order by created_at')
    .pluck()
    .all() as number[];
}
