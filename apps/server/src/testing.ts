import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Services } from '@onus/api/context';
import { createPasswords } from '@onus/api/passwords';
import { LOWEST_COST } from '@onus/api/testing';
import type { Db } from '@onus/db/open';
import { testDb } from '@onus/db/testing';
import { createApp } from './app.ts';
import { readEnv } from './env.ts';
import { createServices } from './services.ts';

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

/** The whole server on a real port, with a database of its own. */
export async function startServer(
  settings: Record<string, string> = {},
  db: Db = testDb(),
): Promise<TestServer> {
  const web = mkdtempSync(join(tmpdir(), 'onus-web-'));
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Onus</title>');
  mkdirSync(join(web, 'assets'));
  writeFileSync(join(web, 'assets', 'app-1a2b3c.js'), '');
  const env = readEnv({ LOG_LEVEL: 'silent', ...settings });
  const key = randomBytes(32);
  const services = createServices(db, key, env);
  services.passwords = createPasswords(env.PASSWORD_MIN_LENGTH, services.throttle.hash, LOWEST_COST);
  const app = await createApp(services, env, web);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, services, key, send: sendTo(url), close: () => app.close() };
}

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

/** Gives a person a role, as no entry point does: an Admin, a member of a household, a deactivated account. */
export function place(server: TestServer, id: string, roles: string, managerId: string | null = null): void {
  const { $client } = server.services.db;
  $client.prepare('update user set roles = ?, manager_id = ? where id = ?').run(roles, managerId, id);
}

/** Requests to a server wherever it runs. */
export function sendTo(url: string): TestServer['send'] {
  return async (method, path, { token, cookie, body, headers } = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : text,
      headers: response.headers,
      cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    };
  };
}
