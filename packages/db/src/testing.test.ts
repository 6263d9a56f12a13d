import { describe, expect, test } from 'vitest';
import type { Db } from './open.ts';
import { savedRows, testDb } from './testing.ts';

/** Two people, a task of each that repeats, and a thread. */
function furnished(): Db {
  const db = testDb();
  db.$client.exec(`
    insert into user (id, username, email, password_hash, roles, active, manager_id, time_zone, created_at, updated_at, deleted_at)
      values ('a', 'Ana', 'a@example.com', null, 'Manager', 1, null, null, 0, 0, null),
             ('b', 'Ben', 'b@example.com', null, 'Employee', 1, 'a', null, 0, 0, null);
    insert into task (id, creator_id, title, due_date, completed, created_at, updated_at)
      values ('t', 'a', 'Bins', '2026-01-01T12:00:00.000Z', 0, 0, 0), ('u', 'b', 'Milk', '2026-01-02T12:00:00.000Z', 1, 0, 0);
    insert into task_assignee values ('t', 'b');
    insert into conversation select 'c', 'a', 'b', '', 0, 1, 0, 0, 0, 0;
    insert into message select null, 'm', 'c', 'a', 'Hello', 1, null, null;`);
  return db;
}

function rowsOf({ $client: client }: Db): Record<string, unknown[]> {
  const names = client
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table'
        and name not in ('sqlite_schema', 'audit', 'search_queue')`,
    )
    .pluck()
    .all() as string[];
  return Object.fromEntries(names.map(name => [name, client.prepare(`select * from "${name}"`).all()]));
}

describe('rows that were saved are back after', () => {
  test.each([
    'select 1',
    "insert into task (id, creator_id, title, due_date, completed, created_at, updated_at) values ('v', 'b', 'x', '2026-01-01T12:00:00.000Z', 0, 0, 0)",
    "update task set title = 'x', completed = 1 - completed, due_date = '2027-01-01T12:00:00.000Z'",
    'delete from task',
    "delete from task_assignee where user_id = 'b'",
    "update user set manager_id = null, roles = 'Admin,Manager'",
    "update user set active = 0, deleted_at = 5 where id = 'a'",
    "insert into message select null, 'n', 'c', 'b', 'Hi', 2, null, null",
    'delete from message; delete from conversation',
    "update task set creator_id = 'b'; delete from task_assignee; update user set roles = 'User'; delete from message",
  ])('%s', change => {
    const db = furnished();
    const before = rowsOf(db);
    const putBack = savedRows(db);
    for (let time = 0; time < 2; time++) {
      db.$client.exec(change);
      putBack();
      expect(rowsOf(db)).toEqual(before);
    }
  });
});
