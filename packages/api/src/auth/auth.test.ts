import { session } from '@onus/db/schema/access/auth';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { type Browser, testWorld, type World } from '../testing.ts';

const ana = { name: 'Ana', email: 'ana@example.com', password: 'x', roles: 'User' };

async function login(world: World, email: string, password: string): Promise<Browser> {
  const browser = world.browser();
  browser.held.accessToken = (await browser.call.auth.login({ email, password })).accessToken;
  return browser;
}

test('registration signs in, and the token has the shape of the spec', async () => {
  const world = testWorld();
  const browser = world.browser();
  const { accessToken, user: made } = await browser.call.auth.register({
    ...ana,
    email: ' ANA@Example.com ',
  });
  expect(made).toMatchObject({
    username: 'Ana',
    email: 'ana@example.com',
    roles: ['User'],
    status: 'Employee',
  });
  expect(decodeJwt(accessToken).UserInfo).toEqual({ username: 'Ana', roles: ['User'], id: made.id });
  browser.held.accessToken = accessToken;
  expect(await browser.call.auth.me()).toEqual(made);
  expect(world.db.select().from(user).all()).toMatchObject([
    { passwordHash: expect.stringMatching(/^\$argon2id\$/) },
  ]);
});

test.each([
  ['User', ['User']],
  ['manager', ['Manager']],
  [1984, ['Manager']],
  [['2001'], ['User']],
])('role %j may register', async (roles, expected) => {
  const { user: made } = await testWorld()
    .browser()
    .call.auth.register({ ...ana, roles });
  expect(made.roles).toEqual(expected);
});

test.each([
  [{ roles: 'Admin' }, 'Roles must be User or Manager'],
  [{ roles: 5150 }, 'Roles must be User or Manager'],
  [{ roles: ['User', 'Manager'] }, 'Roles must be User or Manager'],
  [{ roles: 'Boss' }, 'Role "Boss" is not known'],
  [{ roles: [] }, 'Roles must be User or Manager'],
  [{ manager: 'm1' }, 'Manager must be empty'],
  [{ password: '' }, 'Password is required'],
  [{ password: 'x'.repeat(129) }, 'Password is too long: at most 128'],
  [{ email: 'unknown' }, 'Email is invalid'],
  [{ email: '' }, 'Email is required'],
  [{ name: '   ' }, 'Name is required'],
  [{ name: undefined }, 'Name is required'],
  [{ name: 'a\0b' }, 'Name contains characters that cannot be stored'],
])('registering with %j is refused and makes no account', async (wrong, message) => {
  const world = testWorld();
  await expect(world.browser().call.auth.register({ ...ana, ...wrong } as typeof ana)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message,
  });
  expect(world.db.select().from(user).all()).toEqual([]);
});

test('an email registers once, whatever its case', async () => {
  const world = testWorld();
  await world.person('Ana');
  const again = world.browser().call.auth.register({ ...ana, email: 'ANA@example.com' });
  await expect(again).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'An account with this email already exists',
  });
});

test('a wrong password and an unknown email get the same response', async () => {
  const world = testWorld();
  await world.person('Ana');
  const refused = { code: 'UNAUTHORIZED', message: 'Wrong email or password' };
  await expect(login(world, 'ana@example.com', 'wrong')).rejects.toMatchObject(refused);
  await expect(login(world, 'unknown@example.com', 'wrong')).rejects.toMatchObject(refused);
  expect((await login(world, 'ANA@example.com ', 'Ana-secret')).held.accessToken).toBeTruthy();
});

