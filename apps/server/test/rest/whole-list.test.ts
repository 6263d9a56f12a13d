import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, startServer, type TestServer } from '../server.ts';

const MANY = 8_000;

const THREADS = 250;

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  const ana = await signUp(server, 'Ana');
  token = ana.token;
  const add = server.services.db.$client.prepare(`insert into task
    (id, creator_id, title, due_date, completed, created_at, updated_at)
    values (?, ?, ?, ?, ?, 0, 0)`);
  for (let at = 0; at < MANY; at++) {
    // Three on each date: a page ends in the middle of one.
    const due = new Date(Math.floor(at / 3) * 86_400_000).toISOString();
    add.run(`t-${String(at).padStart(5, '0')}`, ana.id, `Chore ${at} “é”`, due, at % 2);
  }
  fillThreads(ana.id);
});
afterAll(() => server.close());

test('a long list and a part of it are complete and in order', async () => {
  const all = Array.from({ length: MANY }, (_, at) => `Chore ${at} “é”`);
  const whole = await server.send('GET', '/tasks', { token });
  expect(whole.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(whole.headers.get('x-total-count')).toBe(String(MANY));
  expect(whole.body.map((task: { title: string }) => task.title)).toEqual(all);
  const done = await server.send('GET', '/tasks/complete', { token });
  expect(done.body).toEqual(whole.body.filter((task: { completed: boolean }) => task.completed));
  const part = await server.send('GET', '/tasks?_page=3&_limit=100', { token });
  expect(part.headers.get('x-total-count')).toBe(String(MANY));
  expect(part.body).toEqual(whole.body.slice(200, 300));
});

test('a request for a long list delays no one else', async () => {
  const answered: string[] = [];
  const ask = async (path: string) => {
    await server.send('GET', path, { token });
    answered.push(path);
  };
  await Promise.all([ask('/tasks'), ...Array.from({ length: 5 }, () => ask('/tasks/today'))]);
  expect(answered.at(-1)).toBe('/tasks');
});

test('a part of a long list is read alone', async () => {
  const read = rowsRead(server);
  const part = await server.send('GET', '/tasks/incomplete?_page=3&_limit=20', { token });
  expect(part.body.map((task: { title: string }) => task.title)).toEqual(
    Array.from({ length: 20 }, (_, at) => `Chore ${(at + 40) * 2} “é”`),
  );
  const far = await server.send('GET', '/tasks/incomplete?_page=400&_limit=10', { token });
  expect(far.headers.get('x-total-count')).toBe(String(MANY / 2));
  expect(far.body).toHaveLength(10);
  expect(read.count).toBe(30);
});

test('a long thread and many threads are complete in each order, and so is a part of them', async () => {
  for (const [path, total] of [
    ['/messages?conversationId=c-100&', MANY],
    ['/conversations?', THREADS],
  ] as const) {
    const rows = async (query: string) => {
      const { status, headers, body } = await server.send('GET', `${path}${query}`, { token });
      expect([status, headers.get('x-total-count')]).toEqual([200, String(total)]);
      return body.map(({ id, timestamp }: { id: string; timestamp: number }) => `${timestamp} ${id}`);
    };
    const whole: string[] = await rows('');
    expect(new Set(whole).size).toBe(total);
    expect(await rows('_sort=sequence')).toEqual(whole);
    expect(await rows('_sort=sequence&_order=desc')).toEqual(whole.toReversed());
    expect(await rows('_sort=id&_order=desc')).toEqual(whole.toReversed());
    const time = (row: string) => Number(row.split(' ')[0]);
    const rising = whole.toSorted((one, other) => time(one) - time(other));
    const falling = whole.toSorted((one, other) => time(other) - time(one));
    expect(await rows('_sort=timestamp')).toEqual(rising);
    expect(await rows('_sort=timestamp&_order=desc')).toEqual(falling);
    expect(await rows('_page=3&_limit=100')).toEqual(whole.slice(200, 300));
    expect(await rows('_limit=20')).toEqual(whole.slice(0, 20));
  }
});

test('a request for a long thread delays no one else', async () => {
  const answered: string[] = [];
  const ask = async (path: string) => {
    await server.send('GET', path, { token });
    answered.push(path);
  };
  const long = '/messages?conversationId=c-100';
  await Promise.all([ask(long), ...Array.from({ length: 5 }, () => ask('/tasks/today'))]);
  expect(answered.at(-1)).toBe(long);
});

/** Many threads, the first with many messages. Ids rise with the sequences, and every seventh time is the same. */
function fillThreads(me: string): void {
  const { $client: client } = server.services.db;
  const add = (count: number, sql: string, ...values: unknown[]) =>
    client
      .prepare(
        `with recursive n (i) as (select 0 union all select i + 1 from n where i < ${count - 1}) ${sql}`,
      )
      .run(...values);
  add(
    THREADS,
    `insert into user (id, username, email, roles, created_at, updated_at)
      select 'zz-' || (100 + i), 'x', i || '@example.com', 'Employee', 0, 0 from n`,
  );
  add(
    THREADS,
    `insert into conversation select 'c-' || (100 + i), ?, 'zz-' || (100 + i), '', i % 7, i, 0, 0, 0, i / 3
      from n where true`,
    me,
  );
  add(
    MANY,
    `insert into message select null, 'm-' || (10000 + i), 'c-100', ?, 'Hello', i % 7, null, null from n`,
    me,
  );
}

/** Counts the rows that statements prepared from now on answer as a list. */
function rowsRead({ services }: TestServer): { count: number } {
  const { $client: client } = services.db;
  const read = { count: 0 };
  const prepare = client.prepare.bind(client);
  Object.assign(client, {
    prepare(text: string) {
      const statement = prepare<unknown[], unknown>(text);
      const all = statement.all.bind(statement);
      return Object.assign(statement, {
        all(...values: unknown[]) {
          const rows = all(...values);
          read.count += rows.length;
          return rows;
        },
      });
    },
  });
  return read;
}
