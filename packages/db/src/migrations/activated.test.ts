import { expect, test } from 'vitest';
import { migrateDb } from '../migrate.ts';
import { dbBefore } from '../testing/older-file.ts';
import { MIGRATIONS } from '../testing.ts';

test('the migration marks passwords without an unused activation link as chosen by the user', () => {
  const db = dbBefore('0012_activated');
  db.$client.exec(`
    insert into user (id, username, email, roles, password_hash, created_at, updated_at) values
      ('registered', 'A', 'a@example.com', 'User', 'hash', 7, 8),
      ('activated', 'B', 'b@example.com', 'Employee', 'hash', 7, 8),
      ('waiting', 'C', 'c@example.com', 'Employee', 'hash', 7, 8),
      ('imported', 'D', 'd@example.com', 'Employee', null, 7, 8);
    insert into credential_link (id, user_id, kind, token_hash, expires_at, created_at, used_at) values
      ('1', 'activated', 'activation', 'b', 9, 7, 8),
      ('2', 'waiting', 'activation', 'c', 9, 7, null),
      ('3', 'registered', 'reset', 'a', 9, 7, null)`);
  migrateDb(db, MIGRATIONS);
  expect(db.$client.prepare('select id, activated_at as at from user order by id').all()).toEqual([
    { id: 'activated', at: 7 },
    { id: 'imported', at: null },
    { id: 'registered', at: 7 },
    { id: 'waiting', at: null },
  ]);
});
