import { expect, test } from 'vitest';
import { migrateDb } from '../migrate.ts';
import { dbBefore } from '../testing/older-file.ts';
import { MIGRATIONS } from '../testing.ts';

test('the migration counts the messages of each conversation, and each new one counts', () => {
  const db = dbBefore('0029_message_count');
  db.$client.exec(`
    insert into user (id, username, email, roles, created_at, updated_at) values
      ('a', 'Ana', 'ana@example.com', 'Manager', 1, 1), ('b', 'Ben', 'ben@example.com', 'User', 1, 1),
      ('c', 'Carl', 'carl@example.com', 'User', 1, 1);
    insert into conversation values
      ('ab', 'a', 'b', '', 1, 2, 0, 0, 1), ('ac', 'a', 'c', '', 1, 3, 0, 0, 1), ('bc', 'b', 'c', '', 1, 0, 0, 0, 1);
    insert into message (id, conversation_id, sender_id, text, timestamp, deleted_at) values
      ('1', 'ab', 'a', 'Hello', 1, null), ('2', 'ab', 'b', '', 1, 5), ('3', 'ac', 'a', 'Hello', 1, null)`);
  const counts = () => db.$client.prepare('select message_count from conversation order by id').pluck().all();
  migrateDb(db, MIGRATIONS);
  expect(counts()).toEqual([2, 1, 0]);
  db.$client.exec(`insert into message (id, conversation_id, sender_id, text, timestamp)
    values ('4', 'bc', 'b', 'Hello', 1), ('5', 'ab', 'a', 'Hello', 1)`);
  expect(counts()).toEqual([3, 1, 1]);
});
