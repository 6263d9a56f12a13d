import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { prepared } from './prepared.ts';
import { user } from './schema/user.ts';
import { testDb } from './testing.ts';

test('a question mark that is no parameter is refused when the statement is made', () => {
  const asking = prepared(db =>
    db
      .select({ id: user.id })
      .from(user)
      .where(sql`username = 'Who?' or id = ${sql.placeholder('id')}`),
  );
  expect(() => asking(testDb())).toThrow('A "?" that is no parameter');
});

test('a value that is left out is an error, not a row that is not found', () => {
  const byId = prepared(db =>
    db
      .select({ id: user.id })
      .from(user)
      .where(eq(user.id, sql.placeholder('id'))),
  );
  expect(() => byId(testDb()).get({})).toThrow('No value for placeholder "id"');
  expect(byId(testDb()).get({ id: 'nobody' })).toBeUndefined();
});
