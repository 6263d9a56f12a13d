import { BUDGETS } from '@onus/contract/limits/budgets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, startServer, type TestServer } from '../server.ts';

/** As wide in a response as a character can be. */
const WIDE = '\u0001';
const ROWS = 120;

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  const ana = await signUp(server, 'Ana');
  token = ana.token;
  const { $client: client } = server.services.db;
  const add = (sql: string, ...values: unknown[]) =>
    client
      .prepare(
        `with recursive n (i) as (select 10000 union all select i + 1 from n where i < ${9_999 + ROWS}) ${sql}`,
      )
      .run(...values);
  const message = WIDE.repeat(4_000);
  add(
    `insert into task (id, creator_id, title, text, due_date, created_at, updated_at)
      select 't' || i, ?, 'Chore', ?, '2026-01-01T12:00:00.000Z', 0, 0 from n`,
    ana.id,
    WIDE.repeat(5_000),
  );
  add(
    `insert into user (id, username, email, roles, manager_id, created_at, updated_at)
      select 'p' || i, 'x', i || '@example.com', 'Employee', ?, 0, 0 from n`,
    ana.id,
  );
  add(
    `insert into conversation select 'c' || i, min(?, 'p' || i), max(?, 'p' || i), ?, i, i, 0, 0, 0, 0
      from n group by i`,
    ana.id,
    ana.id,
    message,
  );
  add(`insert into message select null, 'm' || i, 'c10000', ?, ?, 7, null, null from n`, ana.id, message);
  add(
    `insert into grocery_item (id, household_id, user_id, name, count, price_cents, purchased, created_at, updated_at)
      select 'g' || i || j, ?, ?, ?, 1, 0, 0, i, 0 from n,
      (select 1 as j union all select 2 union all select 3 union all select 4 union all select 5)`,
    ana.id,
    ana.id,
    WIDE.repeat(120),
  );
});
afterAll(() => server.close());

const LISTS = [
  ['/tasks', 't', ROWS],
  ['/conversations?_sort=id', 'c', ROWS],
  ['/messages?conversationId=c10000&_sort=id', 'm', ROWS],
  ['/groceries', 'g', ROWS * 5],
] as const;

test.each(LISTS)(
  '%s: a page has the rows it was asked for, however long they are',
  async (path, letter, total) => {
    const at = (query: string) =>
      server.send('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`, { token });
    const ids = async (query: string) => (await at(query)).body.map(({ id }: { id: string }) => id);
    const first = await at('_page=1&_limit=100');
    expect(first.headers.get('x-total-count')).toBe(String(total));
    expect(first.body).toHaveLength(100);
    if (letter !== 'g')
      expect(first.body.map(({ id }: { id: string }) => id)).toEqual(
        Array.from({ length: 100 }, (_, place) => `${letter}${10_000 + place}`),
      );
    expect(JSON.stringify(first.body).length).toBeGreaterThan(letter === 'g' ? 0 : BUDGETS.pageBytes.most);
    const pages = [await ids('_page=1&_limit=60'), await ids('_page=2&_limit=60')];
    expect(pages.map(page => page.length)).toEqual([60, 60]);
    expect(new Set(pages.flat()).size).toBe(120);
  },
);

test.each([
  ['/tasks', ROWS],
  ['/groceries', ROWS * 5],
])('%s is whole without a page', async (path, total) => {
  const { body, headers } = await server.send('GET', path, { token });
  expect(body).toHaveLength(total);
  expect(new Set(body.map(({ id }: { id: string }) => id)).size).toBe(total);
  expect(headers.get('x-total-count')).toBe(String(total));
});
