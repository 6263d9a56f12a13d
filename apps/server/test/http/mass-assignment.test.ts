import { isDeepStrictEqual } from 'node:util';
import { createPasswords } from '@onus/api/core/secrets/passwords';
import { appRouter } from '@onus/api/root';
import { LOWEST_COST, tableErrors } from '@onus/api/testing';
import { savedRows } from '@onus/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUBSCRIPTION } from '../rights/notifications.ts';
import { place, signUp, startServer, type TestServer } from '../server.ts';

/** What of an install the mutations of a member may name. */
interface World {
  token: string;
  me: string;
  boss: string;
  admin: string;
  task: string;
  series: string;
  /** A task that was deleted a moment ago. */
  removed: string;
  deleted: string;
  item: string;
  thread: string;
  message: string;
  session: string;
  /** Opens an invitation of the boss. */
  invited: { token: string };
}

let server: TestServer;
let world: World;
let calls = 0;
let putBack: () => void;
/** The rows before each call, as a text, and every value in them. */
let known: string;
let values: Set<unknown>;
beforeAll(async () => {
  server = await startServer({ TRUST_PROXY: 'loopback' });
  // One person has a password checked here more often than a person may.
  server.services.passwords = createPasswords(0, async () => {}, LOWEST_COST);
  const { send } = server;
  const [admin, boss, ana] = [
    await signUp(server, 'Admin'),
    await signUp(server, 'Boss'),
    await signUp(server, 'Ana'),
  ];
  place(server, admin.id, 'Admin,Manager');
  place(server, boss.id, 'Manager');
  place(server, ana.id, 'Employee', boss.id);
  const { token } = ana;
  const body = { email: 'ana@example.com', password: 'Ana-secret' };
  await send('POST', '/auth', { body });
  const make = async (path: string, fields: object) =>
    (await send('POST', path, { token, body: fields })).body.id;
  const series = { title: 'x', dueDate: '2026-01-01', recurrenceType: 'weekly' };
  const deleted = await make('/tasks', { title: 'x', dueDate: '2026-01-01' });
  await send('DELETE', '/tasks', { token, body: { id: deleted } });
  const removed = await make('/groceries', { name: 'x' });
  await send('DELETE', '/groceries', { token, body: { id: removed } });
  const thread = await make('/conversations', { users: [boss.id], message: 'x' });
  const sessions = (await send('GET', '/trpc/auth.sessions', { token })).body.result.data;
  world = {
    token,
    me: ana.id,
    boss: boss.id,
    admin: admin.id,
    task: await make('/tasks', { title: 'x', dueDate: '2026-01-01' }),
    series: await make('/tasks', series),
    deleted,
    removed,
    item: await make('/groceries', { name: 'x' }),
    thread,
    message: await make('/messages', { conversationId: thread, message: 'x' }),
    invited: await invitationOf(boss.token),
    session: sessions.find((one: { current: boolean }) => !one.current).id,
  };
  putBack = savedRows(server.services.db);
  known = JSON.stringify(rows());
  values = new Set(rows().flatMap(row => Object.values(row)));
});
afterAll(() => server.close());

async function invitationOf(token: string): Promise<World['invited']> {
  const { body } = await server.send('POST', '/invitations', { token, body: { role: 'Employee', uses: 2 } });
  return { token: new URL(body.url).searchParams.get('token') ?? '' };
}

const SHEET = { kind: 'tasks', table: 'title,due date\nnew,2026-01-01' };

const CREDENTIAL = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} };
const CREATED = { ...CREDENTIAL, response: { clientDataJSON: 'x', attestationObject: 'x' } };
const SIGNED = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
};

