import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { noLine } from '@onus/api/core/limits/load';
import { BUDGETS } from '@onus/contract/limits/budgets';
import { type Db, openDb } from '@onus/db/open';
import { testDb } from '@onus/db/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { place, signUp, startServer, type TestServer } from '../server.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** The last minute of this day in UTC: sessions end by the clock of the process. */
const NIGHT = (Math.floor(Date.now() / DAY) + 1) * DAY - MINUTE;
const [TODAY = '', TOMORROW = ''] = [NIGHT, NIGHT + DAY].map(at => new Date(at).toISOString().slice(0, 10));

const ENTRY_POINTS: [string, string][] = [
  ['REST', '/tasks/today'],
  ['tRPC', `/trpc/task.list?input=${encodeURIComponent(JSON.stringify({ view: 'today' }))}`],
];
const ZONE = { 'x-timezone': 'UTC' };

let server: TestServer;
let db: Db;
let ana: Awaited<ReturnType<typeof signUp>>;
let now: number;
/** How often tasks were read. */
let reads: number;

beforeEach(() => start(testDb()));
afterEach(() => server.close());

async function start(on: Db): Promise<void> {
  db = on;
  reads = 0;
  countReads(db);
  now = NIGHT;
  server = await startServer({ ACCESS_TOKEN_TTL: '30s' }, db);
  server.services.clock = () => now;
  ana = await signUp(server, 'Ana');
}

function countReads({ $client: client }: Db): void {
  const prepare = client.prepare.bind(client);
  Object.assign(client, {
    prepare(text: string) {
      const statement = prepare(text);
      if (!text.includes('from task_reader place')) return statement;
      const all = statement.all.bind(statement);
      return Object.assign(statement, {
        all(...values: unknown[]) {
          reads += 1;
          return all(...values);
        },
      });
    },
  });
}

function add(title: string, dueDate = TODAY, token = ana.token) {
  return server.send('POST', '/tasks', { token, body: { title, dueDate } });
}

function addRow(title: string, text: string): void {
  const sql = `insert into task (id, creator_id, title, text, due_date, completed, created_at, updated_at)
    values (hex(randomblob(8)), ?, ?, ?, ?, 0, 0, 0)`;
  db.$client.prepare(sql).run(ana.id, title, text, `${TODAY}T09:00:00.000Z`);
}

function headersOf(token: string) {
  return { ...ZONE, authorization: `Bearer ${token}` };
}

async function titles(path: string, { token, headers = ZONE }: { token?: string; headers?: object } = {}) {
  const { status, body } = await server.send('GET', path, {
    token: token ?? ana.token,
    headers: { ...headers },
  });
  if (status !== 200) return status;
  return (Array.isArray(body) ? body : body.result.data.items).map((row: { title: string }) => row.title);
}

/** The same, from a response that is kept: a request that was sent before leaves one, and the next one gets it. */
async function keptTitles(path: string, options: Parameters<typeof titles>[1] = {}) {
  await titles(path, options);
  await titles(path, options);
  const before = reads;
  const found = await titles(path, options);
  expect(reads).toBe(before);
  return found;
}

describe.each(ENTRY_POINTS)('a list that is asked for again over %s', (_name, path) => {
  test('is not read again, and the response is the same', async () => {
    await add('Bins');
    const first = await server.send('GET', path, { token: ana.token, headers: ZONE });
    expect(await keptTitles(path)).toEqual(['Bins']);
    const again = await server.send('GET', path, { token: ana.token, headers: ZONE });
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    const sent = ({ headers }: typeof first) => [...headers].filter(([name]) => name !== 'date');
    expect(sent(again)).toEqual(sent(first));
  });

  test('is read again after any change', async () => {
    const ben = await signUp(server, 'Ben');
    expect(await keptTitles(path)).toEqual([]);
    const { body } = await add('Bins');
    expect(await titles(path)).toEqual(['Bins']);
    await server.send('PATCH', '/tasks', { token: ana.token, body: { id: body.id, title: 'Bin day' } });
    expect(await keptTitles(path)).toEqual(['Bin day']);
    const before = reads;
    await add('Of another person', TODAY, ben.token);
    expect(await titles(path)).toEqual(['Bin day']);
    expect(reads).toBeGreaterThan(before);
    await server.send('DELETE', '/tasks', { token: ana.token, body: { id: body.id } });
    expect(await titles(path)).toEqual([]);
  });

  test('is refused once the session has ended, the token has expired or the account is inactive', async () => {
    await add('Bins');
    expect(await keptTitles(path)).toEqual(['Bins']);
    now += 29_000;
    expect(await titles(path)).toEqual(['Bins']);
    const before = reads;
    now += 2_000;
    expect(await titles(path)).toBe(403);
    now -= 2_000;
    expect(await titles(path)).toEqual(['Bins']);
    expect(reads).toBe(before);
    db.$client.prepare('update user set active = 0').run();
    expect(await titles(path)).toBe(403);
    db.$client.prepare('update user set active = 1').run();
    expect(await keptTitles(path)).toEqual(['Bins']);
    await server.send('POST', '/auth/logout', { token: ana.token, cookie: ana.cookie });
    expect(await titles(path)).toBe(403);
  });

  test('is read again when the next day begins', async () => {
    await add('Bins');
    await add('Bread', TOMORROW);
    now = NIGHT + MINUTE - 1;
    const { accessToken: token } = (
      await server.send('POST', '/auth', { body: { email: 'ana@example.com', password: 'Ana-secret' } })
    ).body;
    expect(await keptTitles(path, { token })).toEqual(['Bins']);
    now += 1;
    expect(await titles(path, { token })).toEqual(['Bread']);
  });

  test('is read for a request that differs in a header', async () => {
    await add('Bins');
    await add('Bread', TOMORROW);
    expect(await keptTitles(path)).toEqual(['Bins']);
    expect(await titles(path, { headers: { 'x-timezone': 'Pacific/Auckland' } })).toEqual(['Bread']);
    const ben = await signUp(server, 'Ben');
    expect(await keptTitles(path)).toEqual(['Bins']);
    expect(await titles(path, { token: ben.token })).toEqual([]);
  });

  test('counts as a call of its person', async () => {
    expect(await keptTitles(path)).toEqual([]);
    const calls = Array.from({ length: BUDGETS.callsInFlight.most }, () =>
      server.services.load.enter(ana.id, noLine()),
    );
    expect(await titles(path)).toBe(429);
    for (const leave of calls) leave();
    expect(await titles(path)).toEqual([]);
  });
});

