import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Db } from './open.ts';

/** Thrown for a file of a newer build, whose data this one cannot handle. */
export class NewerDatabaseError extends Error {}

/** Thrown for a file of another program. */
export class ForeignDatabaseError extends Error {}

/**
 * Migrates the database to this build's schema. All pending migrations run in one transaction, so a crash leaves the file
 * unchanged and the next start repeats them.
 *
 * @throws NewerDatabaseError if the file has a migration that this build does not have.
 * @throws ForeignDatabaseError if it has tables but none of our migrations.
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
  try {
    migrate(db, { migrationsFolder: folder });
  } catch (cause) {
    if (!isOfDisk(cause)) throw cause;
    throw new Error('the tables could not be written: the disk is full or failing; make room on it', {
      cause,
    });
  }
}

/** SQLite itself may end the transaction then: the rollback that the migrator adds fails, and hides the reason. */
function isOfDisk(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  return /^SQLITE_(?:FULL|IOERR)/.test(code) || cause.message.includes('no transaction is active');
}

/** Whether a migration is pending. False for an empty database, and for one that migrateDb refuses. */
export function isOlder(db: Db, folder: string): boolean {
  return standingOf(db.$client, folder) === 'older';
}

/** How a file's schema compares with this build's; `foreign` without any of our migrations. */
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

/** The table of migrations exists before the first migration. A crash in between leaves it empty. */
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
