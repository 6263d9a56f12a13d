import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ForeignDatabaseError, migrateDb, NewerDatabaseError } from './migrate.ts';
import { closeDb, openDb, setBusyWait } from './open.ts';
import { user } from './schema/user.ts';
import { MIGRATIONS, testDb } from './testing.ts';

function file(): string {
  return join(mkdtempSync(join(tmpdir(), 'onus-db-')), 'onus.sqlite');
}

const someone = { id: 'u1', username: 'Ana', email: 'ana@example.com', createdAt: 1, updatedAt: 1 };

test('openDb sets the pragmas that the guarantees depend on', () => {
  const db = openDb(file());
  const pragma = (name: string) => db.$client.pragma(name, { simple: true });
  expect(pragma('journal_mode')).toBe('wal');
  expect(pragma('synchronous')).toBe(2);
  expect(pragma('foreign_keys')).toBe(1);
  expect(pragma('busy_timeout')).toBe(5000);
  closeDb(db);
});

test('a file that cannot be written to is closed all the same', () => {
  const path = file();
  const db = openDb(path);
  migrateDb(db, MIGRATIONS);
  const other = openDb(path);
  other.$client.exec('begin immediate');
  setBusyWait(db, 0);
  closeDb(db);
  expect(db.$client.open).toBe(false);
  other.$client.exec('commit');
  closeDb(other);
});

test('a disk without room for the tables is named, and later they are written', () => {
  const db = openDb(file());
  db.$client.pragma('max_page_count = 20');
  expect(() => migrateDb(db, MIGRATIONS)).toThrow(/^the tables could not be written: the disk is full/);
  db.$client.pragma('max_page_count = 100000');
  migrateDb(db, MIGRATIONS);
  expect(db.select().from(user).all()).toEqual([]);
  closeDb(db);
});

test('a second migration changes nothing', () => {
  const path = file();
  const first = openDb(path);
  migrateDb(first, MIGRATIONS);
  first
    .insert(user)
    .values({ ...someone, roles: ['User'] })
    .run();
  closeDb(first);
  const second = openDb(path);
  migrateDb(second, MIGRATIONS);
  expect(second.select().from(user).all()).toMatchObject([{ id: 'u1', roles: ['User'], active: true }]);
  closeDb(second);
});

test('migrateDb refuses a file of a newer build', () => {
  const db = testDb();
  db.$client
    .prepare("insert into __drizzle_migrations (hash, created_at) values ('later', ?)")
    .run(Date.UTC(2999, 0));
  expect(() => migrateDb(db, MIGRATIONS)).toThrow(NewerDatabaseError);
});

test.each([
  ['without migrations', 'create table user (id)'],
  [
    'with migrations of its own',
    "create table __drizzle_migrations (hash, created_at); insert into __drizzle_migrations values ('x', 1)",
  ],
])('a file of something else, %s, is refused and left as it is', (_name, sql) => {
  const db = openDb(':memory:');
  db.$client.exec(sql);
  const before = db.$client.serialize();
  expect(() => migrateDb(db, MIGRATIONS)).toThrow(ForeignDatabaseError);
  expect(db.$client.serialize()).toEqual(before);
});

test('migrateDb restarts on an empty file and after an interrupted first migration', () => {
  const cut =
    'create table __drizzle_migrations (id integer primary key, hash text not null, created_at numeric)';
  for (const sql of ['', cut]) {
    const db = openDb(':memory:');
    db.$client.exec(sql);
    migrateDb(db, MIGRATIONS);
    expect(db.select().from(user).all()).toEqual([]);
  }
});

test('the schema refuses invalid rows', () => {
  const db = testDb();
  db.insert(user)
    .values({ ...someone, roles: ['User', 'Admin'] })
    .run();
  expect(db.$client.prepare('select roles from user').pluck().get()).toBe('Admin,User');
  const task = db.$client.prepare(
    "insert into task (id, creator_id, title, due_date, created_at, updated_at) values ('t', ?, 'x', ?, 1, 1)",
  );
  expect(() => task.run('no one', '2026-01-01T12:00:00.000Z')).toThrow(/FOREIGN KEY/);
  expect(() => task.run('u1', 'tomorrow')).toThrow(/task_due_date/);
  expect(() => db.$client.exec("update user set roles = 'Boss'")).toThrow(/user_roles/);
  const twin = { ...someone, id: 'u2', roles: ['User' as const] };
  expect(() => db.insert(user).values(twin).run()).toThrow(/UNIQUE/);
});

test('a series has one task per date and one open task, and a deleted task keeps its date', () => {
  const db = testDb();
  db.insert(user)
    .values({ ...someone, roles: ['User'] })
    .run();
  const series = db.$client.prepare(
    "insert into series (id, creator_id, type, interval, first_day, anchor_day, created_at, updated_at) values (?, 'u1', ?, ?, ?, ?, 1, 1)",
  );
  expect(() => series.run('s', 'none', 1, '2026-01-01', 1)).toThrow(/series_type/);
  expect(() => series.run('s', 'daily', 0, '2026-01-01', 1)).toThrow(/series_interval/);
  expect(() => series.run('s', 'daily', 1, 'today', 1)).toThrow(/series_first_day/);
  expect(() => series.run('s', 'daily', 1, '2026-01-01', 32)).toThrow(/series_anchor_day/);
  series.run('s', 'daily', 1, '2026-01-01', 1);
  const task = db.$client.prepare(`insert into task
    (id, creator_id, title, due_date, completed, series_id, scheduled_day, deleted_at, deleted_by, created_at, updated_at)
    values (?, 'u1', 'x', '2026-01-01T12:00:00.000Z', ?, ?, ?, ?, iif(? is null, null, 'u1'), 1, 1)`);
  const add = (id: string, done: number, series: string | null, day: string | null, deleted: number | null) =>
    task.run(id, done, series, day, deleted, deleted);
  add('t1', 0, 's', '2026-01-01', null);
  expect(() => add('t2', 1, 's', '2026-01-01', null)).toThrow(/UNIQUE/);
  expect(() => add('t2', 0, 's', '2026-01-02', null)).toThrow(/UNIQUE/);
  expect(() => add('t2', 0, null, '2026-01-02', null)).toThrow(/task_scheduled_day/);
  expect(() => add('t2', 0, 'other', '2026-01-02', null)).toThrow(/FOREIGN KEY/);
  add('t2', 0, 's', '2026-01-02', 1);
  expect(() => add('t3', 1, 's', '2026-01-02', null)).toThrow(/UNIQUE/);
  add('t3', 0, 's', null, null);
  expect(() => db.$client.exec("delete from series where id = 's'")).toThrow(/FOREIGN KEY/);
});
