import { task } from '@onus/db/schema/task';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { admin, type Browser, dayFrom, idOf, member, testWorld, type World } from '../testing.ts';

/** What the view says of each person, by name. */
async function people({ call }: Browser) {
  const { items } = await call.manager.people();
  return Object.fromEntries(
    items.map(({ username, today, overdue, doneThisMonth }) => [
      username,
      `${today.done} of ${today.all}, ${overdue} overdue, ${doneThisMonth} this month`,
    ]),
  );
}

/** Adds tasks of a person, some days from now, and completes some. */
async function add(world: World, person: Browser, tasks: Record<number, 'open' | 'done'>): Promise<void> {
  for (const [offset, state] of Object.entries(tasks)) {
    const dueDate = dayFrom(world, Number(offset));
    const { id } = await person.call.task.create({ title: `due ${offset}`, dueDate });
    if (state === 'done') await person.call.task.update({ id, completed: true });
  }
}

test('each member has their own numbers, in the order of the members', async () => {
  const world = testWorld(undefined, { firstDay: '2030-05-20' });
  const boss = await world.person('Boss', 'Manager');
  const [cleo, ben, ana] = [
    await member(world, boss, 'cleo'),
    await member(world, boss, 'Ben'),
    await member(world, boss, 'Ana'),
  ];
  await add(world, ana, { [-40]: 'done', [-19]: 'done', [-2]: 'open', [-1]: 'open', 0: 'open', 3: 'open' });
  await add(world, ben, { [-20]: 'done', 0: 'done', 11: 'done', 12: 'done' });
  const shared = await boss.call.task.create({
    title: 'Shared',
    dueDate: dayFrom(world, 0),
    assignees: [await idOf(ana), await idOf(cleo)],
  });
  expect(await people(boss)).toEqual({
    Ana: '0 of 2, 2 overdue, 1 this month',
    Ben: '1 of 1, 0 overdue, 2 this month',
    cleo: '0 of 1, 0 overdue, 0 this month',
  });
  expect(Object.keys(await people(boss))).toEqual(['Ana', 'Ben', 'cleo']);
  await cleo.call.task.update({ id: shared.id, completed: true });
  expect(await people(boss)).toMatchObject({
    Ana: '1 of 2, 2 overdue, 2 this month',
    cleo: '1 of 1, 0 overdue, 1 this month',
  });
});

test('today and the month are those of the reader', async () => {
  // Noon UTC of the last day of a month: the first of the next where it is 14 hours later.
  const world = testWorld(undefined, { firstDay: '2030-05-31' });
  const boss = await world.person('Boss', 'Manager', { timeZone: 'UTC' });
  const ben = await member(world, boss, 'Ben', { timeZone: 'UTC' });
  await add(world, ben, { 0: 'done', 1: 'open' });
  const away = await admin(world, 'Root', { timeZone: 'Pacific/Kiritimati' });
  expect(await people(boss)).toEqual({ Ben: '1 of 1, 0 overdue, 1 this month' });
  expect(await people(away)).toMatchObject({ Ben: '0 of 1, 0 overdue, 0 this month' });
});

test('a manager has the own members and what they may read of them; an Admin has everyone', async () => {
  const world = testWorld();
  const [boss, other] = [await world.person('Boss', 'Manager'), await world.person('Other', 'Manager')];
  const root = await admin(world, 'Root');
  const ben = await member(world, boss, 'Ben');
  const id = await idOf(ben);
  await boss.call.member.update({ id, roles: ['Manager'] });
  const dueDate = dayFrom(world, 0);
  await boss.call.task.create({ title: 'For Ben', dueDate, assignees: [id] });
  // What a manager makes for himself is his own.
  await ben.call.task.create({ title: 'Own', dueDate });
  expect(await boss.call.member.counts({ userId: id })).toMatchObject({ today: 1 });
  expect(await people(boss)).toEqual({ Ben: '0 of 1, 0 overdue, 0 this month' });
  expect(await people(other)).toEqual({});
  expect(await people(ben)).toEqual({});
  expect(await people(root)).toMatchObject({
    Ben: '0 of 2, 0 overdue, 0 this month',
    Boss: expect.anything(),
  });
  for (const browser of [await member(world, boss, 'Ana'), await world.person('Solo')]) {
    await expect(browser.call.manager.people()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
});

test('deleted tasks do not count, deleted members are not listed and inactive ones are', async () => {
  const world = testWorld();
  const [boss, root] = [await world.person('Boss', 'Manager'), await admin(world, 'Root')];
  const [ana, ben] = [await member(world, boss, 'Ana'), await member(world, boss, 'Ben')];
  const { id } = await ben.call.task.create({ title: 'Bins', dueDate: dayFrom(world, -1) });
  await ben.call.task.create({ title: 'Desk', dueDate: dayFrom(world, -1) });
  await ben.call.task.delete({ id });
  await boss.call.member.update({ id: await idOf(ben), active: false });
  await root.call.member.delete({ id: await idOf(ana) });
  const { items } = await boss.call.manager.people();
  expect(items).toMatchObject([{ username: 'Ben', active: false, overdue: 1 }]);
});

test('pages go on where the last one ended, as those of the members do, and no number is counted for long', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  for (const name of ['Dora', 'Ana', 'Cleo', 'Ben']) await member(world, boss, name);
  const first = await boss.call.manager.people({ limit: 3 });
  expect(first.items.map(one => one.username)).toEqual(['Ana', 'Ben', 'Cleo']);
  const second = await boss.call.manager.people({ limit: 3, cursor: first.nextCursor });
  expect(second).toMatchObject({ items: [{ username: 'Dora' }], nextCursor: null });
  expect((await boss.call.member.list({ limit: 3 })).nextCursor).toBe(first.nextCursor);

  const dora = second.items[0]?.id ?? '';
  const { id } = await boss.call.task.create({
    title: 'Bins',
    dueDate: dayFrom(world, -1),
    assignees: [dora],
  });
  const row = world.db.select().from(task).where(eq(task.id, id)).get();
  if (!row) throw new Error('No task');
  const { dueDay: _dueDay, ...copied } = row;
  for (let number = 0; number < 110; number += 1) {
    world.db
      .insert(task)
      .values({ ...copied, id: `copy ${number}`, creatorId: dora })
      .run();
  }
  const all = await boss.call.manager.people();
  expect(all.items.find(one => one.username === 'Dora')?.overdue).toBe(100);
});
