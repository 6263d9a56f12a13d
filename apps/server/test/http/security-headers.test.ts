import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SendOptions, signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startServer();
  token = (await signUp(server, 'Ana')).token;
});
afterAll(() => server.close());

function expectSecurityHeaders(headers: Headers): void {
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/default-src '(self|none)'/);
  expect(policy).toMatch(/frame-ancestors 'none'/);
  // Scripts and styles come from files of ours alone.
  expect(policy).not.toMatch(/unsafe|script-src|style-src|https?:|\*/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('x-powered-by')).toBeNull();
}

const page = { headers: { accept: 'text/html' } };
function mine(): SendOptions {
  return { token };
}
const big = { body: 'x'.repeat(300_000) };
function xml(): SendOptions {
  return { token, body: '<a/>', headers: { 'content-type': 'text/xml' } };
}
const preflight = {
  headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
};

/** Method, path, status, what goes with it, and whether a browser may keep the answer for itself. */
const ANSWERS: [string, string, number, (() => SendOptions) | SendOptions, 'kept'?][] = [
  ['GET', '/', 200, {}, 'kept'],
  ['GET', '/dash/tasks', 200, page, 'kept'],
  ['GET', '/assets/app-1a2b3c.js', 200, {}, 'kept'],
  ['GET', '/nothing', 404, {}],
  ['PUT', '/nothing', 404, {}],
  ['GET', '/assets/nothing.js', 404, {}],
  ['GET', '/healthz', 200, {}],
  ['GET', '/api/docs', 200, {}],
  ['GET', '/api/openapi.json', 200, {}],
  ['GET', '/tasks', 200, mine],
  ['GET', '/tasks', 401, {}],
  ['GET', '/tasks', 403, { token: 'rubbish' }],
  ['GET', '/groceries', 200, mine],
  ['GET', '/auth/refresh', 401, {}],
  ['POST', '/auth', 400, { body: {} }],
  ['POST', '/auth', 400, { body: '{' }],
  ['POST', '/auth', 401, { body: { email: 'ana@example.com', password: 'x' } }],
  ['POST', '/auth', 200, { body: { email: 'ana@example.com', password: 'Ana-secret' } }],
  ['POST', '/auth', 413, big],
  ['POST', '/auth/logout', 204, {}],
  ['POST', '/tasks', 415, xml],
  ['PATCH', '/tasks', 404, () => ({ token, body: { id: 'none', title: 'x' } })],
  ['GET', '/%', 400, {}],
  ['GET', `/api/goals/${'9'.repeat(501)}`, 414, mine],
  ['OPTIONS', '/tasks', 204, preflight],
  ['GET', '/trpc/auth.me', 200, mine],
  ['GET', '/trpc/auth.me', 401, {}],
  ['GET', '/trpc/nothing', 404, {}],
  ['POST', '/trpc/auth.login', 413, big],
  ['POST', '/trpc/auth.login', 400, { body: '{' }],
  ['POST', '/trpc/auth.logout', 415, { body: 'a=b', headers: { 'content-type': 'text/plain' } }],
  ['GET', `/trpc/${Array(21).fill('auth.me')}?batch=1`, 400, {}],
];

describe('every response has the security headers', () => {
  test.each(ANSWERS)('%s %s with %i', async (method, path, status, options, kept) => {
    const answer = await server.send(method, path, typeof options === 'function' ? options() : options);
    expect(answer.status).toBe(status);
    expectSecurityHeaders(answer.headers);
    const keeping = kept ? /^(no-cache|public, max-age=\d+, immutable)$/ : /^no-store$/;
    expect(answer.headers.get('cache-control')).toMatch(keeping);
  });

  test.each([
    ['/trpc', 'origin: https://evil.example', 403],
    ['/nothing', 'x: y', 404],
  ])('the refusal to open a socket at %s with %s', async (path, header, status) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${header}\r\n\r\n`,
    );
    const [head = ''] = (await text(socket)).split('\r\n\r\n');
    const [first = '', ...lines] = head.split('\r\n');
    socket.destroy();
    expect(first).toContain(` ${status} `);
    expectSecurityHeaders(
      new Headers(lines.map(line => line.split(/: (.*)/).slice(0, 2) as [string, string])),
    );
  });
});

test('a malformed address returns an ordinary refusal', async () => {
  const { body } = await server.send('GET', '/%');
  expect(body).toEqual({ message: 'The request is not valid', code: 'BAD_REQUEST' });
});

test('behind https the server sends HSTS', async () => {
  const secure = await startServer({ PUBLIC_URL: 'https://onus.example' });
  for (const path of ['/', '/tasks', '/trpc/auth.me'])
    expect((await secure.send('GET', path)).headers.get('strict-transport-security')).toMatch(
      /max-age=\d{7}/,
    );
  await secure.close();
});
