import { credentialLink, session } from '@onus/db/schema/access/auth';
import { expect, test } from 'vitest';
import { networkName } from '../core/limits/network.ts';
import { createSystemScope } from '../core/scope.ts';
import { issueLink } from '../link/issue.ts';
import { type Browser, testWorld, type World } from '../testing.ts';

const EMAIL = 'ana@example.com';

async function login(world: World, password = 'Ana-secret'): Promise<Browser> {
  const browser = world.browser();
  browser.held.accessToken = (await browser.call.auth.login({ email: EMAIL, password })).accessToken;
  return browser;
}

test('changing the password ends the other sessions and open links, and keeps this one', async () => {
  const world = testWorld();
  const desk = await world.person('Ana');
  const phone = await login(world);
  const stream = (await phone.call.live.onChange())[Symbol.asyncIterator]();
  const { id } = await desk.call.auth.me();
  const { token } = issueLink(world.db, createSystemScope(world.clock()), id, 'reset');

  const answer = await desk.call.auth.changePassword({ current: 'Ana-secret', password: 'x' });
  expect(answer).toEqual({ message: 'Your password was changed. You are signed out everywhere else.' });
  expect((await desk.call.auth.me()).username).toBe('Ana');
  await desk.call.auth.refresh();
  await expect(phone.call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  await expect(phone.call.auth.refresh()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  const redeemed = world.browser().call.auth.activate({ token, password: 'fresh' });
  await expect(redeemed).rejects.toThrow('Error: this link is invalid or has expired.');
  await expect(login(world)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await login(world, 'x');
});

test.each([
  [{ current: 'wrong', password: 'fresh' }, 'Current password is wrong'],
  [{ current: '', password: 'fresh' }, 'Current password is wrong'],
  [{ current: 'Ana-secret', password: '' }, 'Password is required'],
  [{ current: 'Ana-secret', password: 'x'.repeat(129) }, 'Password is too long: at most 128'],
  [{ current: 'x'.repeat(129), password: 'fresh' }, 'Current is too long: at most 128'],
])('changing with %j is refused and changes nothing', async (input, message) => {
  const world = testWorld();
  const desk = await world.person('Ana');
  const phone = await login(world);
  await expect(desk.call.auth.changePassword(input)).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
  await phone.call.auth.me();
  await login(world);
});

test('the setting raises the minimum of a changed password', async () => {
  const world = testWorld(undefined, { passwordMinLength: 8 });
  const { call } = await world.person('Ana');
  const short = call.auth.changePassword({ current: 'Ana-secret', password: 'seven77' });
  await expect(short).rejects.toThrow('Password must have at least 8 characters');
});

test('with the setting the most common passwords are refused, in any case', async () => {
  const world = testWorld(undefined, { passwordMinLength: 8 });
  const { call } = await world.person('Ana');
  const change = (password: string) => call.auth.changePassword({ current: 'Ana-secret', password });
  for (const password of ['password', 'PassWord', '12345678', 'trustno1']) {
    await expect(change(password)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This password is one of the 10,000 most common ones. Choose another one.',
    });
  }
  await change('correct horse battery staple');
  const free = await testWorld().person('Ana');
  await free.call.auth.changePassword({ current: 'Ana-secret', password: 'password' });
});

test('a sentence of 128 characters is a password everywhere', async () => {
  const world = testWorld(undefined, { passwordMinLength: 12 });
  const sentence = `${'ein Satz mit Wörtern & "Zeichen" '.repeat(4)}`.slice(0, 127).padEnd(128, '.');
  const browser = world.browser();
  const account = { name: 'Ana', email: EMAIL, password: sentence, roles: 'User' } as const;
  browser.held.accessToken = (await browser.call.auth.register(account)).accessToken;
  const other = sentence.toUpperCase();
  await browser.call.auth.changePassword({ current: sentence, password: other });
  await login(world, other);
  const { id } = await browser.call.auth.me();
  const link = issueLink(world.db, createSystemScope(world.clock()), id, 'reset');
  await world.browser().call.auth.activate({ token: link.token, password: sentence });
  await login(world, sentence);
});

test('one of two parallel changes succeeds', async () => {
  const world = testWorld();
  const { call } = await world.person('Ana');
  const ends = await Promise.allSettled([
    call.auth.changePassword({ current: 'Ana-secret', password: 'one' }),
    call.auth.changePassword({ current: 'Ana-secret', password: 'two' }),
  ]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await login(world, ends[0]?.status === 'fulfilled' ? 'one' : 'two');
});

test('one’s own sessions are listed, newest first, with the one that asks', async () => {
  const world = testWorld();
  const desk = await world.person('Ana');
  await world.person('Ben');
  world.advance(60_000);
  const phone = await login(world);
  const created = new Date(world.clock()).toISOString().slice(0, 16);
  world.advance(60_000);
  await phone.call.auth.refresh();
  const listed = await desk.call.auth.sessions();
  expect(listed).toEqual([
    {
      id: expect.any(String),
      userAgent: 'test',
      network: '192.0.2.0/24',
      createdAt: expect.stringContaining(created),
      lastSeenAt: expect.any(String),
      current: false,
    },
    expect.objectContaining({ current: true, userAgent: 'test' }),
  ]);
  const [newest] = listed;
  const ago = Date.parse(newest?.lastSeenAt ?? '') - Date.parse(newest?.createdAt ?? '');
  expect(ago).toBeGreaterThanOrEqual(60_000);
  world.advance(30 * 86_400_000);
  const late = await login(world);
  expect(await late.call.auth.sessions()).toMatchObject([{ current: true }]);
});

test('a session keeps the network of its last refresh, shortened', async () => {
  const world = testWorld();
  const home = await world.person('Ana', 'User', { address: '::ffff:192.168.1.20' });
  const networks = async () => (await home.call.auth.sessions()).map(session => session.network);
  expect(await networks()).toEqual(['Local network']);
  home.context.caller.address = '203.0.113.9';
  world.advance(60_000);
  await home.call.auth.refresh();
  expect(await networks()).toEqual(['203.0.113.0/24']);
  const stored = world.db.$client.prepare('select * from session').get();
  expect(JSON.stringify(stored)).not.toContain('203.0.113.9');
});

test.each([
  ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['198.51.100.255', '198.51.100.0/24'],
  ['10.1.2.3', 'Local network'],
  ['127.0.0.1', 'Local network'],
  ['::1', 'Local network'],
  ['fe80::1%eth0', 'Local network'],
  ['fd12:3456::1', 'Local network'],
  ['unknown', ''],
])('of %s the owner reads %s', (address, name) => {
  expect(networkName(address)).toBe(name);
});

test('signing out everywhere ends every session, this one too, and forgets the cookie', async () => {
  const world = testWorld();
  const desk = await world.person('Ana');
  const [phone, ben] = [await login(world), await world.person('Ben')];
  const stream = (await phone.call.auth.onChange())[Symbol.asyncIterator]();
  const told = stream.next();
  await desk.call.auth.signOutEverywhere();
  for (const { call } of [desk, phone]) {
    await expect(call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  }
  expect(desk.held.cookie).toBeNull();
  await expect(phone.call.auth.refresh()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  expect(await told).toEqual({ done: true, value: undefined });
  await ben.call.auth.me();
});

test('a session is signed out from another, at once; what is not one’s own is not found', async () => {
  const world = testWorld();
  const desk = await world.person('Ana');
  const phone = await login(world);
  const ben = await world.person('Ben');
  const stream = (await phone.call.live.onChange())[Symbol.asyncIterator]();
  const id = (await phone.call.auth.sessions()).find(one => one.current)?.id ?? '';
  const missing = { code: 'NOT_FOUND', message: 'Session not found' };
  await expect(ben.call.auth.signOut({ id })).rejects.toMatchObject(missing);
  await expect(desk.call.auth.signOut({ id: 'nothing' })).rejects.toMatchObject(missing);
  await phone.call.auth.me();
  expect(await desk.call.auth.signOut({ id })).toEqual({ id });
  await expect(phone.call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  await expect(phone.call.auth.refresh()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  await expect(desk.call.auth.signOut({ id })).rejects.toMatchObject(missing);
  expect(await desk.call.auth.sessions()).toHaveLength(1);
});

test('using a session neither moves its end nor deletes it', async () => {
  const world = testWorld();
  const { call } = await world.person('Ana');
  const ends = () => world.db.select({ at: session.expiresAt }).from(session).all();
  const endAt = (at: number) => world.db.update(session).set({ expiresAt: at }).run();
  for (const days of [29, 14, 1]) {
    const at = Date.now() + days * 86_400_000;
    endAt(at);
    expect((await call.auth.me()).username).toBe('Ana');
    expect(ends()).toEqual([{ at }]);
  }
  const stream = (await call.live.onChange())[Symbol.asyncIterator]();
  endAt(1);
  await expect(call.auth.me()).rejects.toMatchObject({ cause: { code: 'SESSION_REVOKED' } });
  world.events.tick('task', [world.db.select({ id: session.userId }).from(session).get()?.id ?? '']);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  expect(ends()).toEqual([{ at: 1 }]);
});

test('without a session nothing is changed or listed', async () => {
  const world = testWorld();
  const { call } = world.browser();
  const refused = { code: 'UNAUTHORIZED' };
  await expect(call.auth.sessions()).rejects.toMatchObject(refused);
  await expect(call.auth.signOut({ id: 'x' })).rejects.toMatchObject(refused);
  await expect(call.auth.changePassword({ current: 'x', password: 'y' })).rejects.toMatchObject(refused);
  expect(world.db.select().from(credentialLink).all()).toEqual([]);
});
