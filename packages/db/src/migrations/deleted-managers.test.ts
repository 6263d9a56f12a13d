import { expect, test } from 'vitest';
import { migrateDb } from '../migrate.ts';
import type { Db } from '../open.ts';
import { doSlice, hasPendingChanges, type Place } from '../pending-changes.ts';
import { dbBefore } from '../testing/older-file.ts';
import { MIGRATIONS } from '../testing.ts';

const TRIGGERS =
  "select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'user' order by name";
const READERS = 'select task_id, user_id, own, managed from task_reader order by 1, 2';
const RULED = `select task_id, user_id, max(own) own, max(managed) managed
  from task_reader_rule group by task_id, user_id order by 1, 2`;
const PENDING = 'select count(*) from pending_change';

/** An older version deleted Gone, who has three members. Boss has one member. */
function olderFile(): Db {
  const db = dbBefore('0013_members_of_deleted');
  db.$client.exec(`
    insert into user (id, username, email, roles, manager_id, created_at, updated_at, deleted_at) values
      ('boss', 'Boss', 'boss@example.com', 'Manager', null, 1, 1, null),
      ('gone', 'Gone', 'gone@example.com', 'Manager', null, 1, 50, 50),
      ('ana', 'Ana', 'ana@example.com', 'Employee', 'gone', 1, 2, null),
      ('ben', 'Ben', 'ben@example.com', 'Employee', 'gone', 1, 70, null),
      ('left', 'Left', 'left@example.com', 'Employee', 'gone', 1, 3, 3),
      ('cem', 'Cem', 'cem@example.com', 'Employee', 'boss', 1, 4, null);
    insert into grocery_item (id, household_id, user_id, name, created_at, updated_at) values
      ('of ana', 'gone', 'ana', 'Milk', 1, 1), ('of gone', 'gone', 'gone', 'Milk', 1, 1),
      ('once of cem', 'gone', 'cem', 'Milk', 1, 1), ('of cem', 'boss', 'cem', 'Milk', 1, 1);
    insert into task (id, creator_id, manager_id, title, due_date, created_at, updated_at) values
      ('by ana', 'ana', 'gone', 'x', '2026-01-01T12:00:00.000Z', 1, 1),
      ('for ben', 'cem', 'boss', 'x', '2026-01-01T12:00:00.000Z', 1, 1);
    insert into task_assignee values ('for ben', 'ben')`);
  return db;
}

function rows(db: Db, sql: string): unknown[] {
  return db.$client.prepare(sql).all();
}

function expectReleased(db: Db): void {
  expect(rows(db, 'select id, manager_id as manager from user where manager_id is not null')).toEqual([
    { id: 'cem', manager: 'boss' },
  ]);
  expect(rows(db, 'select id, household_id as household from grocery_item order by id')).toEqual([
    { id: 'of ana', household: 'ana' },
    { id: 'of cem', household: 'boss' },
    { id: 'of gone', household: 'gone' },
    { id: 'once of cem', household: 'gone' },
  ]);
  expect(rows(db, READERS)).toEqual(rows(db, RULED));
}

test('the migration removes deleted managers from their members, who keep their items', () => {
  const db = olderFile();
  const triggers = rows(db, TRIGGERS);
  migrateDb(db, MIGRATIONS);
  expectReleased(db);
  expect(
    rows(db, "select id, updated_at as at from user where id in ('ana', 'ben', 'cem') order by id"),
  ).toEqual([
    { id: 'ana', at: 50 },
    { id: 'ben', at: 70 },
    { id: 'cem', at: 4 },
  ]);
  // Later migrations add more.
  expect(rows(db, TRIGGERS)).toEqual(expect.arrayContaining(triggers));
});

test('the migration leaves no pending changes, and a later change of a manager creates some', () => {
  const db = olderFile();
  const readers = rows(db, READERS);
  migrateDb(db, MIGRATIONS);
  expect(rows(db, READERS)).toEqual(readers);
  expect(db.$client.prepare(PENDING).pluck().get()).toBe(0);
  db.$client.exec("update user set manager_id = 'boss' where id = 'ana'");
  expect(db.$client.prepare(PENDING).pluck().get()).toBe(1);
});

test('the server completes pending changes of a crash first, and then the members have no manager', () => {
  const db = olderFile();
  db.$client.exec(`
    update user set deleted_at = null where id = 'gone';
    delete from pending_change;
    delete from task_assignee;
    insert into task_assignee values ('for ben', 'ben');
    update user set deleted_at = 50 where id = 'gone'`);
  expect(rows(db, 'select kind, person_id as person from pending_change')).toEqual([
    { kind: 'leader', person: 'gone' },
  ]);
  expect(rows(db, READERS)).not.toEqual(rows(db, RULED));
  migrateDb(db, MIGRATIONS);
  let place: Place = null;
  while (hasPendingChanges(db)) place = doSlice(db, place, 2).place;
  expectReleased(db);
});