/** Each mutation with an input of its own that a member of a household may send, and what it answers. */
const MUTATIONS: Record<string, [input: (w: World) => object, status?: number]> = {
  'auth.login': [() => ({ email: 'ana@example.com', password: 'Ana-secret' })],
  'auth.register': [() => ({ name: 'New', email: 'new@example.com', password: 'x', roles: 'User' })],
  'auth.refresh': [() => ({}), 401],
  'auth.logout': [() => ({})],
  'auth.activate': [() => ({ token: 'x', password: 'long enough' }), 400],
  'auth.takeBackEmail': [() => ({ token: 'x' }), 400],
  'auth.requestReset': [() => ({ email: 'ana@example.com' })],
  'auth.changePassword': [() => ({ current: 'Ana-secret', password: 'other' })],
  'auth.signOut': [({ session: id }) => ({ id })],
  'notify.update': [() => ({ namesOnly: true, kinds: { due: ['mail'] } })],
  'notify.stop': [() => ({ token: 'x' }), 400],
  'push.subscribe': [() => SUBSCRIPTION, 409],
  'push.remove': [({ me: id }) => ({ id }), 404],
  'grocery.shopping': [() => ({ on: true })],
  'oidc.start': [() => ({}), 404],
  'oidc.finish': [() => ({ url: 'https://onus.example/auth/oidc/callback' }), 404],
  'oidc.link': [() => ({ password: 'x' }), 400],
  'oidc.unlink': [() => ({ id: 1 })],
  'invite.create': [() => ({ role: 'Employee' }), 403],
  'invite.revoke': [({ me: id }) => ({ id }), 403],
  'invite.redeem': [({ invited }) => ({ ...invited, name: 'New', email: 'new@example.com', password: 'x' })],
  'auth.signOutEverywhere': [() => ({})],
  'totp.start': [() => ({ currentPassword: 'Ana-secret' })],
  'totp.remove': [() => ({ currentPassword: 'Ana-secret' })],
  'secondFactor.reset': [({ me: userId }) => ({ userId }), 403],
  'token.create': [() => ({ name: 'Script', scopes: ['read'] })],
  'token.revoke': [({ me: id }) => ({ id }), 404],
  'feed.create': [() => ({ name: 'Phone' })],
  'feed.revoke': [({ me: id }) => ({ id }), 404],
  'task.create': [() => ({ title: 'new', dueDate: '2026-01-01' })],
  'task.update': [({ task: id }) => ({ id, title: 'other' })],
  'task.assign': [({ task: id, me }) => ({ id, add: [me] })],
  'task.skip': [({ series: id }) => ({ id })],
  'task.undoSkip': [({ series: id }) => ({ id, dueDate: '2026-01-01' })],
  'task.delete': [({ task: id }) => ({ id })],
  'task.restore': [({ deleted: id }) => ({ id })],
  'task.moveOverdue': [() => ({ of: 'mine' })],
  'member.create': [() => ({ username: 'New', email: 'new@example.com', password: 'abcd' }), 403],
  'member.link': [({ me: id }) => ({ id }), 403],
  'member.update': [({ me: id }) => ({ id, username: 'Other' })],
  'member.updateSelf': [() => ({ username: 'Other' })],
  'member.delete': [({ me: id }) => ({ id }), 403],
  'member.move': [({ me: id }) => ({ id, managerId: null }), 403],
  'member.handOver': [({ boss: to }) => ({ to }), 403],
  'grocery.create': [() => ({ name: 'new' })],
  'grocery.update': [({ item: id }) => ({ id, name: 'other' })],
  'grocery.adjust': [({ item: id }) => ({ id, by: 1 })],
  'grocery.delete': [({ item: id }) => ({ id })],
  'grocery.restore': [({ removed: id }) => ({ id })],
  'grocery.clearCart': [({ item: id }) => ({ ids: [id] })],
  'chat.start': [({ boss }) => ({ users: [boss], message: 'new' })],
  'chat.markRead': [({ thread: conversationId }) => ({ conversationId, sequence: 1 })],
  'chat.send': [({ thread: conversationId }) => ({ conversationId, message: 'new' })],
  'chat.edit': [({ message: id }) => ({ id, message: 'other' })],
  'chat.delete': [({ message: id }) => ({ id })],
  'sheet.preview': [() => SHEET],
  'sheet.import': [() => ({ ...SHEET, id: '0198c0de-0000-7000-8000-000000000001', count: 1 })],
  'sheet.undo': [({ task: id }) => ({ id }), 404],
  'admin.signOut': [({ session: id }) => ({ id }), 403],
  'admin.backUp': [() => ({}), 403],
  'admin.testMail': [() => ({}), 403],
  'admin.testPush': [() => ({}), 403],
  'passkey.registerOptions': [() => ({ currentPassword: 'Ana-secret' })],
  'passkey.register': [() => ({ name: 'x', response: CREATED }), 400],
  'passkey.delete': [() => ({ id: 'x' }), 404],
  'passkey.signInOptions': [() => ({})],
  'passkey.signIn': [() => ({ response: SIGNED }), 401],
  // Wrong codes: after so many of them, no password of this person is compared.
  'totp.confirm': [() => ({ code: '000000' }), 400],
};

