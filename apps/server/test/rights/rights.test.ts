import { type ErrorCode, STATUS } from '@onus/api/core/errors';
import { appRouter } from '@onus/api/root';
import { tableErrors } from '@onus/api/testing';
import { savedRows } from '@onus/db/testing';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calledBy } from '../../src/rest/openapi.ts';
import { routes } from '../../src/rest/routes.ts';
import type { Row } from '../../src/rest/row.ts';
import { startServer, type TestServer } from '../server.ts';
import { type Furnished, furnish, type Tokens } from './furnish.ts';
import { RIGHTS, STREAMS, verdictOf } from './matrix.ts';
import { socketClient, statusOver } from './over-socket.ts';
import { restricted } from './row.ts';
import { CALLERS, type Caller, type Rule, TARGETS, type Target } from './rule.ts';
import { type AnyCaller, STANDINGS, type Standing } from './world.ts';

let server: TestServer;
let ids: Furnished['ids'];
let calls = 0;
let putBack: () => void;
let tokens: Tokens;
const clients = new Map<AnyCaller, ReturnType<typeof socketClient>>();

beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'loopback' });
  ({ ids, tokens } = await furnish(server));
  putBack = savedRows(server.services.db);
  for (const who of CALLERS) clients.set(who, socketClient(server.url, tokens[who], elsewhere()));
}, 60_000);
afterAll(async () => {
  for (const { close } of clients.values()) close();
  await server.close();
});

/** Each call over HTTP, and each socket, comes from another address, as far as the throttle can tell. */
function elsewhere(): { headers: Record<string, string> } {
  calls += 1;
  return { headers: { 'x-forwarded-for': `10.0.${calls >> 8}.${calls & 255}` } };
}

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
const paths = Object.keys(procedures).filter(path => procedures[path]?._def.type !== 'subscription');

async function overHttp(path: string, who: AnyCaller, input: object | undefined): Promise<number> {
  const token = tokens[who];
  const options = { ...elsewhere(), ...(token ? { token } : {}) };
  if (procedures[path]?._def.type === 'query') {
    const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    return (await server.send('GET', `/trpc/${path}${query}`, options)).status;
  }
  return (await server.send('POST', `/trpc/${path}`, { ...options, body: input ?? {} })).status;
}

async function overSocket(path: string, who: AnyCaller, input: object | undefined): Promise<number> {
  const kept = clients.get(who);
  if (kept) return statusOver(kept.client, path, input);
  // The server closes a socket without a session after some seconds: each of its calls has one of its own.
  const { client, close } = socketClient(server.url, tokens[who], elsewhere());
  try {
    return await statusOver(client, path, input);
  } finally {
    close();
  }
}

async function overRest(row: Row, who: AnyCaller, input: object | undefined): Promise<number> {
  const fields: Record<string, unknown> = { ...input };
  const named = String(
    fields.userId ?? fields.id ?? fields.conversationId ?? [fields.assignees].flat()[0] ?? '',
  );
  const [method = '', template = ''] = row.at.split(' ');
  const path = template
    .replace(':managerId', who in ids ? ids[who as Caller].own.me : 'x')
    .replace(':dueDate', '2026-01-01')
    .replace(/:\w+/, named);
  const token = tokens[who];
  const query = method === 'GET' ? `?${new URLSearchParams(fields as Record<string, string>)}` : '';
  const body = method === 'GET' ? {} : { body: fields };
  const { status } = await server.send(method, path + query, {
    ...elsewhere(),
    ...(token ? { token } : {}),
    ...body,
  });
  return status < 300 ? 200 : status;
}

/** What a call did is taken back, so that every call finds the same world. */
async function takenBack(call: () => Promise<number>): Promise<number> {
  try {
    return await call();
  } finally {
    putBack();
  }
}

/** The verdicts of one entry point on one procedure, one line a deviation. */
async function deviations(rule: Rule, call: (who: AnyCaller, input: object | undefined) => Promise<number>) {
  const wrong: string[] = [];
  async function judge(who: AnyCaller, target: Target, expected: number): Promise<void> {
    const caller = who in ids ? (who as Caller) : 'employee';
    const status = await takenBack(() => call(who, rule.input?.(ids[caller][target])));
    if (status !== expected) wrong.push(`${who} on ${target}: ${status} instead of ${expected}`);
  }
  for (const who of Object.keys(STANDINGS) as Standing[])
    await judge(who, 'own', rule.open ?? STANDINGS[who]);
  const targets = rule.unnamed ? (['own'] as const) : TARGETS;
  for (const who of CALLERS)
    for (const target of targets) await judge(who, target, verdictOf(rule, who, target));
  return wrong;
}

test('every procedure has a row, and every row a procedure', () => {
  expect(tableErrors(Object.keys(RIGHTS), paths, 'apps/server/test/rights/matrix.ts')).toEqual([]);
  expect(
    Object.keys(procedures)
      .filter(path => !paths.includes(path))
      .sort(),
  ).toEqual(STREAMS);
});

describe.each(Object.entries(RIGHTS))('%s', (path, rule) => {
  test('over HTTP', async () => {
    expect(await deviations(rule, (who, input) => overHttp(path, who, input))).toEqual([]);
  });
  // Logging out over a socket cuts that socket; its own test stands with the sockets.
  if (path === 'auth.logout' || path === 'auth.signOutEverywhere') return;
  test('over a WebSocket', async () => {
    expect(await deviations(rule, (who, input) => overSocket(path, who, input))).toEqual([]);
  });
});

describe.each(routes.map(row => [row.at, row] as const))('%s', (_at, row) => {
  test('judges as its procedure does', async () => {
    const [path, role] = await calledBy(row);
    const rule = RIGHTS[path];
    if (!rule) throw new Error(`${path} has no rule`);
    expect(await deviations(restricted(rule, role), (who, input) => overRest(row, who, input))).toEqual([]);
  });
});

/** The fourth entry point has one question: whose token the handshake brings. */
describe.each([...CALLERS, ...Object.keys(STANDINGS)] as AnyCaller[])('Socket.IO for %s', who => {
  test('judges as chat.onMessage does', async () => {
    const socket = io(server.url, {
      transports: ['websocket'],
      auth: { token: tokens[who] },
      forceNew: true,
      reconnection: false,
    });
    const status = await new Promise(resolve => {
      socket.once('connect', () => resolve(200));
      socket.once('connect_error', error => {
        const { code } = (error as Error & { data?: { code: ErrorCode } }).data ?? {};
        resolve(code && STATUS[code]);
      });
    });
    socket.close();
    expect(status).toBe(who in STANDINGS ? STANDINGS[who as Standing] : 200);
  });
});
