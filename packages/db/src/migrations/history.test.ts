import { expect, test } from 'vitest';
import { migrateDb } from '../migrate.ts';
import { dbBefore } from '../testing/older-file.ts';
import { MIGRATIONS } from '../testing.ts';

test('after the migration, the person who deleted a task still finds it', () => {
  const db = dbBefore('0019_history');
  db.$client.exec(`
    insert into user (id, username, email, roles, password_hash, created_at, updated_at) values
      ('ana', 'Ana', 'ana@example.com', 'Manager', 'hash', 1, 1);
    insert into task (id, creator_id, title, due_date, created_at, updated_at, deleted_at, deleted_by) values
      ('gone', 'ana', 'Bins', '2026-01-01T12:00:00.000Z', 1, 1, 5, 'ana'),
      ('open', 'ana', 'Paper', '2026-01-01T12:00:00.000Z', 1, 1, null, null)`);
  migrateDb(db, MIGRATIONS);
  expect(db.$client.prepare('select * from deleted_task_reader').all()).toEqual([
    { task_id: 'gone', user_id: 'ana', deleted_at: 5 },
  ]);
});
