import { findAccount } from '@onus/api/auth/queries';
import { type ErrorCode, STATUS } from '@onus/api/errors';
import type { AppRouter } from '@onus/api/root';
import { appRouter } from '@onus/api/root';
import { mintSystemScope, mintVisitor } from '@onus/api/scope';
import { savedRows } from '@onus/db/testing';
import { createTRPCUntypedClient, createWSClient, TRPCClientError, wsLink } from '@trpc/client';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from './rest/routes.ts';
import type { Row } from './rest/row.ts';
import {
  CALLERS,
  type Caller,
  type Ids,
  RIGHTS,
  type Rule,
  STREAMS,
  TARGETS,
  type Target,
  verdictOf,
} from './rights-matrix.ts';
import { calledBy, restricted } from './rights-of-row.ts';
import { ABSENT, type Anybody, PARTNERS, REPEATING, STANDINGS, type Standing } from './rights-world.ts';
import { place, signUp, startServer, type TestServer } from './testing.ts';

let server: TestServer;
let ids: Record<Caller, Record<Target, Ids>>;
let calls = 0;
let putBack: () => void;
const tokens = {} as Record<Anybody, string | undefined>;
const clients = new Map<Anybody, ReturnType<typeof socketClient>>();

beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'loopback' });
  ids = await furnish(server);
  putBack = savedRows(server.services.db);
  for (const who of CALLERS) clients.set(who, socketClient(tokens[who]));
});
afterAll(async () => {
  for (const { close } of clients.values()) close();
  await server.close();
});

function statusOf(error: unknown): number {
  return error instanceof TRPCClientError ? (error.data?.httpStatus ?? 0) : 0;
}

function socketClient(token: string | undefined) {
  const socket = createWSClient({
    url: `${server.url.replace('http', 'ws')}/trpc`,
    connectionParams: { token: token ?? '' },
  });
  const client = createTRPCUntypedClient<AppRouter>({ links: [wsLink({ client: socket })] });
  return { client, close: () => socket.close() };
}

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
const paths = Object.keys(procedures).filter(path => procedures[path]?._def.type !== 'subscription');

/** Each call comes from another address, as far as the throttle can tell. */
function elsewhere(): { headers: Record<string, string> } {
  calls += 1;
  return { headers: { 'x-forwarded-for': `10.0.${calls >> 8}.${calls & 255}` } };
}

async function overHttp(path: string, who: Anybody, input: object | undefined): Promise<number> {
  const token = tokens[who];
  const options = { ...elsewhere(), ...(token ? { token } : {}) };
  if (procedures[path]?._def.type === 'query') {
    const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    return (await server.send('GET', `/trpc/${path}${query}`, options)).status;
  }
  return (await server.send('POST', `/trpc/${path}`, { ...options, body: input ?? {} })).status;
}

async function overSocket(path: string, who: Anybody, input: object | undefined): Promise<number> {
  const kept = clients.get(who);
  if (kept) return askedOver(kept.client, path, input);
  // The server closes a socket without a session after some seconds: each of its calls has one of its own.
  const { client, close } = socketClient(tokens[who]);
  try {
    return await askedOver(client, path, input);
  } finally {
    close();
  }
}

async function askedOver(
  client: ReturnType<typeof socketClient>['client'],
  path: string,
  input: object | undefined,
  tries = 20,
): Promise<number> {
  const isQuery = procedures[path]?._def.type === 'query';
  const call = isQuery ? client.query(path, input) : client.mutation(path, input);
  const status = await call.then(() => 200, statusOf);
  // What a call before changed of the caller's rights has cut the socket: it comes back by itself.
  return status === 0 && tries > 0 ? askedOver(client, path, input, tries - 1) : status;
}

