import { expect, test } from 'vitest';
import { migrateDb } from '../migrate.ts';
import { hasUnindexed, indexSlice, searchNameOf } from '../search-index.ts';
import { dbBefore } from '../testing/older-file.ts';
import { MIGRATIONS } from '../testing.ts';

test('the migration queues what is there, and a slice indexes the newest rows first', () => {
  const db = dbBefore('0018_search');
  db.$client.exec(`
    insert into user (id, username, email, roles, password_hash, created_at, updated_at) values
      ('an-a', 'Ana', 'ana@example.com', 'Manager', 'hash', 1, 1),
      ('be-n', 'Ben', 'ben@example.com', 'User', 'hash', 1, 1);
    insert into task (id, creator_id, title, text, due_date, created_at, updated_at, deleted_at, deleted_by) values
      ('1', 'an-a', 'Old bins', '', '2026-01-01T12:00:00.000Z', 1, 1, null, null),
      ('2', 'an-a', 'Gone bins', '', '2026-01-01T12:00:00.000Z', 1, 1, 5, 'an-a'),
      ('3', 'be-n', 'New bins', 'Wash them', '2026-01-01T12:00:00.000Z', 1, 1, null, null);
    insert into grocery_item (id, household_id, user_id, name, created_at, updated_at)
      values ('1', 'an-a', 'be-n', 'Bin bags', 1, 1);
    insert into conversation values ('c', 'an-a', 'be-n', '', 1, 1, 0, 0, 1);
    insert into message (id, conversation_id, sender_id, text, timestamp, deleted_at)
      values ('1', 'c', 'an-a', 'Which bin?', 1, null), ('2', 'c', 'an-a', '', 1, 5)`);
  migrateDb(db, MIGRATIONS);
  const rows = (kind: string, query: string) =>
    db.$client
      .prepare(`select rowid from ${kind}_words where ${kind}_words match ? order by rowid`)
      .pluck()
      .all(query);
  expect(rows('task', 'bin*')).toEqual([]);
  indexSlice(db, 1);
  expect(rows('task', 'bin*')).toEqual([3]);
  while (hasUnindexed(db)) indexSlice(db, 2);
  expect(rows('task', 'words : bins')).toEqual([1, 3]);
  expect(rows('task', 'words : wash')).toEqual([3]);
  expect(rows('task', `who : "${searchNameOf('be-n')}"`)).toEqual([3]);
  expect(rows('item', `who : "${searchNameOf('an-a')}" AND words : bin`)).toEqual([1]);
  for (const one of ['an-a', 'be-n'])
    expect(rows('message', `who : "${searchNameOf(one)}" AND words : bin*`)).toEqual([1]);
});
