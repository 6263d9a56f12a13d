import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Services } from '@onus/api/core/context';
import { createPushKey } from '@onus/api/core/push/push-keys';
import { createPasswords } from '@onus/api/core/secrets/passwords';
import { LOWEST_COST } from '@onus/api/testing';
import { BUILT_PAGES, type BuiltPages } from '@onus/contract/shell/built-pages';
import type { Db } from '@onus/db/open';
import { testDb } from '@onus/db/testing';
import { createApp } from '../src/app.ts';
import { readEnv } from '../src/env.ts';
import { databaseIn } from '../src/ops/data-dir.ts';
import { createServices } from '../src/services.ts';

export interface TestServer {
  url: string;
  services: Services;
  /** What it signs tokens with. */
  key: Uint8Array;
  /** A JSON request; the answer's body is parsed when there is one. */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
  close(): Promise<void>;
}

export interface SendOptions {
  token?: string;
  cookie?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects of a body.
  body: any;
  headers: Headers;
  /** The refresh cookie as the next request sends it. */
  cookie: string;
}

/** A folder with a small web app, as the build writes it. */
export function builtWebApp(): string {
  const web = mkdtempSync(join(tmpdir(), 'onus-web-'));
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Onus</title><div id="root"></div>');
  writeFileSync(join(web, BUILT_PAGES), JSON.stringify(BUILT));
  mkdirSync(join(web, 'assets'));
  writeFileSync(join(web, 'assets', 'app-1a2b3c.js'), '');
  writeFileSync(join(web, 'manifest.webmanifest'), '{}');
  writeFileSync(join(web, 'sw.js'), '// keeps the app');
  writeFileSync(join(web, 'sw-off.js'), '// removes itself');
  return web;
}

/** The whole server on a real port, with a database of its own. */
export async function startServer(
  settings: Record<string, string> = {},
  db: Db = testDb(),
): Promise<TestServer> {
  const data = mkdtempSync(join(tmpdir(), 'onus-data-'));
  // What a backup copies: the database itself is in memory.
  writeFileSync(databaseIn(data), db.$client.serialize());
  const env = readEnv({ LOG_LEVEL: 'silent', DATA_DIR: data, ...settings });
  const key = randomBytes(32);
  const services = createServices(db, { key, pushKey: createPushKey() }, env);
  services.passwords = createPasswords(env.PASSWORD_MIN_LENGTH, services.throttle.hash, LOWEST_COST);
  const app = await createApp(services, env, builtWebApp());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, services, key, send: sendTo(url), close: () => app.close() };
}

const BUILT: BuiltPages = {
  preloads: {
    '/': ['/assets/landing.js'],
    '/register': ['/assets/register.js'],
    '/dash/tasks': ['/assets/dash.js', '/assets/tasks.js'],
  },
  landing: { open: '<h1>Open</h1>', closed: '<h1>Closed</h1>' },
};

/** A registered person, ready to call. */
export async function signUp(server: Pick<TestServer, 'send'>, name: string) {
  const body = {
    name,
    email: `${name.toLowerCase()}@example.com`,
    password: `${name}-secret`,
    roles: ['User'],
  };
  const answer = await server.send('POST', '/api/users/', { body });
  return { token: String(answer.body.accessToken), cookie: answer.cookie, id: String(answer.body.id) };
}

/** The id of an operation (a version 7 UUID). @param at when it was made, in epoch milliseconds. */
export function operationMade(at = Date.now()): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** Gives a person a role, as no entry point does: an Admin, a member of a household, a deactivated account. */
export function place(server: TestServer, id: string, roles: string, managerId: string | null = null): void {
  const { $client } = server.services.db;
  $client.prepare('update user set roles = ?, manager_id = ? where id = ?').run(roles, managerId, id);
}

const agent = new Agent({ keepAlive: true });

/** Requests to a server wherever it runs. Not `fetch`, which takes as long as the server takes to answer. */
export function sendTo(url: string): TestServer['send'] {
  return async function send(method, path, options = {}): Promise<Answer> {
    const { token, cookie, body, headers } = options;
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const asked = request(new URL(url + path), {
      agent,
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(cookie ? { cookie } : {}),
        ...(sent === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
        ...headers,
      },
    });
    // What is refused before all of it arrived may be answered and cut off.
    asked.on('error', () => {});
    asked.end(sent);
    let response: IncomingMessage;
    try {
      [response] = (await once(asked, 'response')) as [IncomingMessage];
    } catch (error) {
      // The server ended an idle connection at the moment of its reuse.
      if (asked.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET')
        return send(method, path, options);
      throw error;
    }
    const said = await text(response);
    const isJson = response.headers['content-type']?.includes('json');
    return {
      status: response.statusCode ?? 0,
      body: isJson ? JSON.parse(said) : said,
      headers: headersOf(response),
      cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
    };
  };
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}
