import { task } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createDemoAccounts } from '../auth/demo-accounts.ts';
import { createSystemScope } from '../core/scope.ts';
import { type Browser, dayFrom, testWorld, type World, type WorldSettings, whole } from '../testing.ts';
import { type Name, PEOPLE } from './household.ts';

/** A household that no one can log in to. */
const LOCKED = PEOPLE.map(name => ({ name, email: `${name}@example.com`.toLowerCase(), passwordHash: 'x' }));

async function filled() {
  const world = await waiting();
  const [alex, robin, kim, sam] = await Promise.all(PEOPLE.map(name => login(world, name)));
  return { world, people: { alex, robin, kim, sam } as Record<Lowercase<Name>, Browser> };
}

/** An installation after `onus demo`. */
async function waiting(settings?: WorldSettings): Promise<World> {
  const world = testWorld(undefined, settings);
  const passwordHash = await world.passwords.hash('secret', 1, { address: '' });
  const accounts = LOCKED.map(one => ({ ...one, passwordHash }));
  createDemoAccounts(world.db, createSystemScope(world.clock()), accounts);
  return world;
}

async function login(world: World, name: Name, timeZone = 'UTC'): Promise<Browser> {
  const browser = world.browser({ timeZone });
  const email = `${name.toLowerCase()}@example.com`;
  browser.held.accessToken = (await browser.call.auth.login({ email, password: 'secret' })).accessToken;
  return browser;
}

test('a manager has three members, and every screen of each has something to show', async () => {
  const { people } = await filled();
  const { call } = people.alex;
  expect((await call.member.list({ limit: 100 })).items.map(one => one.username)).toEqual([
    'Kim',
    'Robin',
    'Sam',
  ]);
  for (const view of ['today', 'overdue', 'upcoming', 'complete'] as const) {
    expect((await whole(call.manager.tasks, { view })).length).toBeGreaterThan(2);
  }
  for (const { complete } of await call.manager.chart()) expect(complete).toBeGreaterThan(0);
  for (const { call } of Object.values(people)) {
    expect((await whole(call.task.list, { view: 'complete' })).length).toBeGreaterThan(2);
    expect((await whole(call.task.list, { view: 'incomplete' })).length).toBeGreaterThan(2);
  }
  const items = await people.kim.call.grocery.list();
  expect(new Set(items.map(one => one.addedBy.username))).toEqual(new Set(PEOPLE));
  expect(new Set(items.map(one => one.purchased))).toEqual(new Set([true, false]));
  for (const { price } of items) expect(price).toBeGreaterThan(0);
});

test('some forty tasks over six months and the coming weeks, assigned, done, repeating', async () => {
  const { world, people } = await filled();
  const tasks = await whole(people.alex.call.manager.tasks, { view: 'all' });
  expect(tasks.length).toBeGreaterThanOrEqual(40);
  expect(tasks.length).toBeLessThanOrEqual(48);
  expect(tasks[0]?.dueDate.slice(0, 10)).toBe(dayFrom(world, -171));
  expect(tasks.at(-1)?.dueDate.slice(0, 10)).toBe(dayFrom(world, 27));
  expect(new Set(tasks.map(one => one.recurrenceType)).size).toBe(5);
  expect(tasks.filter(one => one.assignees.length > 1).length).toBeGreaterThan(2);
  for (const { createdAt, updatedAt } of tasks) {
    expect(createdAt <= updatedAt && Date.parse(updatedAt) <= world.clock()).toBe(true);
  }
});

test('two threads, in each of which the last message waits to be read', async () => {
  const { world, people } = await filled();
  const threads = (await people.alex.call.chat.conversations({})).items;
  expect(threads.map(one => [one.with.username, one.unread])).toEqual([
    ['Robin', 1],
    ['Sam', 1],
  ]);
  for (const { id: conversationId } of threads) {
    const { items } = await people.alex.call.chat.messages({ conversationId });
    expect(items.length).toBeGreaterThan(3);
    expect(items.map(one => one.timestamp)).toEqual(
      items
        .map(one => one.timestamp)
        .sort()
        .reverse(),
    );
    for (const { timestamp } of items) expect(timestamp).toBeLessThan(world.clock());
  }
  expect((await people.sam.call.chat.conversations({})).items.map(one => one.unread)).toEqual([0]);
});

test.each(['2027-01-01', '2027-03-31', '2028-02-29', '2027-08-31', '2027-12-31'])(
  'on %s each series has one open occurrence, and only what should be is overdue',
  async today => {
    const { db } = await signedIn(today);
    const rows = db.select().from(task).all();
    const open = rows.filter(one => one.seriesId !== null && !one.completed);
    expect(open).toHaveLength(new Set(rows.map(one => one.seriesId)).size - 1);
    const overdue = rows.filter(one => !one.completed && one.dueDay < today).map(one => one.title);
    const expected = [
      'Water the plants',
      'Fix the dripping tap',
      'Take the bottles back',
      'Call the electrician',
    ];
    expect(overdue.sort()).toEqual(expected.sort());
  },
);

async function signedIn(firstDay: string): Promise<World> {
  const world = await waiting({ firstDay });
  await login(world, 'Alex');
  return world;
}

test.each([
  ['Pacific/Kiritimati', 1],
  ['Pacific/Pago_Pago', 0],
])('the tasks of today are due on the day of the first browser, in %s', async (zone, ahead) => {
  const world = await waiting();
  const robin = await login(world, 'Robin', zone);
  const today = await whole(robin.call.task.list, { view: 'today' });
  expect(today.map(one => one.title)).toContain('Collect the parcel');
  expect(new Set(today.map(one => one.dueDate.slice(0, 10)))).toEqual(new Set([dayFrom(world, ahead)]));
  const count = await world.db.$count(task);
  // Whoever comes later finds them as they are.
  await login(world, 'Alex');
  expect(await world.db.$count(task)).toBe(count);
});

test('someone else who registers does not fill it', async () => {
  const world = await waiting();
  await world.person('Ana');
  expect(await world.db.$count(task)).toBe(0);
  await login(world, 'Sam');
  expect(await world.db.$count(task)).toBeGreaterThan(40);
});

test('a household that was changed before stays empty, and its people sign in', async () => {
  const world = await waiting();
  world.db.update(user).set({ active: false }).where(eq(user.username, 'Kim')).run();
  await login(world, 'Sam');
  expect(await world.db.$count(task)).toBe(0);
});

test('an install that has an account is left as it is', async () => {
  const world = testWorld();
  await world.person('Ana');
  const before = world.db.$client.serialize();
  const scope = createSystemScope(world.clock());
  expect(() => createDemoAccounts(world.db, scope, LOCKED)).toThrow('This installation has accounts');
  expect(world.db.$client.serialize().equals(before)).toBe(true);
});

test('what fails half way is taken back whole', () => {
  const { db } = testWorld();
  const scope = createSystemScope(Date.parse('2026-01-01'));
  const [head, ...others] = LOCKED;
  const twice = [head, ...others, ...others.slice(0, 1)].filter(one => one !== undefined);
  expect(() => createDemoAccounts(db, scope, twice)).toThrow();
  expect(db.select().from(user).all()).toEqual([]);
  createDemoAccounts(db, scope, LOCKED);
});
