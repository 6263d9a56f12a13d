import { afterEach, describe, expect, test } from 'vitest';
import { readEnv } from '../../src/env.ts';
import { signUp, startServer, type TestServer } from '../server.ts';

let server: TestServer;
afterEach(() => server.close());

/** What a browser sends when a person opens an address. */
const opened = { headers: { accept: 'text/html,*/*;q=0.8' } };

describe('a missing file is missing', () => {
  test.each(['/assets/gone-1a2b3c4d.js', '/gone.png', '/assets/', '/nothing.webmanifest'])(
    '%s, for a script and for a person',
    async path => {
      server = await startServer();
      for (const how of [{}, opened]) {
        const { status, body, headers } = await server.send('GET', path, how);
        expect(status).toBe(404);
        expect(body).toEqual({ message: 'Not found', code: 'NOT_FOUND' });
        expect(headers.get('content-type')).toMatch(/^application\/json/);
      }
    },
  );
});

describe('Accept decides between the app and the API', () => {
  const pageOrNot = async (method: string, path: string, accept: string) => {
    const { headers } = await fetch(server.url + path, { method, headers: { accept } });
    return headers.get('content-type')?.split(';')[0];
  };

  test.each([
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'text/html',
    'TEXT/HTML',
    'text/html;charset=utf-8',
    'text/*',
    'application/json;q=0.5, text/html',
    'text/html, application/json',
    'text/html, */*',
  ])('%s asks for the app', async accept => {
    server = await startServer();
    for (const method of ['GET', 'HEAD']) {
      expect([method, await pageOrNot(method, '/tasks', accept)]).toEqual([method, 'text/html']);
      expect([method, await pageOrNot(method, '/login', accept)]).toEqual([method, 'text/html']);
      // No page of the app is there.
      expect([method, await pageOrNot(method, '/api/tasks', accept)]).toEqual([method, 'application/json']);
      expect([method, await pageOrNot(method, '/api/nothing', accept)]).toEqual([method, 'application/json']);
    }
  });

  test.each([
    '*/*',
    'application/json',
    'application/json, text/html',
    'application/json, text/html;q=0.9, */*;q=0.1',
    'text/html;q=0, application/json',
    'text/html;q=0, */*',
    'text/html;q=0',
    'application/x.text/html',
    'text/htmlx',
  ])('%s asks for the API', async accept => {
    server = await startServer();
    for (const method of ['GET', 'HEAD'])
      expect([method, await pageOrNot(method, '/tasks', accept)]).toEqual([method, 'application/json']);
  });
});

describe('the first visit', () => {
  const pageOf = async (path: string, cookie = '') =>
    String((await server.send('GET', path, { ...opened, cookie })).body);
  const preloadsOf = (page: string) =>
    [...page.matchAll(/modulepreload[^>]+href="([^"]+)"/g)].map(([, file]) => file);

  test.each([
    ['open', '<div id="root"><h1>Open</h1></div>'],
    ['closed', '<div id="root"><h1>Closed</h1></div>'],
  ])('the landing page is in the response where registration is %s', async (REGISTRATION, root) => {
    server = await startServer({ REGISTRATION });
    for (const path of ['/', '/?from=a+bookmark']) expect(await pageOf(path)).toContain(root);
    expect(await pageOf('/login')).toContain('<div id="root"></div>');
  });

  test('a person with a session gets the code of the tasks, and no landing page', async () => {
    server = await startServer();
    const { cookie } = await signUp(server, 'Ana');
    for (const path of ['/', '/login', '/dash/tasks']) {
      const page = await pageOf(path, cookie);
      expect(page).toContain('<div id="root"></div>');
      expect(preloadsOf(page)).toEqual(['/assets/dash.js', '/assets/tasks.js']);
      // Where the app may stay at the login, nothing changes the cookie beside it.
      expect(page.includes('as="fetch" crossorigin href="/auth/refresh"')).toBe(path === '/dash/tasks');
    }
  });

  test('without a session, only the code of pages that need none', async () => {
    server = await startServer();
    expect(preloadsOf(await pageOf('/register'))).toEqual(['/assets/register.js']);
    for (const path of ['/login', '/dash/tasks', '/nothing'])
      expect(preloadsOf(await pageOf(path))).toEqual([]);
    expect(await pageOf('/dash/tasks')).not.toContain('/auth/refresh');
  });

  test('what the build tells the server is no file of the app', async () => {
    server = await startServer();
    expect((await server.send('GET', '/pages.json')).status).toBe(404);
  });
});

describe('an address that cannot be read', () => {
  const UNREADABLE = { message: 'The request is not valid', code: 'BAD_REQUEST' };
  const PATHS = ['/dash/%E0%A4%A', '/%', '/manager/users/%ff?tab=%'];

  test.each([...PATHS, `/manager/users/${'a'.repeat(501)}`])(
    '%#: leads a person to the app, as any other unknown path',
    async path => {
      server = await startServer();
      const known = await server.send('GET', '/dash/nothing', opened);
      const { status, body, headers } = await server.send('GET', path, opened);
      expect([status, body]).toEqual([200, known.body]);
      const named = ['content-type', 'content-security-policy', 'cache-control'];
      for (const name of named) expect(headers.get(name)).toBe(known.headers.get(name));
      expect((await server.send('HEAD', path, opened)).status).toBe(200);
    },
  );

  test.each([...PATHS, '/api/tasks/%E0%A4%A', '/trpc/%ff'])('%s is refused to a program', async path => {
    server = await startServer();
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await server.send(method, path);
      expect([method, status, body]).toEqual([method, 400, UNREADABLE]);
    }
  });

  test.each(['/api/tasks/%E0%A4%A', '/trpc/%ff', '/assets/%ff'])('%s is no page', async path => {
    server = await startServer();
    const { status, body } = await server.send('GET', path, opened);
    expect([status, body]).toEqual([400, UNREADABLE]);
  });
});

test('a file that a person opens is the file, not the app', async () => {
  server = await startServer();
  const { status, headers } = await server.send('GET', '/manifest.webmanifest', opened);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^application\/manifest\+json/);
  expect(headers.get('cache-control')).toBe('no-cache');
});

test('the policy names workers and the manifest', async () => {
  server = await startServer();
  const { headers } = await server.send('GET', '/', opened);
  const policy = headers.get('content-security-policy')?.split(';');
  expect(policy).toEqual(expect.arrayContaining(["worker-src 'self'", "manifest-src 'self'"]));
});

describe('the service worker', () => {
  test.each([
    ['on', 'keeps the app'],
    ['off', 'removes itself'],
  ])('when it is %s: the script %s', async (setting, says) => {
    server = await startServer({ SERVICE_WORKER: setting });
    for (const how of [{}, opened, { headers: { 'service-worker': 'script' } }]) {
      const { status, body, headers } = await server.send('GET', '/sw.js?again', how);
      expect(status).toBe(200);
      expect(body).toContain(says);
      expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
      expect(headers.get('cache-control')).toBe('no-cache');
    }
  });

  test('is on unless a setting says otherwise', async () => {
    server = await startServer();
    expect((await server.send('GET', '/sw.js')).body).toContain('keeps the app');
    expect(() => readEnv({ SERVICE_WORKER: 'perhaps' })).toThrow('SERVICE_WORKER must be on or off');
  });
});
