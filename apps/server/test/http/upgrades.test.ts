import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Asks for another protocol, as a client does that falls back to HTTP/1.1 where the server ignores it. */
async function upgrade(method: string, path: string, headers: Record<string, string>, body?: string) {
  const sent = request(server.url + path, { method, headers: { connection: 'Upgrade', ...headers } });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status, headers: got } = response;
  return { status, body: JSON.parse(await text(response)), type: got['content-type'] };
}

test.each(['h2c', 'TLS/1.0', 'h2c, websocket'])('a request that offers %s is served', async protocol => {
  const { token } = await signUp(server, `Ana-${protocol.length}`);
  const headers = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: protocol,
    'http2-settings': 'AAMAAABkAAQAAP__',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  const task = JSON.stringify({ title: 'Bins', dueDate: '2026-01-01' });
  expect(await upgrade('POST', '/tasks', headers, task)).toMatchObject({
    status: 201,
    body: { title: 'Bins' },
  });
  expect(await upgrade('GET', '/tasks', headers)).toMatchObject({ status: 200, body: [{ title: 'Bins' }] });
});

test.each(['?EIO=3&transport=websocket', '?transport=websocket', ''])(
  'a Socket.IO client of an old version is told so: /socket.io/%s',
  async query => {
    const headers = {
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    expect(await upgrade('GET', `/socket.io/${query}`, headers)).toMatchObject({
      status: 400,
      body: { message: 'Use version 3 or later of a Socket.IO client', code: 'BAD_REQUEST' },
    });
  },
);

test('a WebSocket that is refused gets the body of every refusal', async () => {
  const socket = { upgrade: 'websocket' };
  const json = 'application/json; charset=utf-8';
  expect(await upgrade('GET', '/nowhere', socket)).toEqual({
    status: 404,
    body: { message: 'Not found', code: 'NOT_FOUND' },
    type: json,
  });
  expect(await upgrade('GET', '/trpc', { ...socket, origin: 'https://elsewhere.example' })).toEqual({
    status: 403,
    body: { message: 'Pages of this origin may not open a socket', code: 'FORBIDDEN' },
    type: json,
  });
});