test('a list that was read before a change and sent after it is not kept', async () => {
  // So long that it is compressed beside the event loop.
  for (let row = 0; row < 400; row += 1) addRow(`Row ${row}`, 'What there is to know of it.');
  const ask = async () =>
    (await fetch(`${server.url}/tasks/today`, { headers: headersOf(ana.token) })).text();
  await ask();
  for (let round = 0; round < 30; round += 1) {
    const asked = ask();
    // In the rounds it comes at different moments of the response.
    await wait(round % 10);
    await Promise.all([asked, add(`Written ${round}`)]);
    expect(await ask()).toContain(`Written ${round}`);
  }
});

test('what may be read of a managed area ends with the role', async () => {
  place(server, ana.id, 'Manager');
  await add('Bins');
  expect(await keptTitles('/manager/tasks')).toEqual(['Bins']);
  place(server, ana.id, 'User');
  expect(await titles('/manager/tasks')).toBe(403);
});

test('a change by another process is in the response a moment later', async () => {
  await server.close();
  const file = join(mkdtempSync(join(tmpdir(), 'onus-kept-')), 'onus.sqlite');
  writeFileSync(file, testDb().$client.serialize());
  await start(openDb(file));
  await add('Bins');
  expect(await keptTitles('/tasks/today')).toEqual(['Bins']);
  const other = openDb(file);
  other.$client.exec("update task set title = 'Bin day'");
  other.$client.close();
  await expect.poll(() => titles('/tasks/today')).toEqual(['Bin day']);
});

test('responses are forgotten before they take much memory', async () => {
  const [rows, length] = [20, 2_000];
  const most = Math.ceil((2 * 1_024 * 1_024) / (rows * length));
  for (let row = 0; row < rows; row += 1) {
    const body = { title: 'Long', text: 'x'.repeat(length), dueDate: TODAY };
    expect(await server.send('POST', '/tasks', { token: ana.token, body })).toMatchObject({ status: 201 });
  }
  const nth = (number: number) => ({ headers: { ...ZONE, 'x-number': `${number}` } });
  await keptTitles('/tasks/today', nth(0));
  for (let number = 1; number <= most; number += 1) {
    await titles('/tasks/today', nth(number));
    await titles('/tasks/today', nth(number));
  }
  const before = reads;
  await titles('/tasks/today', nth(0));
  expect(reads).toBeGreaterThan(before);
});

test('of many requests the first ones are forgotten', async () => {
  const nth = (number: number) => ({ headers: { ...ZONE, 'x-number': `${number}` } });
  await titles('/tasks/today', nth(0));
  for (let number = 1; number <= 1_000; number += 1) await titles('/tasks/today', nth(number));
  await titles('/tasks/today', nth(0));
  const before = reads;
  await titles('/tasks/today', nth(0));
  expect(reads).toBeGreaterThan(before);
});

test('what was kept until a change needs no major garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collect: (how: { type: 'minor' | 'major' }) => void = runInNewContext('gc');
  const megabytes = () => process.memoryUsage().arrayBuffers / 1e6;
  addRow('Bins', 'x'.repeat(50_000));
  const ask = (client: number) =>
    server.send('GET', '/tasks/today', { token: ana.token, headers: { 'user-agent': `${client}` } });
  const change = () => db.$client.exec('update task set updated_at = updated_at + 1');
  for (let client = 0; client < 20; client++) await ask(client);
  change();
  await ask(0);
  collect({ type: 'major' });
  const before = megabytes();
  for (let round = 0; round < 10; round++) {
    for (let client = 0; client < 20; client++) await ask(client);
    change();
    await ask(0);
    collect({ type: 'minor' });
  }
  // All responses of all rounds are 10 MB.
  expect(megabytes() - before).toBeLessThan(5);
});
