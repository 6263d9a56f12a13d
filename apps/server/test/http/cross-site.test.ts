import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ ALLOWED_ORIGINS: 'https://friend.example' });
});
afterAll(() => server.close());

/** Everything that a call could change, and who is signed in. */
function everything(): string {
  const { $client } = server.services.db;
  const tables = $client
    .prepare(
      "select name from sqlite_master where type = 'table' and name not in ('audit', 'sqlite_sequence')",
    )
    .pluck()
    .all();
  return JSON.stringify(tables.map(table => $client.prepare(`select * from "${table}"`).all()));
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PLAIN = { 'content-type': 'text/plain' };
const task = JSON.stringify({ title: 'x', dueDate: '2026-01-01' });

/** How a browser tells that another site's page asks: a port or subdomain of ours is `same-site` to it. */
const PAGES: Record<string, Record<string, string>> = {
  'a script of another site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'a script of another port': { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-site' },
  'an image of another site': { 'sec-fetch-site': 'cross-site' },
  'an image of another port': { 'sec-fetch-site': 'same-site' },
  'a page in a sandbox': { origin: 'null' },
  'a browser that says the origin alone': { origin: 'https://evil.example' },
};

/** What such a page can have a browser send without asking us first, cookies and all. */
const TRIES: [string, string, Record<string, string>, string?][] = [
  ['GET', '/auth/refresh', {}],
  ['GET', '/api/auth/refresh', {}],
  ['POST', '/auth/logout', {}],
  ['POST', '/auth/logout', FORM, 'a=b'],
  ['POST', '/auth/logout', PLAIN, '{}'],
  ['POST', '/trpc/auth.logout', {}],
  ['POST', '/trpc/auth.logout', PLAIN, '{}'],
  ['POST', '/trpc/auth.refresh', {}],
  ['POST', '/trpc/auth.refresh', FORM, ''],
  ['GET', '/trpc/auth.refresh', {}],
  ['POST', '/tasks', PLAIN, task],
  ['POST', '/tasks', FORM, 'title=x&dueDate=2026-01-01'],
  ['POST', '/trpc/task.create', PLAIN, task],
  ['POST', '/trpc/auth.login', PLAIN, JSON.stringify({ email: 'eve@example.com', password: 'Eve-secret' })],
  ['POST', '/auth', FORM, 'email=eve%40example.com&password=Eve-secret'],
  ['POST', '/api/users', PLAIN, JSON.stringify({ name: 'x', email: 'x@x.xx', password: 'x', roles: 'User' })],
];

describe.each(Object.entries(PAGES))('%s', (_page, says) => {
  test('has no effect, whatever it sends', async () => {
    const name = `Ana${Object.keys(PAGES).indexOf(_page)}`;
    const { cookie, token } = await signUp(server, name);
    const before = everything();
    for (const [method, path, headers, body] of TRIES) {
      const answer = await server.send(method, path, {
        cookie,
        headers: { ...headers, ...says },
        ...(body === undefined ? {} : { body: body, headers: { ...headers, ...says } }),
      });
      expect([path, everything() === before]).toEqual([path, true]);
      expect([path, answer.headers.getSetCookie()]).toEqual([path, []]);
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, null]);
    }
    expect((await server.send('GET', '/tasks', { token })).status).toBe(200);
    expect((await server.send('GET', '/auth/refresh', { cookie })).status).toBe(200);
  });

  test('may not send more than that: it asks first and hears no', async () => {
    for (const path of ['/tasks', '/trpc/task.create', '/auth']) {
      const asked = {
        ...says,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      };
      const { headers } = await server.send('OPTIONS', path, { headers: asked });
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(
        headers.get('access-control-allow-methods') && headers.get('access-control-allow-origin'),
      ).toBeNull();
    }
  });
});

test.each([
  ['Ben', {}],
  ['Cleo', { 'sec-fetch-site': 'same-origin', origin: 'http://behind.a.proxy' }],
  ['Dan', { 'sec-fetch-site': 'none' }],
  ['Eva', { 'sec-fetch-site': 'cross-site', origin: 'https://friend.example' }],
  ['Fay', { origin: 'http://localhost:3000' }],
])('%s: a page of ours, of a friend, and what is no page, keep their cookie: %j', async (name, says) => {
  const { cookie } = await signUp(server, name);
  const refreshed = await server.send('GET', '/auth/refresh', { cookie, headers: says });
  expect(refreshed.status).toBe(200);
  const left = await server.send('POST', '/auth/logout', {
    cookie: refreshed.cookie,
    headers: { ...JSON_TYPE, ...says },
  });
  expect(left.status).toBe(204);
  expect((await server.send('GET', '/auth/refresh', { cookie: refreshed.cookie })).status).toBe(403);
});

describe('a page of an allowed origin', () => {
  const says = { origin: 'https://friend.example', 'sec-fetch-site': 'cross-site' };

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])('may use %s', async method => {
    const asked = { ...says, 'access-control-request-method': method };
    const { status, headers } = await server.send('OPTIONS', '/tasks', { headers: asked });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(says.origin);
    expect(headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
  });

  test.each([says, {}])('and any client may ask for the methods without a preflight: %j', async headers => {
    const answer = await server.send('OPTIONS', '/tasks', { headers });
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  });
});

describe('on an https installation, a page of the same host over http', () => {
  const PUBLIC_URL = 'https://onus.example';
  const says = { host: 'onus.example', origin: 'http://onus.example' };
  let secure: TestServer;
  beforeAll(async () => {
    secure = await startServer({ PUBLIC_URL });
  });
  afterAll(() => secure.close());

  /** With the Host header that a proxy passes on, which `fetch` does not let a caller set. */
  function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(secure.url);
      const sent = request({ port, path, headers }, answer => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.once('upgrade', (answer, socket) => {
        socket.destroy();
        resolve(answer.statusCode);
      });
      sent.once('error', reject);
      sent.end();
    });
  }

  const HANDSHAKE = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  };

  test.each(['/trpc', '/socket.io/?EIO=4&transport=websocket'])('opens no socket at %s', async path => {
    expect(await statusOf(path, { ...HANDSHAKE, ...says })).toBe(403);
    expect(await statusOf(path, { ...HANDSHAKE, ...says, origin: PUBLIC_URL })).toBe(101);
    // Another name that a proxy serves over https.
    expect(
      await statusOf(path, { ...HANDSHAKE, host: 'other.example', origin: 'https://other.example' }),
    ).toBe(101);
  });

  test('cannot use the cookie', async () => {
    const { cookie } = await signUp(secure, 'Gus');
    expect(await statusOf('/auth/refresh', { ...says, cookie })).toBe(401);
    expect(await statusOf('/auth/refresh', { ...says, cookie, 'sec-fetch-site': 'same-site' })).toBe(401);
    expect(await statusOf('/auth/refresh', { ...says, origin: PUBLIC_URL, cookie })).toBe(200);
  });
});
