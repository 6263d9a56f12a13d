import { expect, test } from 'vitest';
import { migrateDb } from '../migrate.ts';
import { dbBefore } from '../testing/older-file.ts';
import { MIGRATIONS } from '../testing.ts';

test('the migration remembers what is on the lists, once for each name as it last was', () => {
  const db = dbBefore('0016_grocery_sections');
  db.$client.exec(`
    insert into user (id, username, email, roles, password_hash, created_at, updated_at) values
      ('ana', 'Ana', 'ana@example.com', 'Manager', 'hash', 1, 1),
      ('zoe', 'Zoe', 'zoe@example.com', 'Manager', 'hash', 1, 1);
    insert into grocery_item
      (id, household_id, user_id, name, count, price_cents, purchased, created_at, updated_at) values
      ('1', 'ana', 'ana', 'Milk', 1, 139, 1, 1, 2),
      ('2', 'ana', 'ana', ' milk', 2, 149, 0, 3, 4),
      ('3', 'zoe', 'zoe', 'Milk', 3, 0, 0, 5, 5),
      ('4', 'zoe', 'zoe', 'Crème', 1, 0, 0, 5, 5)`);
  migrateDb(db, MIGRATIONS);
  const memory = db.$client.prepare(
    `select household_id as household, key, name, count, price_cents as cents, section, times, used_at as at
      from grocery_memory order by household_id`,
  );
  expect(memory.all()).toEqual([
    { household: 'ana', key: 'milk', name: ' milk', count: 2, cents: 149, section: null, times: 2, at: 4 },
    { household: 'zoe', key: 'milk', name: 'Milk', count: 3, cents: 0, section: null, times: 1, at: 5 },
  ]);
  expect(db.$client.prepare('select distinct section from grocery_item').all()).toEqual([{ section: null }]);
});