test('no token is 401; a bad, an old and a revoked one are 403, each with its reason', async () => {
  const world = testWorld();
  const browser = await world.person('Ana');
  const good = browser.held.accessToken;
  const reason = async (accessToken: string | null) => {
    browser.held.accessToken = accessToken;
    const error = await browser.call.auth.me().then(
      () => null,
      thrown => thrown,
    );
    return error && [error.code, error.cause.code];
  };
  expect(await reason(null)).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED']);
  expect(await reason('rubbish')).toEqual(['FORBIDDEN', 'TOKEN_INVALID']);
  expect(await reason(`${good}x`)).toEqual(['FORBIDDEN', 'TOKEN_INVALID']);
  expect(await reason(good)).toBeNull();
  world.advance(601_000);
  expect(await reason(good)).toEqual(['FORBIDDEN', 'TOKEN_EXPIRED']);
  world.advance(-601_000);
  await browser.call.auth.logout();
  expect(await reason(good)).toEqual(['FORBIDDEN', 'SESSION_REVOKED']);
});

test('rights are those of the database now, not those of the token', async () => {
  const world = testWorld();
  const browser = await world.person('Ana');
  world.db
    .update(user)
    .set({ roles: ['Manager'] })
    .run();
  expect((await browser.call.auth.me()).roles).toEqual(['Manager']);
  world.db.update(user).set({ active: false }).run();
  await expect(browser.call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  await expect(browser.call.auth.refresh()).rejects.toMatchObject({ cause: { code: 'INACTIVE' } });
  const told = { code: 'FORBIDDEN', message: 'Your account is not active' };
  await expect(login(world, 'ana@example.com', 'Ana-secret')).rejects.toMatchObject(told);
  await expect(login(world, 'ana@example.com', 'wrong')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('twenty tabs that refresh at once get one successor; a replay after its use ends the session', async () => {
  const world = testWorld();
  const browser = await world.person('Ana');
  const stolen = browser.held.cookie;
  const tabs = Array.from({ length: 20 }, () => {
    const tab = world.browser();
    tab.held.cookie = stolen;
    return tab;
  });
  const answers = await Promise.all(tabs.map(tab => tab.call.auth.refresh()));
  expect(new Set(answers.map(answer => answer.accessToken)).size).toBe(1);
  expect(new Set(tabs.map(tab => tab.held.cookie)).size).toBe(1);
  expect(world.db.select().from(session).all()).toMatchObject([{ generation: 1 }]);

  world.advance(11_000);
  browser.held.cookie = stolen;
  const sockets = world.events.open((await tabs[0]?.call.auth.refresh())?.user.id ?? '');
  await expect(browser.call.auth.refresh()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  expect((await sockets[Symbol.asyncIterator]().next()).value).toEqual(['session']);
  await expect(tabs[0]?.call.auth.refresh()).rejects.toMatchObject({ message: 'Your login has expired' });
  expect(world.db.select().from(session).all()).toEqual([]);
});

test('a browser that lost the response of a refresh comes back with the cookie it has', async () => {
  const world = testWorld();
  const browser = await world.person('Ana');
  const before = browser.held.cookie;
  for (const later of [11_000, 86_400_000, 20 * 86_400_000]) {
    world.advance(later);
    browser.held.cookie = before;
    browser.held.accessToken = (await browser.call.auth.refresh()).accessToken;
    expect((await browser.call.auth.me()).username).toBe('Ana');
  }
  await browser.call.auth.refresh();
  browser.held.cookie = before;
  await expect(browser.call.auth.refresh()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  await expect(browser.call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
});

test('a cookie two generations old ends the session at once; a forged one ends nothing', async () => {
  const world = testWorld();
  const browser = await world.person('Ana');
  const first = browser.held.cookie;
  await browser.call.auth.refresh();
  await browser.call.auth.refresh();
  const current = browser.held.cookie;
  browser.held.cookie = current?.replace(/.$/, last => (last === 'A' ? 'B' : 'A')) ?? null;
  await expect(browser.call.auth.refresh()).rejects.toMatchObject({ cause: { code: 'TOKEN_INVALID' } });
  browser.held.cookie = current;
  await browser.call.auth.refresh();
  browser.held.cookie = first;
  await expect(browser.call.auth.refresh()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
});

test('a cookie that is newer than the database, as after a restore, stays signed in; a replay still ends it', async () => {
  const world = testWorld();
  const browser = await world.person('Ana');
  const copy = world.db.select().from(session).get();
  const cookies: (string | null)[] = [];
  for (let times = 0; times < 3; times += 1) {
    await browser.call.auth.refresh();
    cookies.push(browser.held.cookie);
  }
  world.db
    .update(session)
    .set({ ...copy })
    .run();
  await browser.call.auth.refresh();
  expect(world.db.select().from(session).get()?.generation).toBe(4);
  await browser.call.auth.refresh();
  browser.held.cookie = cookies.at(-1) ?? null;
  await expect(browser.call.auth.refresh()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
});

test('a session ends after 30 idle days and after 90 in all', async () => {
  const world = testWorld();
  const browser = await world.person('Ana');
  const DAY = 86_400_000;
  const stored = () => world.db.select().from(session).get();
  const issued = stored();
  expect((issued?.expiresAt ?? 0) - (issued?.createdAt ?? 0)).toBe(30 * DAY);
  expect((issued?.endsAt ?? 0) - (issued?.createdAt ?? 0)).toBe(90 * DAY);
  world.db
    .update(session)
    .set({ endsAt: world.clock() + DAY })
    .run();
  await browser.call.auth.refresh();
  expect(stored()?.expiresAt).toBe(stored()?.endsAt);
  world.db
    .update(session)
    .set({ expiresAt: Date.now() - 1 })
    .run();
  await expect(browser.call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  await expect(browser.call.auth.refresh()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
});

test('the database holds no secret of a session', async () => {
  const world = testWorld();
  const browser = await world.person('Ana');
  const bytes = world.db.$client.serialize().toString('latin1');
  for (const secret of [browser.held.accessToken, browser.held.cookie?.split('.')[2], 'Ana-secret']) {
    expect(secret).toBeTruthy();
    expect(bytes).not.toContain(secret);
  }
});

test('logging out ends this session only, also with an old token, and never fails', async () => {
  const world = testWorld();
  const desk = await world.person('Ana');
  const phone = await login(world, 'ana@example.com', 'Ana-secret');
  world.advance(700_000);
  await desk.call.auth.logout();
  expect(desk.held.cookie).toBeNull();
  await desk.call.auth.logout();
  await world.browser().call.auth.logout();
  world.advance(-700_000);
  await expect(desk.call.auth.me()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await phone.call.auth.me()).username).toBe('Ana');
});

test('an open stream ends when its session does', async () => {
  const world = testWorld();
  const browser = await world.person('Ana');
  const stream = (await browser.call.live.onChange())[Symbol.asyncIterator]();
  await browser.call.task.create({ title: 'Bins', dueDate: '2026-01-01' });
  expect(await stream.next()).toEqual({ done: false, value: ['task'] });
  await browser.call.auth.logout();
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

test('a person sees no changes of an unrelated person', async () => {
  const world = testWorld();
  const [a, b] = [await world.person('Ana'), await world.person('Ben')];
  const stream = (await b.call.live.onChange())[Symbol.asyncIterator]();
  await a.call.task.create({ title: 'Secret', dueDate: '2026-01-01' });
  await b.call.member.updateSelf({ username: 'Benedict' });
  const topics = new Set((await stream.next()).value);
  expect(topics).toEqual(new Set(['session', 'member', 'task', 'grocery', 'chat']));
});

test('settings change name and email; an email that is taken changes nothing', async () => {
  const world = testWorld();
  const [a] = [await world.person('Ana'), await world.person('Ben')];
  const changed = await a.call.member.updateSelf({ username: 'Ana Maria', email: 'New@Example.com' });
  expect(changed).toMatchObject({ username: 'Ana Maria', email: 'new@example.com' });
  await expect(a.call.member.updateSelf({ username: 'X', email: 'ben@example.com' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  expect(await a.call.auth.me()).toEqual(changed);
  expect(world.db.select().from(user).where(eq(user.email, 'new@example.com')).all()).toHaveLength(1);
});
