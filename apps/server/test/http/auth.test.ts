import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Mailbox, openMailbox } from '@onus/api/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { signUp, startServer, type TestServer } from '../server.ts';

const EMAIL = 'ana@example.com';
const wrong = { email: EMAIL, password: 'wrong' };
const right = { email: EMAIL, password: 'Ana-secret' };

const servers: TestServer[] = [];
const mailboxes: Mailbox[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  for (const mailbox of mailboxes.splice(0)) await mailbox.close();
});

async function serverWith(settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer(settings);
  servers.push(server);
  return server;
}

/** A request with headers that fetch would not send: Host among them. */
async function forged(server: TestServer, path: string, headers: Record<string, string>, body: unknown) {
  const sent = request(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  sent.end(JSON.stringify(body));
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, body: JSON.parse(await text(response)) };
}

describe('links', () => {
  test('a forged Host never appears in an email, with or without a trusted proxy', async () => {
    const mailbox = await openMailbox();
    mailboxes.push(mailbox);
    const server = await serverWith({
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Home <home@onus.example>',
      PUBLIC_URL: 'https://onus.example',
      TRUST_PROXY: 'loopback',
    });
    const { token } = await signUp(server, 'Ana');
    const lies = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
    };
    const asked = await forged(server, '/api/users/reset-password', lies, { email: EMAIL });
    expect(asked.status).toBe(200);
    const mail = await mailbox.next();
    expect(mail.text).toContain('From: Home <home@onus.example>');
    expect(mail.text).not.toContain('evil');
    const link = /https:\/\/onus\.example\/activate\?token=([\w-]{43})/.exec(mail.text)?.[1];
    expect(link).toBeTruthy();

    const body = { token: link, password: 'fresh' };
    const set = await server.send('POST', '/member/activate', { body });
    expect([set.status, set.body]).toEqual([200, { message: 'Your password is set. You can log in now.' }]);
    expect(set.headers.getSetCookie()).toEqual([]);
    expect((await server.send('GET', '/tasks', { token })).body.code).toBe('SESSION_REVOKED');
    const again = await server.send('POST', '/api/users/new-password', { body });
    expect([again.status, again.body]).toEqual([
      400,
      { message: 'Error: this link is invalid or has expired.', code: 'BAD_REQUEST' },
    ]);
    const login = { email: EMAIL, password: 'fresh' };
    expect((await server.send('POST', '/auth', { body: login })).status).toBe(200);
  });

  test('an unknown email gets the same response', async () => {
    const server = await serverWith();
    await signUp(server, 'Ana');
    const ask = (email: string) => server.send('POST', '/api/users/reset-password', { body: { email } });
    const [known, unknown] = [await ask(EMAIL), await ask('unknown@example.com')];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(known.status).toBe(200);
  });
});

describe('throttles', () => {
  test('429 has Retry-After at REST and tRPC, and every attempt of a batch counts', async () => {
    const server = await serverWith();
    await signUp(server, 'Ana');
    const batch = `/trpc/${Array.from({ length: 11 }, () => 'auth.login').join(',')}?batch=1`;
    const inputs = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [n, wrong]));
    const many = await server.send('POST', batch, { body: inputs });
    const statuses = many.body.map((one: { error: { data: unknown } }) => one.error.data);
    expect(statuses.map((data: { httpStatus: number }) => data.httpStatus)).toEqual([
      ...Array(10).fill(401),
      429,
    ]);
    expect(statuses[10]).toMatchObject({ reason: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) });

    const rest = await server.send('POST', '/auth', { body: right });
    expect([rest.status, rest.body]).toEqual([
      429,
      { message: 'Too many attempts. Try again in 15 minutes.', code: 'TOO_MANY_REQUESTS' },
    ]);
    const trpc = await server.send('POST', '/trpc/auth.login', { body: right });
    expect(trpc.status).toBe(429);
    for (const { headers } of [many, rest, trpc]) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(880);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900);
    }
  });

  test('registrations are counted too, each of a batch', async () => {
    const server = await serverWith();
    const body = { name: 'x', password: 'x', roles: 'User' };
    const inputs = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [n, { ...body, email: `${n % 2}@example.com` }]),
    );
    const batch = `/trpc/${Object.keys(inputs).fill('auth.register').join(',')}?batch=1`;
    const many = await server.send('POST', batch, { body: inputs });
    expect(
      many.body
        .map((one: { error?: { data: { httpStatus: number } } }) => one.error?.data.httpStatus ?? 200)
        .sort(),
    ).toEqual([200, 200, ...Array(18).fill(409)]);
    const rest = await server.send('POST', '/api/users', { body: { ...body, email: 'ana@example.com' } });
    expect([rest.status, rest.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(rest.headers.get('retry-after'))).toBeGreaterThan(3_590);
  });

  test('X-Forwarded-For counts from a trusted proxy only', async () => {
    const attempts = async (settings: Record<string, string>, client = (n: number) => `198.51.100.${n}`) => {
      const server = await serverWith(settings);
      const statuses = new Set<number>();
      for (let n = 0; n < 31; n++) {
        const body = { email: `${n}@example.com`, password: 'wrong' };
        const headers = { 'x-forwarded-for': client(n) };
        statuses.add((await server.send('POST', '/auth', { body, headers })).status);
      }
      return [...statuses];
    };
    expect(await attempts({})).toEqual([401, 429]);
    expect(await attempts({ TRUST_PROXY: '10.0.0.0/8' })).toEqual([401, 429]);
    expect(await attempts({ TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' })).toEqual([401]);
    // Some proxies add the port of the connection, which is another one each time.
    for (const host of ['198.51.100.7', '[2001:db8::7]']) {
      expect(await attempts({ TRUST_PROXY: '127.0.0.1' }, n => `${host}:${50_000 + n}`)).toEqual([401, 429]);
    }
  });

  test('a known browser can sign in while a stranger guesses', async () => {
    const server = await serverWith();
    await signUp(server, 'Ana');
    const login = await server.send('POST', '/auth', { body: right });
    const [, marker = ''] = login.headers.getSetCookie();
    expect(marker).toMatch(/^onus-browser=[\w.-]+; Path=\/; Expires=.+; HttpOnly; SameSite=Strict$/);
    for (let n = 0; n < 10; n++) await server.send('POST', '/auth', { body: wrong });
    expect((await server.send('POST', '/auth', { body: right })).status).toBe(429);
    const [cookie = ''] = marker.split(';');
    expect((await server.send('POST', '/auth', { body: right, cookie })).status).toBe(200);
  });

  test('behind https both cookies are for this host only', async () => {
    const server = await serverWith({ PUBLIC_URL: 'https://onus.example' });
    await signUp(server, 'Ana');
    const { headers } = await server.send('POST', '/auth', { body: right });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-onus=.+; Secure/),
      expect.stringMatching(/^__Host-onus-browser=.+; Secure/),
    ]);
  });
});
