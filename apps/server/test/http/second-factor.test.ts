import { TOKEN_CALLS } from '@onus/api/core/sessions/token-scopes';
import { appRouter } from '@onus/api/root';
import { appWith } from '@onus/api/second-factor/testing';
import type { World } from '@onus/api/testing';
import { createTRPCUntypedClient, createWSClient, TRPCClientError, wsLink } from '@trpc/client';
import { io } from 'socket.io-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { place, signUp, startServer, type TestServer } from '../server.ts';

const ANA = { email: 'ana@example.com', password: 'Ana-secret' };

async function started(settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer({ TRUST_PROXY: 'loopback', ...settings });
  onTestFinished(() => server.close());
  return server;
}

/** Sets up an authenticator app; the clock is the server's own, ahead by some steps. */
async function enrolled(server: TestServer, token: string) {
  let ahead = 0;
  const { clock } = server.services;
  const world = { clock: () => clock() + ahead } as World;
  const call = (path: string, body: object) => server.send('POST', `/trpc/${path}`, { token, body });
  const started = await call('totp.start', { currentPassword: ANA.password });
  const app = appWith(world, started.body.result.data.secret);
  const confirmed = await call('totp.confirm', { code: app() });
  return {
    recoveryCodes: confirmed.body.result.data.recoveryCodes as string[],
    /** The drift that is allowed: the test need not wait for the next step. */
    nextCode: () => {
      ahead += 30_000;
      return app();
    },
  };
}

test.each(['/auth', '/api/users/login', '/trpc/auth.login'])(
  'POST %s asks for the code, and takes one of both kinds',
  async path => {
    const server = await started();
    const { token } = await signUp(server, 'Ana');
    const { nextCode, recoveryCodes } = await enrolled(server, token);
    for (const code of [undefined, '000000', 'aaaa-aaaa-aaaa-aaaa']) {
      const { status, body, headers } = await server.send('POST', path, { body: { ...ANA, code } });
      expect(status).toBe(401);
      expect(body.code ?? body.error.data.reason).toBe('SECOND_FACTOR');
      expect(headers.getSetCookie()).toEqual([]);
      expect(JSON.stringify(body)).not.toMatch(/token|cookie/i);
    }
    for (const code of [nextCode(), recoveryCodes[0]]) {
      const { status, cookie } = await server.send('POST', path, { body: { ...ANA, code } });
      expect([status, cookie === '']).toEqual([200, false]);
    }
  },
);

test('a socket signs no one in, with a code or without', async () => {
  const server = await started();
  const { token } = await signUp(server, 'Ana');
  const { nextCode } = await enrolled(server, token);
  const { client, close } = socketOf(server, '');
  for (const code of [undefined, nextCode()]) {
    expect(await statusOf(client.mutation('auth.login', { ...ANA, code }))).toBe(400);
  }
  await close();
});

/** What a session may call that must show a second factor first: setting one up, asking for the state of it. */
const ENROLLING = [
  'totp.start',
  'totp.confirm',
  'secondFactor.status',
  'passkey.registerOptions',
  'passkey.register',
];

