import { once } from 'node:events';
import type { AppRouter } from '@onus/api/root';
import { RIGHTS_CHANGED } from '@onus/contract/live/topic';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { place, signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** A browser's stream, with what arrives on it and how its socket ends. */
function stream(token: string) {
  const topics: string[] = [];
  const closes: (number | undefined)[] = [];
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const go of waiting.splice(0)) go();
  };
  const socket = createWSClient({
    url: `${server.url.replace('http', 'ws')}/trpc`,
    connectionParams: { token, timeZone: 'UTC' },
    retryDelayMs: () => 3_600_000,
    onClose(cause) {
      closes.push(cause?.code);
      wake();
    },
  });
  const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });
  let started = false;
  const errors: string[] = [];
  client.live.onChange.subscribe(undefined, {
    onStarted() {
      started = true;
      wake();
    },
    onData(batch) {
      topics.push(...batch);
      wake();
    },
    onError(error) {
      errors.push(error.data?.reason ?? error.message);
      wake();
    },
  });
  async function until(done: () => boolean): Promise<void> {
    while (!done()) await new Promise<void>(resolve => waiting.push(resolve));
  }
  return { client, topics, closes, errors, until, isStarted: () => started, end: () => socket.close() };
}

async function openRaw(headers: Record<string, string>, path = '/trpc'): Promise<string> {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path, { headers });
  const outcome = await once(socket, 'open').then(
    () => 'open',
    error => String(error.message),
  );
  socket.terminate();
  return outcome;
}

test('a change over HTTP reaches the open browser of the same person and no one else', async () => {
  const [ana, ben] = [await signUp(server, 'Ana'), await signUp(server, 'Ben')];
  const [hers, his] = [stream(ana.token), stream(ben.token)];
  await hers.until(hers.isStarted);
  await his.until(his.isStarted);
  await server.send('POST', '/tasks', { token: ana.token, body: { title: 'Bins', dueDate: '2026-01-01' } });
  await hers.until(() => hers.topics.length > 0);
  await server.send('POST', '/tasks', { token: ben.token, body: { title: 'Bins', dueDate: '2026-01-01' } });
  await his.until(() => his.topics.length > 0);
  expect(hers.topics).toEqual(['task']);
  expect(his.topics).toEqual(['task']);
  hers.end();
  his.end();
});

test('procedures return the same over the socket as over HTTP', async () => {
  const { token, id } = await signUp(server, 'Cleo');
  const { client, end } = stream(token);
  expect(await client.auth.me.query()).toMatchObject({ id, username: 'Cleo' });
  await expect(client.task.get.query({ id: 'x' })).rejects.toMatchObject({ data: { httpStatus: 404 } });
  const signIn = client.auth.login.mutate({ email: 'cleo@example.com', password: 'Cleo-secret' });
  await expect(signIn).rejects.toThrow('Sign in over HTTP: a socket cannot set a cookie');
  const half = { name: 'Half', email: 'half@example.com', password: 'x', roles: 'User' };
  await expect(client.auth.register.mutate(half)).rejects.toThrow('Sign in over HTTP');
  // What is refused leaves nothing behind: no session, no account.
  const count = (sql: string) => server.services.db.$client.prepare(sql).pluck().get(id);
  expect(count('select count(*) from session where user_id = ?')).toBe(1);
  expect(count("select count(*) from user where email = 'half@example.com' and id <> ?")).toBe(0);
  end();
});

test('logout closes the socket with its own code', async () => {
  const { token, cookie } = await signUp(server, 'Dora');
  const hers = stream(token);
  await hers.until(hers.isStarted);
  await server.send('POST', '/auth/logout', { cookie });
  await hers.until(() => hers.closes.length > 0);
  expect(hers.closes).toEqual([4001]);
  hers.end();
});