/** The rows of the REST API that take fields, with the mutation whose input they are sent. */
const ROWS: [string, keyof typeof MUTATIONS][] = [
  ['POST /api/users', 'auth.register'],
  ['POST /tasks', 'task.create'],
  ['PATCH /tasks', 'task.update'],
  ['POST /groceries', 'grocery.create'],
  ['PATCH /groceries', 'grocery.update'],
  ['POST /messages', 'chat.send'],
  ['PATCH /messages', 'chat.edit'],
  ['POST /conversations', 'chat.start'],
  ['PATCH /users', 'member.update'],
  ['POST /invitations/redeem', 'invite.redeem'],
];

/** What only the server says: by the names of its columns, of its answers, and of what others call it. */
const OWNED: Record<string, (w: World) => unknown> = {
  ...named(['user', 'userId', 'user_id', 'creator', 'creatorId', 'creator_id', 'owner'], w => w.admin),
  ...named(['manager', 'managerId', 'manager_id', 'household', 'householdId', 'household_id'], w => w.admin),
  ...named(['sender', 'senderId', 'sender_id', 'lowUserId', 'highUserId', 'addedBy'], w => w.admin),
  ...named(['roles', 'role', 'status'], () => ['Admin']),
  ...named(['isAdmin', 'isManager', 'admin', 'may', 'deleted'], () => true),
  active: () => false,
  ...named(['createdAt', 'created_at', 'deletedAt', 'deleted_at', 'rotatedAt', 'usedAt'], () => 1),
  ...named(['expiresAt', 'expires_at', 'endsAt', 'ends_at'], () => 9e15),
  ...named(['secondFactorAt', 'second_factor_at', 'confirmedAt', 'lastStep', 'pendingAt'], () => 1),
  ...named(
    ['secret', 'pending', 'pendingSession', 'mustEnroll', 'publicKey', 'credentialId'],
    () => 'taken over',
  ),
  ...named(['lastSequence', 'last_sequence', 'lowReadSequence', 'generation'], () => 9999),
  ...named(['passwordHash', 'password_hash', 'secretHash', 'tokenHash', 'userAgent'], () => 'taken over'),
  ...named(
    ['seriesId', 'series_id', 'scheduledDay', 'followsId', 'dueDay', 'kind', 'now', 'scope'],
    () => 'taken over',
  ),
  ...named(['__proto__', 'constructor', 'prototype'], w => ({
    isAdmin: true,
    roles: ['Admin'],
    userId: w.admin,
  })),
};

function named(names: string[], value: (w: World) => unknown): typeof OWNED {
  return Object.fromEntries(names.map(name => [name, value]));
}

const TABLES = [
  ...['invitation', 'user', 'session', 'credential_link', 'totp', 'recovery_code', 'passkey', 'grocery_item'],
];
const TABLES_OF_TASKS = ['task', 'task_assignee', 'task_reader'];