describe('with REQUIRE_SECOND_FACTOR=all', () => {
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: string; meta?: { enrolls?: true } } }
  >;
  // Logging out would end the session of the calls behind it; it has a test of its own.
  const paths = Object.keys(procedures).filter(path => path !== 'auth.logout');

  test('a session without a second factor may do nothing but set one up, at every entry point', async () => {
    const server = await started({ REQUIRE_SECOND_FACTOR: 'all' });
    const { token } = await signUp(server, 'Ana');
    const { client, close } = socketOf(server, token);
    const open: string[] = [];
    for (const path of paths) {
      const { type } = procedures[path]?._def ?? {};
      if (type === 'subscription') {
        const refusal = await new Promise<unknown>(resolve => {
          const told = client.subscription(path, undefined, {
            onError: resolve,
            onData: resolve,
            onStarted: () => resolve('started'),
          });
          onTestFinished(() => told.unsubscribe());
        });
        if (reasonOf(refusal) !== 'SECOND_FACTOR_REQUIRED') open.push(`${path} over a WebSocket`);
        continue;
      }
      const isQuery = type === 'query';
      const answer = await server.send(
        isQuery ? 'GET' : 'POST',
        `/trpc/${path}`,
        isQuery ? { token } : { token, body: {} },
      );
      const isRefused = answer.body.error?.data.reason === 'SECOND_FACTOR_REQUIRED' && answer.status === 403;
      if (!isRefused) open.push(path);
      const called = isQuery ? client.query(path) : client.mutation(path);
      const overSocket = await called.then(() => 'heard', reasonOf);
      if ((overSocket === 'SECOND_FACTOR_REQUIRED') !== isRefused)
        open.push(`${path} over a WebSocket: ${overSocket}`);
    }
    await close();
    const visitors = Object.keys(TOKEN_CALLS).filter(path => TOKEN_CALLS[path] === 'open');
    const allowed = [...visitors, ...ENROLLING];
    expect(open.filter(path => !allowed.includes(path))).toEqual([]);
  });

  test('every row of the REST API that needs a token refuses it', async () => {
    const server = await started({ REQUIRE_SECOND_FACTOR: 'all' });
    const { token } = await signUp(server, 'Ana');
    const wrong: string[] = [];
    for (const { at, open } of routes) {
      if (open) continue;
      const [method = '', path = ''] = at.split(' ');
      const body = method === 'GET' ? {} : { body: {} };
      const answer = await server.send(method, path.replaceAll(/:\w+/g, 'x'), { token, ...body });
      if (answer.status !== 403 || answer.body.code !== 'SECOND_FACTOR_REQUIRED')
        wrong.push(`${at}: ${answer.status}`);
    }
    expect(wrong).toEqual([]);
  });

  test('Socket.IO refuses it, and lets it in once an app is set up', async () => {
    const server = await started({ REQUIRE_SECOND_FACTOR: 'all' });
    const { token } = await signUp(server, 'Ana');
    expect(await socketIo(server, token)).toBe('SECOND_FACTOR_REQUIRED');
    await enrolled(server, token);
    expect(await socketIo(server, token)).toBe('connected');
    expect((await server.send('GET', '/tasks', { token })).status).toBe(200);
  });

  test('refreshing and logging out work, and the token says what is missing', async () => {
    const server = await started({ REQUIRE_SECOND_FACTOR: 'all' });
    const { cookie } = await signUp(server, 'Ana');
    const refreshed = await server.send('POST', '/trpc/auth.refresh', { cookie, body: {} });
    const token = refreshed.body.result.data.accessToken;
    expect(payloadOf(token).enroll).toBe(true);
    await enrolled(server, token);
    const after = await server.send('POST', '/trpc/auth.refresh', { cookie: refreshed.cookie, body: {} });
    expect(payloadOf(after.body.result.data.accessToken)).not.toHaveProperty('enroll');
    expect((await server.send('POST', '/auth/logout', { cookie: after.cookie })).status).toBe(204);
  });
});

test('with REQUIRE_SECOND_FACTOR=admins it is asked of Admins, from the moment that they are', async () => {
  const server = await started({ REQUIRE_SECOND_FACTOR: 'admins' });
  const { token, id } = await signUp(server, 'Ana');
  expect((await server.send('GET', '/tasks', { token })).status).toBe(200);
  const socket = createWSClient({
    url: `${server.url.replace('http', 'ws')}/trpc`,
    connectionParams: { token },
    retryDelayMs: () => 60_000,
    onClose: cause => closed.resolve(cause?.code),
  });
  const closed = Promise.withResolvers<number | undefined>();
  const client = createTRPCUntypedClient({ links: [wsLink({ client: socket })] });
  await client.query('auth.me');
  place(server, id, 'Admin,Manager');
  server.services.events.tick('session', [id]);
  expect(await closed.promise).toBe(4002);
  await socket.close();
  const { status, body } = await server.send('GET', '/tasks', { token });
  expect([status, body.code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
});

test('removing the app ends what it allowed, in every session and on every socket', async () => {
  const server = await started({ REQUIRE_SECOND_FACTOR: 'all' });
  const { token } = await signUp(server, 'Ana');
  const { nextCode } = await enrolled(server, token);
  const phone = await server.send('POST', '/auth', { body: { ...ANA, code: nextCode() } });
  const other = phone.body.accessToken;
  expect((await server.send('GET', '/tasks', { token: other })).status).toBe(200);
  const body = { currentPassword: ANA.password };
  expect((await server.send('POST', '/trpc/totp.remove', { token, body })).status).toBe(200);
  for (const one of [token, other]) {
    expect((await server.send('GET', '/tasks', { token: one })).body.code).toBe('SECOND_FACTOR_REQUIRED');
  }
});

function socketOf(server: TestServer, token: string) {
  const socket = createWSClient({
    url: `${server.url.replace('http', 'ws')}/trpc`,
    connectionParams: { token },
  });
  return {
    client: createTRPCUntypedClient({ links: [wsLink({ client: socket })] }),
    close: () => socket.close(),
  };
}

function payloadOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

function statusOf(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 200,
    error => (error instanceof TRPCClientError ? error.data?.httpStatus : 0),
  );
}

function reasonOf(error: unknown): unknown {
  return error instanceof TRPCClientError ? (error.data?.reason ?? error.message) : error;
}

function socketIo(server: TestServer, token: string): Promise<unknown> {
  const options = { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false };
  const socket = io(server.url, options);
  onTestFinished(() => void socket.close());
  return new Promise(resolve => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', error => resolve((error as Error & { data?: { code: string } }).data?.code));
  });
}
