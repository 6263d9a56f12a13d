import { TOKEN_SCOPES, type TokenScope } from '@onus/contract/auth/token/token-scope';
import { personalToken } from '@onus/db/schema/access/token';
import { audit } from '@onus/db/schema/audit';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createSystemScope } from '../core/scope.ts';
import { TOKEN_CALLS } from '../core/sessions/token-scopes.ts';
import { issueLink } from '../link/issue.ts';
import { appRouter } from '../root.ts';
import {
  admin,
  type Browser,
  idOf,
  member,
  tableErrors,
  testWorld,
  ticksOf,
  type World,
} from '../testing.ts';

const HOUR = 3_600_000;

/** A program with a new token of a person. */
async function program(world: World, owner: Browser, scopes: TokenScope[], expiresAt?: string) {
  const made = await owner.call.token.create({ name: 'Script', scopes, expiresAt });
  const mine = world.browser();
  mine.held.accessToken = made.token;
  return { ...mine, made };
}

test('a token is shown once, and the database has only its hash', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { made } = await program(world, ana, ['tasks', 'read', 'tasks'], '2099-01-01');
  expect(made).toEqual({
    id: expect.any(String),
    name: 'Script',
    scopes: ['read', 'tasks'],
    token: expect.stringMatching(/^onus_pat_[\w-]{43}$/),
    createdAt: expect.stringMatching(/Z$/),
    expiresAt: '2099-01-01T00:00:00.000Z',
    lastUsedAt: null,
  });
  const { token, ...shown } = made;
  expect(await ana.call.token.list()).toEqual([shown]);
  expect(JSON.stringify(world.db.select().from(personalToken).all())).not.toContain(token.slice(9));
  const lines = world.db.select().from(audit).where(eq(audit.event, 'token.created')).all();
  expect(lines).toMatchObject([{ actorName: 'Ana', detail: { name: 'Script' }, procedure: 'token.create' }]);
  expect(JSON.stringify(lines)).not.toContain(token.slice(9));
});

test.each([
  [{ name: ' ', scopes: ['read'] }, 'Name is required'],
  [{ name: 'x'.repeat(101), scopes: ['read'] }, 'Name is too long: at most 100'],
  [{ name: 'x', scopes: [] }, 'Choose at least one scope'],
  [{ name: 'x', scopes: ['admin'] }, 'Scopes must be of read, tasks, groceries, messages'],
  [{ name: 'x', scopes: ['read'], expiresAt: 'soon' }, 'Expiry is invalid'],
  [{ name: 'x', scopes: ['read'], expiresAt: '2020-01-01' }, 'Expiry must be in the future'],
])('creating one with %j is refused', async (input, message) => {
  const { call } = await testWorld().person('Ana');
  await expect(call.token.create(input as never)).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
  expect(await call.token.list()).toEqual([]);
});

test('a person has at most 50, and their own only', async () => {
  const world = testWorld();
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
  for (let n = 0; n < 50; n++) await ana.call.token.create({ name: `${n}`, scopes: ['read'] });
  const more = { name: 'more', scopes: ['read' as const] };
  await expect(ana.call.token.create(more)).rejects.toMatchObject({ code: 'CONFLICT' });
  const [newest] = await ana.call.token.list();
  expect(newest?.name).toBe('49');
  expect(await ben.call.token.list()).toEqual([]);
  const id = newest?.id ?? '';
  await expect(ben.call.token.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await ana.call.token.revoke({ id })).toEqual({ id });
  await expect(ana.call.token.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await ana.call.token.create(more);
});

test('it stops at once when it is revoked, and the audit log says so', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { call, made } = await program(world, ana, ['read']);
  expect((await call.auth.me()).username).toBe('Ana');
  await ana.call.token.revoke({ id: made.id });
  await expect(call.auth.me()).rejects.toMatchObject({ cause: { code: 'TOKEN_INVALID' } });
  const lines = world.db.select().from(audit).where(eq(audit.event, 'token.revoked')).all();
  expect(lines).toMatchObject([{ actorName: 'Ana', detail: { name: 'Script' } }]);
});

test('it stops at its end', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const end = new Date(world.clock() + HOUR).toISOString();
  const { call, context } = await program(world, ana, ['read'], end);
  await call.auth.me();
  const stream = (await call.auth.onChange())[Symbol.asyncIterator]();
  const id = await idOf(ana);
  world.advance(HOUR);
  await expect(call.auth.me()).rejects.toMatchObject({ cause: { code: 'TOKEN_EXPIRED' } });
  world.events.tick('task', [id]);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  expect(context.caller.accessToken).toMatch(/^onus_pat_/);
});

test.each(['onus_pat_', 'onus_pat_short', `onus_pat_${'A'.repeat(43)}`, `onus_pat_${'A'.repeat(44)}`])(
  '%s is no token',
  async token => {
    const stranger = testWorld().browser();
    stranger.held.accessToken = token;
    await expect(stranger.call.auth.me()).rejects.toMatchObject({ cause: { code: 'TOKEN_INVALID' } });
  },
);

test('it ends with the account of its owner, and does not come back with it', async () => {
  const world = testWorld();
  const root = await admin(world, 'Root');
  const boss = await world.person('Ana', 'Manager');
  const ben = await member(world, boss, 'Ben');
  const { call } = await program(world, ben, ['read']);
  const id = (await call.auth.me()).id;
  await boss.call.member.update({ id, active: false });
  await expect(call.auth.me()).rejects.toMatchObject({ cause: { code: 'TOKEN_INVALID' } });
  await boss.call.member.update({ id, active: true });
  await expect(call.auth.me()).rejects.toMatchObject({ cause: { code: 'TOKEN_INVALID' } });

  const hers = await program(world, boss, ['read']);
  await hers.call.auth.me();
  await root.call.member.delete({ id: await idOf(boss) });
  await expect(hers.call.auth.me()).rejects.toMatchObject({ cause: { code: 'TOKEN_INVALID' } });
  expect(world.db.select().from(personalToken).all()).toEqual([]);
});

