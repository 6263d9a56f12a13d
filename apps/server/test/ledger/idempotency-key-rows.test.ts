import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { place, type SendOptions, signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
let boss: Awaited<ReturnType<typeof signUp>>;
let kid: Awaited<ReturnType<typeof signUp>>;

beforeAll(async () => {
  server = await startServer();
  [boss, kid] = [await signUp(server, 'Boss'), await signUp(server, 'Kid')];
  place(server, boss.id, 'Manager');
  place(server, kid.id, 'Employee', boss.id);
});
afterAll(() => server.close());

function keyed(key: string, body: unknown, { token } = boss): SendOptions {
  return { token, headers: { 'idempotency-key': key }, ...(body === undefined ? {} : { body }) };
}

function count(from: string): unknown {
  return server.services.db.$client.prepare(`select count(*) from ${from}`).pluck().get();
}

async function outcome(method: string, path: string, options: SendOptions) {
  const { status, body } = await server.send(method, path, options);
  return [status, body.code];
}

const REUSED = [422, 'OPERATION_REUSED'];
const bins = { title: 'Bins', dueDate: '2026-03-05' };

async function thread(): Promise<string> {
  const body = { users: [kid.id], message: 'Hello' };
  return (await server.send('POST', '/conversations', { token: boss.token, body })).body.id;
}

test('a message to a thread is repeated as it was answered, whatever was written since', async () => {
  const id = await thread();
  const key = randomUUID();
  const first = await server.send('PATCH', `/conversations/${id}`, keyed(key, { message: 'one' }));
  expect(first).toMatchObject({ status: 200, body: { id, message: 'one' } });
  const read = await server.send('GET', '/conversations', { token: boss.token });
  expect(read.body).toEqual([first.body]);
  const theirs = await server.send('PATCH', `/conversations/${id}`, {
    token: kid.token,
    body: { message: 'reply' },
  });
  expect(theirs.body).toEqual({ ...first.body, message: 'reply', timestamp: theirs.body.timestamp });
  const again = await server.send('PATCH', `/conversations/${id}`, keyed(key, { message: 'one' }));
  expect([again.status, again.body]).toEqual([200, first.body]);
});

test('a change of nothing uses up its key', async () => {
  const id = await thread();
  const key = randomUUID();
  const first = await server.send('PATCH', `/conversations/${id}`, keyed(key, {}));
  expect(first).toMatchObject({ status: 200, body: { message: 'Hello' } });
  expect(await outcome('PATCH', `/conversations/${id}`, keyed(key, { message: 'two' }))).toEqual(REUSED);
  await server.send('PATCH', `/conversations/${id}`, keyed(randomUUID(), { message: 'three' }));
  const again = await server.send('PATCH', `/conversations/${id}`, keyed(key, {}));
  expect([again.status, again.body]).toEqual([200, first.body]);
  const gone = randomUUID();
  expect(await outcome('PATCH', '/conversations/none', keyed(gone, {}))).toEqual([404, 'NOT_FOUND']);
  expect(await outcome('PATCH', `/conversations/${id}`, keyed(gone, {}))).toEqual(REUSED);
});

test('a body that cannot be read uses up its key', async () => {
  const key = randomUUID();
  for (let time = 0; time < 2; time++)
    expect(await server.send('POST', '/tasks', keyed(key, [1]))).toMatchObject({
      status: 400,
      body: { message: 'The body must be a JSON object' },
    });
  expect(await outcome('POST', '/tasks', keyed(key, bins))).toEqual(REUSED);
  const second = randomUUID();
  expect(await outcome('DELETE', '/tasks?id=a', keyed(second, { id: 'b' }))).toEqual([400, 'BAD_REQUEST']);
  expect(await outcome('DELETE', '/tasks?id=a', keyed(second, { id: 'a' }))).toEqual(REUSED);
  const third = randomUUID();
  expect(await outcome('POST', '/tasks', keyed(third, bins))).toEqual([201, undefined]);
  expect(await outcome('POST', '/tasks', keyed(third, [1]))).toEqual(REUSED);
  expect(count(`task where title = 'Bins'`)).toBe(1);
});

test('a missing role uses up its key, and the refusal stays when the role is given', async () => {
  const key = randomUUID();
  const refused = [403, 'FORBIDDEN'];
  expect(await outcome('POST', '/manager/tasks', keyed(key, bins, kid))).toEqual(refused);
  expect(await outcome('POST', '/tasks', keyed(key, { ...bins, title: 'Mine' }, kid))).toEqual(REUSED);
  place(server, kid.id, 'Manager', boss.id);
  expect(await outcome('POST', '/manager/tasks', keyed(key, bins, kid))).toEqual(refused);
  place(server, kid.id, 'Employee', boss.id);
  expect(count(`task where creator_id = '${kid.id}'`)).toBe(0);
});

test('of a write that was made, a role that is gone since is refused', async () => {
  const key = randomUUID();
  place(server, kid.id, 'Manager', boss.id);
  expect(await outcome('POST', '/manager/tasks', keyed(key, bins, kid))).toEqual([201, undefined]);
  place(server, kid.id, 'Employee', boss.id);
  expect(await outcome('POST', '/manager/tasks', keyed(key, bins, kid))).toEqual([403, 'FORBIDDEN']);
});

test('a refusal of the session uses up no key', async () => {
  const key = randomUUID();
  const { body: all } = await server.send('POST', '/trpc/token.create', {
    token: boss.token,
    body: { name: 'Reader', scopes: ['read'] },
  });
  const reader = { ...boss, token: all.result.data.token };
  expect(await outcome('POST', '/tasks', keyed(key, bins, { ...boss, token: 'none' }))).toEqual([
    403,
    'TOKEN_INVALID',
  ]);
  expect(await outcome('POST', '/tasks', keyed(key, bins, reader))).toEqual([403, 'FORBIDDEN']);
  expect(await outcome('POST', '/invitations', keyed(key, {}, reader))).toEqual([403, 'FORBIDDEN']);
  const anyone = { headers: { 'idempotency-key': key }, body: [1] };
  expect(await outcome('POST', '/tasks', anyone)).toEqual([400, 'BAD_REQUEST']);
  expect(await outcome('POST', '/tasks', keyed(key, { ...bins, title: 'Once' }))).toEqual([201, undefined]);
});

test('a conversation with many people and a long text is repeated', async () => {
  const add = server.services.db.$client.prepare(`insert into user
    (id, username, email, roles, manager_id, created_at, updated_at) values (?, ?, ?, 'Employee', ?, 0, 0)`);
  const people = Array.from({ length: 25 }, (_, at) => `member-${at}`);
  for (const id of people) add.run(id, id, `${id}@example.com`, boss.id);
  const body = { users: people, message: 'é'.repeat(4_000) };
  const key = randomUUID();
  const first = await server.send('POST', '/conversations', keyed(key, body));
  expect(first.status).toBe(201);
  const again = await server.send('POST', '/conversations', keyed(key, body));
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(count(`message where text = '${body.message}'`)).toBe(25);
});

test('an invitation is made once for a key, and its link is told once', async () => {
  const key = randomUUID();
  const body = { role: 'Employee' };
  const sent = await Promise.all(
    Array.from({ length: 3 }, () => server.send('POST', '/invitations', keyed(key, body))),
  );
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(sent.find(({ status }) => status === 409)?.body.code).toBe('ANSWER_GONE');
  expect(await outcome('POST', '/invitations', keyed(key, { role: 'Manager' }))).toEqual(REUSED);
  expect(await outcome('POST', '/tasks', keyed(key, bins))).toEqual(REUSED);
  const bad = randomUUID();
  for (let time = 0; time < 2; time++)
    expect(await outcome('POST', '/invitations', keyed(bad, { role: 'Admin' }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  expect(await outcome('POST', '/invitations', keyed(bad, body))).toEqual(REUSED);
  expect(count('invitation')).toBe(1);
  const { token } = Object.fromEntries(
    new URL(sent.find(({ status }) => status === 201)?.body.url).searchParams,
  );
  expect(count(`applied_op where answer like '%${token}%'`)).toBe(0);
});
