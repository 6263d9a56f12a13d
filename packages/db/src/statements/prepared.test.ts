import { eq, sql } from 'drizzle-orm';
import { expect, expectTypeOf, test } from 'vitest';
import { task } from '../schema/task.ts';
import { user } from '../schema/user.ts';
import { testDb } from '../testing.ts';
import { prepared, preparedWrite } from './prepared.ts';
import { decoded } from './selection.ts';

const ANA = { id: 'ana', username: 'Ana', email: 'ana@example.com', createdAt: 1, updatedAt: 2 };

const insertUser = preparedWrite(db =>
  db.insert(user).values({
    id: sql.placeholder('id'),
    username: sql.placeholder('username'),
    email: sql.placeholder('email'),
    roles: sql.placeholder('roles'),
    createdAt: sql.placeholder('createdAt'),
    updatedAt: sql.placeholder('updatedAt'),
  }),
);

const byId = prepared({ id: user.id }, (db, columns) =>
  db
    .select(columns)
    .from(user)
    .where(eq(user.id, sql.placeholder('id'))),
);

test('a question mark that is no parameter is refused when the statement is made', () => {
  const asking = prepared({ id: user.id }, (db, columns) =>
    db
      .select(columns)
      .from(user)
      .where(sql`username = 'Who?' or id = ${sql.placeholder('id')}`),
  );
  expect(() => asking(testDb())).toThrow('A "?" that is no parameter');
});

test('a value that is left out is an error, not a row that is not found', () => {
  expect(() => byId(testDb()).get({})).toThrow('No value for placeholder "id"');
  expect(byId(testDb()).get({ id: 'unknown' })).toBeUndefined();
});

test('a row has the names, the groups and the types of its columns', () => {
  const db = testDb();
  insertUser(db).run({ ...ANA, roles: ['Manager'] });
  const people = prepared(
    {
      name: user.username,
      roles: user.roles,
      person: { id: user.id, isActive: user.active, manager: user.managerId },
      letters: decoded<string[]>(sql`'["a","b"]'`, text => JSON.parse(text)),
      nothing: decoded<string[]>(sql`null`, text => JSON.parse(text)),
    },
    (db, columns) => db.select(columns).from(user),
  );
  const rows = people(db).all();
  expect(rows).toEqual([
    {
      name: 'Ana',
      roles: ['Manager'],
      person: { id: 'ana', isActive: true, manager: null },
      letters: ['a', 'b'],
      nothing: null,
    },
  ]);
  expectTypeOf(rows[0]?.person).toEqualTypeOf<
    { id: string; isActive: boolean; manager: string | null } | undefined
  >();
});

test('columns of two tables with one name stay apart, and a join can make them null', () => {
  const db = testDb();
  insertUser(db).run({ ...ANA, roles: ['User'] });
  const created = prepared({ id: user.id, taskId: task.id, done: task.completed }, (db, columns) =>
    db.select(columns).from(user).leftJoin(task, eq(task.creatorId, user.id)),
  );
  const rows = created(db).all();
  expect(rows).toEqual([{ id: 'ana', taskId: null, done: null }]);
  expectTypeOf(rows).toEqualTypeOf<{ id: string; taskId: string | null; done: boolean | null }[]>();
});

test('an insert returns its columns in the same way', () => {
  const returning = prepared({ id: user.id, active: user.active, since: user.createdAt }, (db, columns) =>
    db
      .insert(user)
      .values({ ...ANA, roles: ['User'] })
      .returning(columns),
  );
  expect(returning(testDb()).get()).toEqual({ id: 'ana', active: true, since: 1 });
});

test('a selection that varies by the key is made for each key', () => {
  const db = testDb();
  insertUser(db).run({ ...ANA, roles: ['User'] });
  const one = prepared(
    (key: 'username' | 'email') => ({ text: user[key] }),
    (db, columns) => db.select(columns).from(user),
  );
  expect([one(db, 'username').get(), one(db, 'email').get()]).toEqual([
    { text: 'Ana' },
    { text: 'ana@example.com' },
  ]);
});

test('a column that does not exist does not compile', () => {
  // @ts-expect-error: the table has no such column.
  const missing = { id: user.nothing };
  const ofMissing = prepared(missing, (db, columns) => db.select(columns).from(user));
  expect(() => ofMissing(testDb())).toThrow();
  const row = byId(testDb()).get({ id: 'unknown' });
  // @ts-expect-error: the statement does not select it.
  expect(row?.username).toBeUndefined();
});
