import { credentialLink } from '@onus/db/schema/auth';
import { expect, test } from 'vitest';
import { issueLink } from '../link/commands.ts';
import { mintSystemScope } from '../scope.ts';
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
  const stream = (await phone.call.auth.onChange())[Symbol.asyncIterator]();
  const { id } = await desk.call.auth.me();
  const { token } = issueLink(world.db, mintSystemScope(world.clock()), id, 'reset');

  const answer = await desk.call.auth.changePassword({ current: 'Ana-secret', password: 'x' });
  expect(answer).toEqual({ message: 'Your password is changed. Your other sessions are signed out.' });
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

test('of two changes at once one is made', async () => {
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

test('a session is signed out from another, at once; what is not one’s own is not found', async () => {
  const world = testWorld();
  const desk = await world.person('Ana');
  const phone = await login(world);
  const ben = await world.person('Ben');
  const stream = (await phone.call.auth.onChange())[Symbol.asyncIterator]();
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

test('without a session nothing is changed or listed', async () => {
  const world = testWorld();
  const { call } = world.browser();
  const refused = { code: 'UNAUTHORIZED' };
  await expect(call.auth.sessions()).rejects.toMatchObject(refused);
  await expect(call.auth.signOut({ id: 'x' })).rejects.toMatchObject(refused);
  await expect(call.auth.changePassword({ current: 'x', password: 'y' })).rejects.toMatchObject(refused);
  expect(world.db.select().from(credentialLink).all()).toEqual([]);
});