test('a row that an operator deactivates by hand stops it as well', async () => {
  const world = testWorld();
  const { call } = await program(world, await world.person('Ana'), ['read']);
  await call.auth.me();
  world.db.$client.exec('update user set active = 0');
  await expect(call.auth.me()).rejects.toMatchObject({ cause: { code: 'TOKEN_INVALID' } });
});

test('signing out and a changed password leave it, a reset link revokes it', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { call } = await program(world, ana, ['read']);
  await ana.call.auth.changePassword({ current: 'Ana-secret', password: 'fresh' });
  await ana.call.auth.logout();
  const { id } = await call.auth.me();
  const { token } = issueLink(world.db, createSystemScope(world.clock()), id, 'reset');
  await world.browser().call.auth.activate({ token, password: 'other' });
  await expect(call.auth.me()).rejects.toMatchObject({ cause: { code: 'TOKEN_INVALID' } });
});

test('it has the rights of its owner at that moment, and no more', async () => {
  const world = testWorld();
  const boss = await world.person('Ana', 'Manager');
  const root = await admin(world, 'Root');
  const stranger = await world.person('Ben');
  const task = await stranger.call.task.create({ title: 'Bins', dueDate: '2026-01-01' });
  const { call } = await program(world, boss, ['read', 'tasks']);
  await expect(call.task.get({ id: task.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await call.member.list({})).items).toEqual([]);
  await root.call.member.update({ id: await idOf(boss), roles: ['Employee'] });
  await expect(call.member.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a missing scope is refused before the input is looked at, and is in the audit log', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const { call } = await program(world, await world.person('Ana'), ['groceries']);
  await call.grocery.create({ name: 'Milk' });
  expect(await call.grocery.list()).toMatchObject([{ name: 'Milk' }]);
  await expect(call.task.create({} as never)).rejects.toMatchObject({
    message: 'This token needs the scope tasks',
    cause: { code: 'FORBIDDEN' },
  });
  await expect(call.task.list({ view: 'all' })).rejects.toThrow('This token needs the scope read or tasks');
  await expect(call.token.list()).rejects.toThrow('A personal token cannot do this. Log in instead.');
  const refused = world.db.select().from(audit).where(eq(audit.event, 'call.refused')).all();
  expect(refused.map(({ procedure }) => procedure)).toEqual(['task.create', 'task.list', 'token.list']);
});

test('an operation id of its owner opens no response that the token may not have', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const op = `${world
    .clock()
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-000000000001`;
  await ana.under(op).task.create({ title: 'Secret', dueDate: '2026-01-01' });
  const { under } = await program(world, ana, ['groceries']);
  const again = under(op).task.create({ title: 'Secret', dueDate: '2026-01-01' });
  await expect(again).rejects.toMatchObject({ cause: { code: 'FORBIDDEN' } });
});

test('its last use is written at most every ten minutes, also when many calls come at once', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  const { call } = await program(world, ana, ['read']);
  const client = world.db.$client;
  let writes = 0;
  client.function('wrote', () => {
    writes += 1;
    return null;
  });
  client.exec('create temp trigger counted after update on main.personal_token begin select wrote(); end');
  const used = () => world.db.select().from(personalToken).get()?.lastUsedAt ?? 0;
  await Promise.all(Array.from({ length: 20 }, () => call.auth.me()));
  expect(writes).toBe(1);
  const first = used();
  world.advance(9 * 60_000);
  await call.auth.me();
  expect(used()).toBe(first);
  world.advance(2 * 60_000);
  await call.auth.me();
  await call.auth.me();
  expect(writes).toBe(2);
  expect(used() - first).toBeGreaterThanOrEqual(11 * 60_000);
});

test('a use that cannot be written refuses no call', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const { call } = await program(world, await world.person('Ana'), ['read']);
  const exec = world.db.$client.exec.bind(world.db.$client);
  world.db.$client.exec = sql => {
    if (sql !== 'commit') return exec(sql);
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  };
  expect((await call.auth.me()).username).toBe('Ana');
});

test('every procedure says which scope it needs', () => {
  const paths = Object.keys(appRouter._def.procedures);
  const file = 'packages/api/src/core/sessions/token-scopes.ts';
  expect(tableErrors(Object.keys(TOKEN_CALLS), paths, file)).toEqual([]);
});

test('a query needs read or the scope of its domain, and a scope alone writes nothing of another', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  for (const [path, scopes] of Object.entries(TOKEN_CALLS)) {
    if (scopes === 'open' || scopes.length === 0 || path === 'feed.events') continue;
    const isWrite = procedures[path]?._def.type === 'mutation';
    expect(scopes.includes('read'), path).toBe(!isWrite);
    if (isWrite) expect(scopes, path).toHaveLength(1);
    expect(TOKEN_SCOPES).toEqual(expect.arrayContaining([...scopes]));
  }
});

test('its owner hears in every browser that a token was made or revoked', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const heard = await ticksOf(world, { ana }, 'chat', () => program(world, ana, ['read']));
  expect(heard).toEqual({ ana: ['session'] });
  const [made] = await ana.call.token.list();
  const revoke = () => ana.call.token.revoke({ id: made?.id ?? '' });
  expect(await ticksOf(world, { ana }, 'chat', revoke)).toEqual({ ana: ['session'] });
});
