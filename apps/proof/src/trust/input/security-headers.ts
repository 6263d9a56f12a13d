import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { at, fromNewAddress, type HttpResponse, send } from '../../lib/client/http-client.ts';
import type { Server } from '../../lib/server/server.ts';
import { exceptions } from '../../lib/statistics.ts';
import { register, withServer } from '../../lib/users/accounts.ts';
import type { Proof, Result } from '../proof.ts';

const FILES = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

export const securityHeaders: Proof = {
  name: 'security-headers',
  guarantee: 'Security headers are on every response',
  target:
    'CSP without inline script, nosniff, no-referrer, frame-ancestors none on every response; no-store on auth and API; HttpOnly, SameSite=Strict, Secure cookies of this host',
  short: true,
  measure: () => withServer({ PUBLIC_URL: 'https://onus.example' }, crawled),
};

interface CheckedResponse {
  name: string;
  response: HttpResponse;
  /** A file of the app may be cached by a browser; nothing else may. */
  isFile: boolean;
}

async function crawled(server: Server): Promise<Result> {
  const { token } = await register(server, 'Ana', 'Manager');
  const asked = [
    ...(await apiAnswers(server, token)),
    ...(await fileAnswers(server)),
    ...(await refusals(server)),
  ];
  const wrong = asked.flatMap(({ name, response, isFile }) =>
    [...lacking(response, isFile), ...looseCookies(response)].map(what => `${name}: ${what}`),
  );
  const cookies = asked.flatMap(({ response }) => response.headers['set-cookie'] ?? []).length;
  return {
    measured: exceptions(wrong, asked.length, `responses, with ${cookies} cookies, lacked something`),
    holds: wrong.length === 0 && cookies > 0,
  };
}

/** Every path and method of the API's own document, with a token and without. */
async function apiAnswers({ url }: Server, token: string): Promise<CheckedResponse[]> {
  const document = (await send(url, '/api/openapi.json')).body;
  const asked: CheckedResponse[] = [];
  for (const [template, operations] of Object.entries(at(document, 'paths') ?? {})) {
    const path = template.replaceAll(/\{\w+\}/g, 'x');
    for (const method of [...Object.keys(operations), 'options', 'head']) {
      for (const who of [token, undefined]) {
        // Logging out would end the run.
        if (path === '/auth/logout' && who) continue;
        const body = /^(post|put|patch|delete)$/.test(method) ? { body: {} } : {};
        const response = await send(url, path, {
          method: method.toUpperCase(),
          token: who,
          headers: fromNewAddress(),
          ...body,
        });
        asked.push({ name: `${method.toUpperCase()} ${path}`, response, isFile: false });
      }
    }
  }
  const calls = [
    '/trpc/auth.me',
    '/trpc/task.list',
    '/trpc/none',
    '/trpc/auth.me,auth.me?batch=1',
    '/healthz',
  ];
  for (const path of [...calls, '/api/openapi.json', '/api/docs', '/api/docs.css'])
    asked.push({
      name: `GET ${path}`,
      response: await send(url, path, { token }),
      isFile: !calls.includes(path),
    });
  const body = { email: 'ana@example.com', password: 'Ana-secret' };
  for (const path of ['/auth', '/api/users/login', '/trpc/auth.login'])
    asked.push({
      name: `POST ${path}`,
      response: await send(url, path, { body, headers: fromNewAddress() }),
      isFile: false,
    });
  return asked;
}

async function fileAnswers({ url }: Server): Promise<CheckedResponse[]> {
  const names = (await readdir(FILES, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => `${entry.parentPath.slice(FILES.length)}/${entry.name}`);
  const asked: CheckedResponse[] = [];
  for (const path of names) asked.push({ name: path, response: await send(url, path), isFile: true });
  const pages = ['/', '/login', '/dash/tasks', '/activate?token=x', '/nowhere', '/tasks', '/users/x'];
  for (const path of pages) {
    const response = await send(url, path, { headers: { accept: 'text/html' } });
    asked.push({ name: `page ${path}`, response, isFile: true });
  }
  return asked;
}

/** Requests that Fastify, the file server or the parser refuses before our handlers. */
async function refusals({ url }: Server): Promise<CheckedResponse[]> {
  const ways: [string, string, Parameters<typeof send>[2]][] = [
    ['no such path', '/assets/none.js', {}],
    ['an address that cannot be read', '/%E0%A4%A', {}],
    ['a path upwards', '/..%2f..%2fkey', {}],
    ['no JSON', '/tasks', { body: '{' }],
    ['another type', '/tasks', { body: 'x', headers: { 'content-type': 'image/png' } }],
    ['too big', '/tasks', { body: 'x'.repeat(300_000) }],
    ['no token', '/tasks', {}],
    ['a bad token', '/tasks', { token: 'x' }],
    ['an unsupported method', '/tasks', { method: 'PUT' }],
    ['a preflight', '/tasks', { method: 'OPTIONS', headers: preflight('https://elsewhere.example') }],
    ['a method tRPC cannot read', '/trpc/auth.me', { method: 'TRACE' }],
    ['a host that is none', '/trpc/auth.me', { headers: { host: ':::' } }],
    ['a socket without an upgrade', '/socket.io/?EIO=4&transport=polling', {}],
  ];
  const asked: CheckedResponse[] = [];
  for (const [name, path, sent] of ways)
    asked.push({ name, response: await send(url, path, sent), isFile: false });
  return asked;
}

function preflight(origin: string): Record<string, string> {
  return {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  };
}

function lacking({ headers }: HttpResponse, isFile: boolean): string[] {
  const policy = String(headers['content-security-policy'] ?? '');
  const scripts = /script-src[^;]*/.exec(policy)?.[0] ?? /default-src[^;]*/.exec(policy)?.[0] ?? '';
  const checks: Record<string, boolean> = {
    'no CSP': /default-src '(self|none)'/.test(policy),
    'a CSP that lets inline script run': !/unsafe|\*|data:|blob:|https?:/.test(scripts),
    'no frame-ancestors': /frame-ancestors 'none'/.test(policy),
    'no nosniff': headers['x-content-type-options'] === 'nosniff',
    'no no-referrer': headers['referrer-policy'] === 'no-referrer',
    'no no-store': isFile || headers['cache-control'] === 'no-store',
    'open to another site': headers['access-control-allow-origin'] === undefined,
    'a name of the server software': !headers.server && !headers['x-powered-by'],
  };
  return Object.keys(checks).filter(what => !checks[what]);
}

function looseCookies({ headers }: HttpResponse): string[] {
  return (headers['set-cookie'] ?? [])
    .filter(
      cookie =>
        !/^__Host-.+; Path=\/;.*HttpOnly; Secure; SameSite=Strict/.test(cookie) || /Domain=/i.test(cookie),
    )
    .map(cookie => `the cookie ${cookie.split('=')[0]} is loose (${cookie.split(';').slice(1).join(';')})`);
}
