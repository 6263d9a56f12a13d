import { user } from '@onus/db/schema/user';
import { expect, test } from 'vitest';
import { testWorld } from '../testing.ts';

const CLOSED = { code: 'FORBIDDEN', message: 'Registration is closed' };
const ana = { name: 'Ana', email: 'ana@example.com', password: 'x', roles: 'User' };
const ben = { ...ana, name: 'Ben', email: 'ben@example.com' };

test('open registration accepts everyone', async () => {
  const { call } = testWorld().browser();
  expect(await call.auth.registration()).toEqual({ isOpen: true });
  await call.auth.register(ana);
  expect(await call.auth.registration()).toEqual({ isOpen: true });
  await call.auth.register(ben);
});

test('closed registration refuses everyone', async () => {
  const world = testWorld(undefined, { registration: 'closed' });
  const { call } = world.browser();
  expect(await call.auth.registration()).toEqual({ isOpen: false });
  await expect(call.auth.register(ana)).rejects.toMatchObject(CLOSED);
  expect(world.db.select().from(user).all()).toEqual([]);
});

test('registration by invitation lets only the first account of an empty installation in', async () => {
  const world = testWorld(undefined, { registration: 'invite' });
  const { call } = world.browser();
  expect(await call.auth.registration()).toEqual({ isOpen: true });
  const answers = await Promise.allSettled([
    world.browser().call.auth.register(ana),
    world.browser().call.auth.register(ben),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: CLOSED });
  expect(await call.auth.registration()).toEqual({ isOpen: false });
  expect(world.db.select().from(user).all()).toHaveLength(1);
});

test('a manager still adds members', async () => {
  const world = testWorld(undefined, { registration: 'invite' });
  const boss = await world.person('Boss', 'Manager');
  await boss.call.member.create({ username: 'Ana', email: ana.email, password: 'secret' });
  await expect(world.person('Cleo')).rejects.toMatchObject(CLOSED);
});

test('the audit log tells of a refused registration', async () => {
  const world = testWorld(undefined, { registration: 'closed' });
  await expect(world.browser().call.auth.register(ana)).rejects.toMatchObject(CLOSED);
  const [entry] = world.db.$client.prepare('select event, detail from audit').all();
  expect(entry).toEqual({ event: 'account.refused', detail: '{"reason":"FORBIDDEN"}' });
});
