import { expect, test } from 'vitest';
import { migrateDb } from '../migrate.ts';
import { hasUnindexed, indexSlice } from '../search-index.ts';
import { dbBefore } from '../testing/older-file.ts';
import { MIGRATIONS } from '../testing.ts';

test('the migration indexes and keys again what has letters that are spelled out now, and nothing else', () => {
  const db = dbBefore('0032_spelling');
  db.$client.exec(`
    insert into user (id, username, email, roles, created_at, updated_at) values
      ('a', 'Ana', 'ana@example.com', 'Manager', 1, 1), ('b', 'Ben', 'ben@example.com', 'User', 1, 1);
    insert into task (id, creator_id, title, text, due_date, created_at, updated_at) values
      ('1', 'a', 'Straße', '', '2026-01-01T12:00:00.000Z', 1, 1),
      ('2', 'a', 'Strasse', '', '2026-01-01T12:00:00.000Z', 1, 1),
      ('3', 'a', 'Trip', 'to Łódź', '2026-01-01T12:00:00.000Z', 1, 1);
    insert into grocery_item (id, household_id, user_id, name, created_at, updated_at)
      values ('1', 'a', 'a', 'Crème', 1, 1), ('2', 'a', 'a', 'Weißbrot', 1, 1);
    insert into conversation values ('c', 'a', 'b', '', 1, 1, 0, 0, 1, 0);
    insert into message (id, conversation_id, sender_id, text, timestamp) values ('1', 'c', 'a', 'ﬁn', 1);
    delete from grocery_memory;
    insert into grocery_memory (household_id, key, name, count, price_cents, section, times, used_at) values
      ('a', 'weißbrot', 'Weißbrot', 1, 0, null, 1, 1), ('a', 'weissbrot', 'Weissbrot', 1, 0, null, 1, 1),
      ('b', 'smørrebrød', 'Smørrebrød', 1, 0, null, 1, 1), ('b', 'creme', 'Crème', 1, 0, null, 1, 1)`);
  while (hasUnindexed(db)) indexSlice(db, 10);
  migrateDb(db, MIGRATIONS);
  const all = (query: string) => db.$client.prepare(query).raw().all();
  expect(all('select kind, row from search_queue order by 1, 2')).toEqual([
    ['item', 2],
    ['message', 1],
    ['task', 1],
    ['task', 3],
  ]);
  while (hasUnindexed(db)) indexSlice(db, 10);
  expect(all("select rowid from task_words where task_words match 'words : strasse' order by 1")).toEqual([
    [1],
    [2],
  ]);
  expect(all("select rowid from task_words where task_words match 'words : lodz'")).toEqual([[3]]);
  expect(all('select household_id, key from grocery_memory order by 1, 2')).toEqual([
    ['a', 'weissbrot'],
    ['b', 'creme'],
    ['b', 'smorrebrod'],
  ]);
});
