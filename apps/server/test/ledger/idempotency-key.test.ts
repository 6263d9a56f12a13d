import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { folder, startProcess } from '../process.ts';
import { place, type SendOptions, signUp, startServer, type TestServer } from '../server.ts';

// The last test starts two processes, each of which takes most of a second.
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let ana: Awaited<ReturnType<typeof signUp>>;
let ben: Awaited<ReturnType<typeof signUp>>;

beforeAll(async () => {
  server = await startServer();
  [ana, ben] = [await signUp(server, 'Ana'), await signUp(server, 'Ben')];
  place(server, ana.id, 'Manager');
});
beforeEach(() => server.services.db.$client.exec('delete from grocery_item; delete from applied_op'));
afterAll(() => server.close());

function keyed(key: string, body?: unknown, { token } = ana): SendOptions {
  return { token, ...(body === undefined ? {} : { body }), headers: { 'idempotency-key': key } };
}

function count(from: string): unknown {
  return server.services.db.$client.prepare(`select count(*) from ${from}`).pluck().get();
}

test('the same key repeats the response; another key, or none, makes another row', async () => {
  const key = randomUUID();
  const first = await server.send('POST', '/groceries', keyed(key, { name: 'Milk' }));
  const again = await server.send('POST', '/groceries', keyed(key, { name: 'Milk' }));
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(count('grocery_item')).toBe(1);
  await server.send('POST', '/groceries', keyed(randomUUID(), { name: 'Milk' }));
  for (let time = 0; time < 2; time++) {
    await server.send('POST', '/groceries', { token: ana.token, body: { name: 'Milk' } });
  }
  expect(count('grocery_item')).toBe(4);
});

test('the same key with another body, path or method is refused, and nothing is made', async () => {
  const key = randomUUID();
  const { body: milk } = await server.send('POST', '/groceries', keyed(key, { name: 'Milk' }));
  const bins = { title: 'Bins', dueDate: '2026-03-05' };
  for (const [method, path, body] of [
    ['POST', '/groceries', { name: 'Tea' }],
    ['POST', '/api/groceries', { name: 'Milk' }],
    ['POST', '/tasks', bins],
    ['PATCH', '/groceries', { name: 'Milk' }],
    ['DELETE', `/groceries?id=${milk.id}`, undefined],
  ] as const) {
    const { status, body: answer } = await server.send(method, path, keyed(key, body));
    expect([status, answer.code]).toEqual([422, 'OPERATION_REUSED']);
  }
  expect([count('grocery_item'), count('task')]).toEqual([1, 0]);
});

test('a key belongs to a person: another uses the same for something else', async () => {
  const key = randomUUID();
  await server.send('POST', '/groceries', keyed(key, { name: 'Milk' }));
  const { status, body } = await server.send('POST', '/groceries', keyed(key, { name: 'Tea' }, ben));
  expect([status, body.name]).toEqual([201, 'Tea']);
});

test('a refusal is repeated too, and a value that is corrected needs a new key', async () => {
  const key = randomUUID();
  const refused = await server.send('POST', '/groceries', keyed(key, { name: '' }));
  expect(refused.status).toBe(400);
  expect(await server.send('POST', '/groceries', keyed(key, { name: '' }))).toMatchObject({
    status: 400,
    body: refused.body,
  });
  expect((await server.send('POST', '/groceries', keyed(key, { name: 'Milk' }))).status).toBe(422);
  const gone = { id: 'no such item', purchased: true };
  const lost = randomUUID();
  for (let time = 0; time < 2; time++) {
    expect((await server.send('DELETE', '/groceries', keyed(lost, gone))).status).toBe(404);
    expect((await server.send('PATCH', '/groceries', keyed('not a UUID', gone))).status).toBe(400);
  }
});

test('parallel requests with one key make one row and are all answered the same', async () => {
  const key = randomUUID();
  const body = { title: 'Bins', dueDate: '2026-03-05' };
  const tasks = await Promise.all(
    Array.from({ length: 20 }, () => server.send('POST', '/tasks', keyed(key, body))),
  );
  expect(new Set(tasks.map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1);
  expect(tasks[0]?.status).toBe(201);
  const member = { username: 'Cleo', email: 'cleo@example.com', password: 'secret' };
  const second = randomUUID();
  const users = await Promise.all(
    Array.from({ length: 5 }, () => server.send('POST', '/users', keyed(second, member))),
  );
  expect(users.map(({ status }) => status)).toEqual(Array(5).fill(201));
  expect(new Set(users.map(one => JSON.stringify(one.body))).size).toBe(1);
});

test('edits, deletions and messages take a key as well', async () => {
  const { body: milk } = await server.send('POST', '/groceries', {
    token: ana.token,
    body: { name: 'Milk' },
  });
  const [edit, remove] = [randomUUID(), randomUUID()];
  for (const [method, key, body] of [
    ['PATCH', edit, { id: milk.id, name: 'Oat milk' }],
    ['DELETE', remove, { id: milk.id }],
  ] as const) {
    const first = await server.send(method, '/groceries', keyed(key, body));
    expect(first.status).toBe(200);
    expect(await server.send(method, '/groceries', keyed(key, body))).toMatchObject({
      status: 200,
      body: first.body,
    });
  }
});

test('signing in ignores the key: it answers with a token, which is kept nowhere', async () => {
  const body = { email: 'ana@example.com', password: 'Ana-secret' };
  const key = randomUUID();
  const [one, two] = [
    await server.send('POST', '/auth', { body, headers: { 'idempotency-key': key } }),
    await server.send('POST', '/auth', { body, headers: { 'idempotency-key': key } }),
  ];
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(one.body.accessToken).not.toBe(two.body.accessToken);
  expect(count('applied_op')).toBe(0);
});

test('after a day it is still known that the write was done, and not what was answered', async () => {
  const key = randomUUID();
  await server.send('POST', '/groceries', keyed(key, { name: 'Milk' }));
  server.services.db.$client.exec('update applied_op set answer = null');
  const { status, body } = await server.send('POST', '/groceries', keyed(key, { name: 'Milk' }));
  expect([status, body.code]).toEqual([409, 'ANSWER_GONE']);
  expect(count('grocery_item')).toBe(1);
});

test('keys survive a crash: what was sent while the server was killed is there once', async () => {
  const dataDir = folder();
  const first = await startProcess(dataDir);
  const dora = await signUp(first, 'Dora');
  const keys = Array.from({ length: 40 }, () => randomUUID());
  const send = (at: typeof first, key: string, n: number) =>
    at.send('POST', '/groceries', { ...keyed(key, { name: `Item ${n}` }, dora) });
  const sent = keys.map((key, n) => send(first, key, n).catch(() => null));
  await sent[0];
  await first.stop('SIGKILL');
  const answers = await Promise.all(sent);
  const second = await startProcess(dataDir);
  const again = await Promise.all(keys.map((key, n) => send(second, key, n)));
  expect(again.map(({ status }) => status)).toEqual(keys.map(() => 201));
  for (const [n, answer] of answers.entries()) {
    if (answer?.status === 201) expect(again[n]?.body).toEqual(answer.body);
  }
  const list = await second.send('GET', '/groceries', { token: dora.token });
  expect(list.body.map(({ name }: { name: string }) => name).sort()).toEqual(
    keys.map((_, n) => `Item ${n}`).sort(),
  );
  await second.stop();
});