function rows(): Record<string, unknown>[] {
  const { $client } = server.services.db;
  return [...TABLES, ...TABLES_OF_TASKS, 'conversation', 'message'].flatMap(table =>
    ($client.prepare(`select '${table}' as "table", * from "${table}" order by rowid`).all() as object[]).map(
      row => row as Record<string, unknown>,
    ),
  );
}

/** Everything as it is after a call, with new values of every call named by what they are. */
function changed(now: Record<string, unknown>[]): string {
  const plain = (value: unknown) => {
    if (values.has(value)) return value;
    if (typeof value === 'number' && Math.abs(value - Date.now()) < 100 * 86_400_000) return 'a time';
    if (typeof value !== 'string') return value;
    if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) return 'an id';
    return /^\$argon2id\$|^[\w-]{43}$|^[\w-]{64}$/.test(value) ? 'a hash' : value;
  };
  return JSON.stringify(
    now.map(row => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plain(value)]))),
  );
}

interface Outcome {
  status: number;
  /** Why it was refused. */
  reason: unknown;
  state: string;
  untouched: boolean;
}

/** What a call did, which is then taken back. */
async function after(method: string, path: string, body: string): Promise<Outcome> {
  calls += 1;
  try {
    const headers = { 'x-forwarded-for': `10.0.${calls >> 8}.${calls & 255}` };
    const answer = await server.send(method, path, { token: world.token, body, headers });
    const now = rows();
    const reason = answer.status < 300 ? null : (answer.body.error?.message ?? answer.body.message);
    return { status: answer.status, reason, state: changed(now), untouched: JSON.stringify(now) === known };
  } finally {
    putBack();
  }
}

/** An object literal would take `__proto__` for its own; a body that was sent does not. */
function bodyOf(fields: object, owned: readonly string[]): string {
  const others = Object.entries(fields).filter(([key]) => !owned.includes(key));
  const all = [...others, ...owned.map(name => [name, OWNED[name]?.(world)])];
  return `{${all.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`;
}

/** The fields with which a call did anything but what it does without them. */
async function taken(method: string, path: string, mutation: string): Promise<string[]> {
  const [input, status = 200] = MUTATIONS[mutation] ?? [() => ({})];
  const fields = input(world);
  const honest = await after(method, path, JSON.stringify(fields));
  expect([200, 201, 204].includes(honest.status) ? 200 : honest.status).toBe(status);

  /** Most calls ignore all of them at once. Where anything is different, each half is sent by itself. */
  async function takenOf(names: string[]): Promise<string[]> {
    const tried = await after(method, path, bodyOf(fields, names));
    if (isDeepStrictEqual(tried, honest)) return [];
    if (names.length === 1) {
      return tried.status >= 500 || (!tried.untouched && tried.state !== honest.state) ? names : [];
    }
    const half = names.length >> 1;
    return [...(await takenOf(names.slice(0, half))), ...(await takenOf(names.slice(half)))];
  }
  return takenOf(Object.keys(OWNED));
}

test('every mutation has a row here', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  const paths = Object.keys(procedures).filter(path => procedures[path]?._def.type === 'mutation');
  expect(tableErrors(Object.keys(MUTATIONS), paths, 'apps/server/test/http/mass-assignment.test.ts')).toEqual(
    [],
  );
});

describe(`none of ${Object.keys(OWNED).length} fields that are the server’s changes anything`, () => {
  test.each(Object.keys(MUTATIONS))('%s', { timeout: 120_000 }, async mutation => {
    expect(await taken('POST', `/trpc/${mutation}`, mutation)).toEqual([]);
  });

  test.each(ROWS)('%s', { timeout: 120_000 }, async (at, mutation) => {
    const [method = '', path = ''] = at.split(' ');
    expect(await taken(method, path, mutation)).toEqual([]);
  });
});