test('signing out another browser closes its socket', async () => {
  const { token } = await signUp(server, 'Ella');
  const hers = stream(token);
  await hers.until(hers.isStarted);
  const other = await server.send('POST', '/auth', {
    body: { email: 'ella@example.com', password: 'Ella-secret' },
  });
  const listed = await server.send('GET', '/trpc/auth.sessions', { token });
  const id = listed.body.result.data.find((one: { current: boolean }) => one.current).id;
  await server.send('POST', '/trpc/auth.signOut', { token: other.body.accessToken, body: { id } });
  await hers.until(() => hers.closes.length > 0);
  expect(hers.closes).toEqual([4001]);
  hers.end();
});

test('deactivation and a changed role close the socket, each with its code', async () => {
  const boss = await signUp(server, 'Boss');
  place(server, boss.id, 'Manager');
  const { token, id } = await signUp(server, 'Fay');
  place(server, id, 'Employee', boss.id);
  for (const [change, code] of [
    [{ roles: ['Employee', 'Manager'] }, RIGHTS_CHANGED],
    [{ active: false }, 4001],
  ] as const) {
    const hers = stream(token);
    await hers.until(hers.isStarted);
    const answer = await server.send('PATCH', '/users', { token: boss.token, body: { id, ...change } });
    expect(answer.status).toBe(200);
    await hers.until(() => hers.closes.length > 0);
    expect(hers.closes).toEqual([code]);
    hers.end();
  }
});

test('a person who is moved to another household hears of its list, and no more of the former one', async () => {
  const [root, ana, cem, ben] = [
    await signUp(server, 'Root'),
    await signUp(server, 'Anna'),
    await signUp(server, 'Cem'),
    await signUp(server, 'Benno'),
  ];
  place(server, root.id, 'Admin,Manager');
  for (const { id } of [ana, cem]) place(server, id, 'Manager');
  place(server, ben.id, 'Employee', ana.id);
  const his = stream(ben.token);
  await his.until(his.isStarted);
  const add = (by: { token: string }, name: string) =>
    server.send('POST', '/groceries', { token: by.token, body: { name } });
  await add(ana, 'Milk');
  await his.until(() => his.topics.includes('grocery'));

  const moved = await server.send('POST', `/users/${ben.id}/move`, {
    token: root.token,
    body: { manager: cem.id },
  });
  expect(moved.status).toBe(200);
  await his.until(() => his.closes.length > 0);
  expect(his.closes).toEqual([RIGHTS_CHANGED]);
  his.end();
  const again = stream(ben.token);
  await again.until(again.isStarted);
  await add(ana, 'Bread');
  await server.send('POST', '/tasks', { token: ana.token, body: { title: 'Bins', dueDate: '2026-01-01' } });
  await add(cem, 'Eggs');
  await again.until(() => again.topics.length > 0);
  expect(again.topics).toEqual(['grocery']);
  expect((await again.client.grocery.list.query()).map(({ name }) => name)).toEqual(['Eggs']);
  again.end();
});

test.each(['', 'rubbish'])('a socket with the token "%s" hears nothing', async token => {
  const refused = stream(token);
  await refused.until(() => refused.errors.length > 0);
  expect(refused.errors).toEqual([token ? 'TOKEN_INVALID' : 'UNAUTHORIZED']);
  refused.end();
});

test('a page of another site cannot open a socket', async () => {
  const { host } = new URL(server.url);
  expect(await openRaw({ origin: 'https://elsewhere.example' })).toContain('403');
  expect(await openRaw({ origin: `http://elsewhere.example#${host}` })).toContain('403');
  expect(await openRaw({ origin: 'null' })).toContain('403');
  expect(await openRaw({ origin: `http://${host}` })).toBe('open');
  expect(await openRaw({ origin: 'http://localhost:3000' })).toBe('open');
  expect(await openRaw({})).toBe('open');
  expect(await openRaw({}, '/elsewhere')).toContain('404');
});

test('a frame of more than 64 KB ends the connection with 1009', async () => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/trpc`);
  await once(socket, 'open');
  socket.send('x'.repeat(64 * 1024 + 1));
  const [code] = await once(socket, 'close');
  expect(code).toBe(1009);
});