async function overRest(row: Row, who: Anybody, input: object | undefined): Promise<number> {
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

/** The verdicts of one door on one procedure, one line a deviation. */
async function deviations(rule: Rule, call: (who: Anybody, input: object | undefined) => Promise<number>) {
  const wrong: string[] = [];
  async function judge(who: Anybody, target: Target, expected: number): Promise<void> {
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
  expect(Object.keys(RIGHTS).sort()).toEqual([...paths].sort());
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
  if (path === 'auth.logout') return;
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

/** The fourth door has one question: whose token the handshake brings. */
describe.each([...CALLERS, ...Object.keys(STANDINGS)] as Anybody[])('Socket.IO for %s', who => {
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

/** Two teams, a single user and an Admin, with something of everything. */
async function furnish(all: TestServer) {
  const { services, send } = all;
  const signed = {} as Record<Caller | 'expired' | 'deactivated', Awaited<ReturnType<typeof signUp>>>;
  for (const who of [...CALLERS, 'expired', 'deactivated'] as const) signed[who] = await signUp(all, who);
  place(all, signed.manager.id, 'Manager');
  place(all, signed.otherManager.id, 'Manager');
  place(all, signed.admin.id, 'Admin,Manager');
  place(all, signed.stranger.id, 'Employee', signed.otherManager.id);
  for (const who of ['employee', 'deactivated', 'expired'] as const) {
    place(all, signed[who].id, 'Employee', signed.manager.id);
  }
  for (const who of CALLERS) tokens[who] = signed[who].token;
  tokens.expired = await tokenOfAnHourAgo(services, signed.expired.id);
  tokens.deactivated = signed.deactivated.token;
  services.db.$client.prepare('update user set active = 0 where id = ?').run(signed.deactivated.id);
  tokens.rubbish = 'rubbish';
  tokens.nobody = undefined;
  const newest = services.db.$client
    .prepare('select id from session where user_id = ? order by rowid desc')
    .pluck();
  /** Another browser of the same person, so that signing it out leaves this one alone. */
  async function phoneOf(who: Caller): Promise<string> {
    await send('POST', '/auth', {
      body: { email: `${who.toLowerCase()}@example.com`, password: `${who}-secret` },
    });
    return String(newest.get(signed[who].id));
  }

  async function make(who: Caller, path: string, body: object): Promise<string> {
    const answer = await send('POST', path, { token: signed[who].token, body });
    if (answer.status !== 201) throw new Error(`${path} for ${who}: ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  }
  async function thing(who: Caller, partner: Caller, starter: Caller): Promise<Ids> {
    const other = starter === who ? partner : who;
    const conversation = await make(starter, '/conversations', {
      users: [signed[other].id],
      message: 'Hello',
    });
    return {
      me: signed[who].id,
      task: await make(who, '/tasks', REPEATING),
      item: await make(who, '/groceries', { name: 'Milk' }),
      person: signed[who].id,
      conversation,
      message: await make(who, '/messages', { conversationId: conversation, message: `from ${who}` }),
      session: await phoneOf(who),
    };
  }
  const own = {} as Record<Caller, Ids>;
  for (const who of CALLERS) own[who] = await thing(who, ...PARTNERS[who]);
  const assigned = (boss: Caller, member: Caller) =>
    make(boss, '/tasks', { ...REPEATING, assignees: [signed[member].id] });
  const team = {
    ...own.manager,
    person: signed.employee.id,
    session: own.employee.session,
    task: await assigned('manager', 'employee'),
  };
  const foreign = {
    ...own.otherManager,
    person: signed.stranger.id,
    session: own.stranger.session,
    task: await assigned('otherManager', 'stranger'),
  };
  const missing: Ids = {
    me: ABSENT,
    task: ABSENT,
    item: ABSENT,
    person: ABSENT,
    conversation: ABSENT,
    message: ABSENT,
    session: ABSENT,
  };
  return Object.fromEntries(
    CALLERS.map(who => [who, { own: own[who], team, foreign, missing }]),
  ) as typeof ids;
}

async function tokenOfAnHourAgo(
  { db, sessions, clock }: TestServer['services'],
  id: string,
): Promise<string> {
  const row = db.$client.prepare('select email from user where id = ?').pluck().get(id);
  const account = findAccount(db, mintSystemScope(clock()), String(row));
  if (!account) throw new Error('no such account');
  const visitor = mintVisitor({ now: clock() - 3_600_000, changed() {} });
  const held = sessions.open(db, visitor, account, { userAgent: 'test', timeZone: null });
  return (await sessions.issue(held, visitor.now)).accessToken;
}
