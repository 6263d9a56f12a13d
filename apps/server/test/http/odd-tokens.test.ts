import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { AppRouter } from '@onus/api/root';
import { createTRPCClient, createWSClient, wsLink } from '@trpc/client';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const EXP = Math.floor(Date.now() / 1000) + 600;

/** What a token that this server signed could hold, and none that it issued does. */
const PAYLOADS: [string, string][] = [
  'null',
  '[]',
  '[null]',
  '"text"',
  '5',
  '{}',
  'not JSON',
  '',
  JSON.stringify({ exp: EXP }),
  ...[null, 5, true, '', {}, [], ['x'], { toString: 'x' }].map(sid => JSON.stringify({ sid, exp: EXP })),
].map(payload => [payload, payload]);

describe.each(PAYLOADS)('a signed token with the payload %s', (_name, payload) => {
  function token(): string {
    const signed = [JSON.stringify({ alg: 'HS256' }), payload]
      .map(part => Buffer.from(part).toString('base64url'))
      .join('.');
    return `${signed}.${createHmac('sha256', server.key).update(signed).digest('base64url')}`;
  }

  test('is refused as invalid by REST and tRPC, and logging out with it ends nothing', async () => {
    const odd = token();
    const refused = { status: 403, body: { code: 'TOKEN_INVALID' } };
    expect(await server.send('GET', '/tasks', { token: odd })).toMatchObject(refused);
    const listed = await server.send('GET', '/trpc/auth.me', { token: odd });
    expect(listed.status).toBe(403);
    expect(listed.body.error.data.reason).toBe('TOKEN_INVALID');
    expect((await server.send('POST', '/auth/logout', { token: odd })).status).toBe(204);
    expect((await server.send('POST', '/trpc/auth.logout', { token: odd, body: {} })).status).toBe(200);
  });

  test('is refused as invalid by both kinds of socket', async () => {
    const odd = token();
    const socket = createWSClient({
      url: `${server.url.replace('http', 'ws')}/trpc`,
      connectionParams: { token: odd },
    });
    const client = createTRPCClient<AppRouter>({ links: [wsLink({ client: socket })] });
    await expect(client.auth.me.query()).rejects.toMatchObject({ data: { reason: 'TOKEN_INVALID' } });
    await client.auth.logout.mutate();
    socket.close();

    const other = io(server.url, { transports: ['websocket'], auth: { token: odd }, reconnection: false });
    const [error] = await once(other as never, 'connect_error');
    expect(error.data).toMatchObject({ code: 'TOKEN_INVALID' });
    other.close();
  });
});

test('none of them prevents others from signing in', async () => {
  const { token } = await signUp(server, 'Ana');
  expect((await server.send('GET', '/tasks', { token })).status).toBe(200);
});
