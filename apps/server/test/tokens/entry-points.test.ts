import type { AppRouter } from '@onus/api/root';
import type { TokenScope } from '@onus/contract/auth/token/token-scope';
import { RIGHTS_CHANGED, SESSION_ENDED } from '@onus/contract/live/topic';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { place, signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

async function tokenOf(owner: { token: string }, scopes: TokenScope[], expiresAt?: string) {
  const body = { name: 'Script', scopes, expiresAt };
  const answer = await server.send('POST', '/trpc/token.create', { token: owner.token, body });
  return answer.body.result.data as { id: string; token: string };
}

/** A tRPC socket, once it hears changes; `closed` is the code with which the server closes it. */
async function opened(token: string) {
  const closed = Promise.withResolvers<number | undefined>();
  const started = Promise.withResolvers<void>();
  const socket = createWSClient({
    url: `${server.url.replace('http', 'ws')}/trpc`,
    connectionParams: { token },
    retryDelayMs: () => 3_600_000,
    onClose: cause => closed.resolve(cause?.code),
  });
  const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });
  client.auth.onChange.subscribe(undefined, { onStarted: () => started.resolve(), onError() {} });
  await started.promise;
  return { client, closed: closed.promise, end: () => socket.close() };
}

function connect(token: string): Socket {
  return io(server.url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false });
}

function connected(socket: Socket): Promise<string> {
  return new Promise(resolve => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', error => resolve((error as Error & { data: { code: string } }).data.code));
  });
}

test('REST and tRPC take it as a Bearer token', async () => {
  const ana = await signUp(server, 'Ana');
  const { token } = await tokenOf(ana, ['groceries']);
  const made = await server.send('POST', '/groceries', { token, body: { name: 'Milk' } });
  expect(made).toMatchObject({ status: 201, body: { name: 'Milk', user: ana.id } });
  const list = await server.send('GET', '/trpc/grocery.list', { token });
  expect(list.body.result.data).toMatchObject([{ name: 'Milk' }]);
  expect(await server.send('GET', '/tasks', { token })).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN', message: 'This token needs the scope read or tasks' },
  });
});

test('the refusals of REST name the reason', async () => {
  const ben = await signUp(server, 'Ben');
  const { id, token } = await tokenOf(ben, ['read']);
  const ends = await tokenOf(ben, ['read'], new Date(Date.now() + 300).toISOString());
  expect((await server.send('GET', '/tasks', { token })).status).toBe(200);
  await server.send('POST', '/trpc/token.revoke', { token: ben.token, body: { id } });
  const refusal = (code: string) => ({ status: 403, body: { code } });
  expect(await server.send('GET', '/tasks', { token })).toMatchObject(refusal('TOKEN_INVALID'));
  expect(await server.send('GET', '/tasks', { token: 'onus_pat_x' })).toMatchObject(refusal('TOKEN_INVALID'));
  while (Date.now() < Date.parse((await listed(ben, ends.id)).expiresAt)) await new Promise(setImmediate);
  expect(await server.send('GET', '/tasks', { token: ends.token })).toMatchObject(refusal('TOKEN_EXPIRED'));
});

async function listed({ token }: { token: string }, id: string) {
  const { body } = await server.send('GET', '/trpc/token.list', { token });
  return body.result.data.find((one: { id: string }) => one.id === id);
}

test('a revoked token closes its socket, and leaves those of its owner open', async () => {
  const cleo = await signUp(server, 'Cleo');
  const { id, token } = await tokenOf(cleo, ['read']);
  const [browser, program] = [await opened(cleo.token), await opened(token)];
  await server.send('POST', '/trpc/token.revoke', { token: cleo.token, body: { id } });
  expect(await program.closed).toBe(SESSION_ENDED);
  expect(await browser.client.auth.me.query()).toMatchObject({ username: 'Cleo' });
  browser.end();
  program.end();
});

test('the end of a token closes its socket', async () => {
  const dora = await signUp(server, 'Dora');
  const { token } = await tokenOf(dora, ['read', 'messages'], new Date(Date.now() + 800).toISOString());
  const program = await opened(token);
  const other = connect(token);
  expect(await connected(other)).toBe('connected');
  const cut = new Promise(resolve => other.once('disconnect', resolve));
  expect(await program.closed).toBe(SESSION_ENDED);
  await cut;
  program.end();
});

test('another role and a deactivation of its owner close its socket', async () => {
  const boss = await signUp(server, 'Boss');
  place(server, boss.id, 'Manager');
  const fay = await signUp(server, 'Fay');
  place(server, fay.id, 'Employee', boss.id);
  const { token } = await tokenOf(fay, ['read']);
  for (const [change, code] of [
    [{ roles: ['Employee', 'Manager'] }, RIGHTS_CHANGED],
    [{ active: false }, SESSION_ENDED],
  ] as const) {
    const program = await opened(token);
    await server.send('PATCH', '/users', { token: boss.token, body: { id: fay.id, ...change } });
    expect(await program.closed).toBe(code);
    program.end();
  }
  expect((await server.send('GET', '/tasks', { token })).status).toBe(403);
});

test('Socket.IO takes one that may read messages', async () => {
  const gus = await signUp(server, 'Gus');
  for (const [scopes, verdict] of [
    [['read'], 'connected'],
    [['messages'], 'connected'],
    [['tasks', 'groceries'], 'FORBIDDEN'],
  ] as const) {
    const socket = connect((await tokenOf(gus, [...scopes])).token);
    expect(await connected(socket)).toBe(verdict);
    socket.close();
  }
});

test('what a program does counts as work of its owner', async () => {
  const hal = await signUp(server, 'Hal');
  const { token } = await tokenOf(hal, ['read']);
  const entered: string[] = [];
  const { enter } = server.services.load;
  server.services.load.enter = (person, line) => {
    entered.push(person);
    return enter(person, line);
  };
  await server.send('GET', '/tasks', { token });
  server.services.load.enter = enter;
  expect(new Set(entered)).toEqual(new Set([hal.id]));
});

test('it opens nothing that needs a person: no cookie, no other token', async () => {
  const ivy = await signUp(server, 'Ivy');
  const { token } = await tokenOf(ivy, ['read', 'tasks', 'groceries', 'messages']);
  expect((await server.send('GET', '/auth/refresh', { token })).status).toBe(401);
  const body = { name: 'x', scopes: ['read'] };
  expect(await server.send('POST', '/trpc/token.create', { token, body })).toMatchObject({ status: 403 });
  await server.send('POST', '/auth/logout', { token });
  expect((await server.send('GET', '/trpc/auth.me', { token: ivy.token })).status).toBe(200);
  expect((await server.send('GET', '/trpc/auth.me', { token })).status).toBe(200);
});
