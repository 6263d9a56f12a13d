import { expect, test } from 'vitest';
import { type Browser, dayFrom, idOf, member, testWorld, ticksOf, whole } from '../testing.ts';

async function titles(browser: Browser, view: 'overdue' | 'today') {
  const tasks = await whole(browser.call.task.list, { view });
  return tasks.map(one => one.title);
}

test('every overdue task of the list is due today, at its own time of day, and nothing else moves', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const due = (offset: number) => `${dayFrom(world, offset)}T07:30:00.000Z`;
  for (const [title, offset] of Object.entries({ old: -400, late: -1, now: 0, next: 1 })) {
    await ana.call.task.create({ title, dueDate: due(offset) });
  }
  const done = await ana.call.task.create({ title: 'done', dueDate: due(-3) });
  await ana.call.task.update({ id: done.id, completed: true });
  const heard = await ticksOf(world, { ana }, 'chat', async () => {
    expect(await ana.call.task.moveOverdue({ of: 'mine' })).toEqual({ moved: 2, left: 0, nextCursor: null });
  });
  expect(heard).toEqual({ ana: ['task'] });
  expect(await ana.call.task.counts()).toEqual({ today: 3, overdue: 0, upcoming: 1 });
  const today = await whole(ana.call.task.list, { view: 'today' });
  expect(today.map(one => one.dueDate)).toEqual([due(0), due(0), due(0)]);
  expect(await ana.call.task.moveOverdue({ of: 'mine' })).toEqual({ moved: 0, left: 0, nextCursor: null });
});

test('only this occurrence moves: a monthly series returns to its day', async () => {
  // On the first of a month the series would have another occurrence today.
  const world = testWorld(undefined, { firstDay: '2031-05-20' });
  const ana = await world.person('Ana');
  const first = `${dayFrom(world, -40).slice(0, 7)}-01`;
  const rent = await ana.call.task.create({ title: 'Rent', dueDate: first, recurrenceType: 'monthly' });
  await ana.call.task.moveOverdue({ of: 'mine' });
  await ana.call.task.update({ id: rent.id, completed: true });
  const [next] = await whole(ana.call.task.list, { view: 'upcoming' });
  expect(next?.dueDate.slice(8, 10)).toBe('01');
});

test('a series that ended stays where it is and is counted; one that has another today moves', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const daily = { recurrenceType: 'daily' } as const;
  const yesterday = dayFrom(world, -1);
  await ana.call.task.create({ title: 'ended', dueDate: yesterday, recurrenceEndDate: yesterday, ...daily });
  const twice = await ana.call.task.create({ title: 'twice', dueDate: yesterday, ...daily });
  await ana.call.task.update({ id: twice.id, completed: true });
  const [next] = await whole(ana.call.task.list, { view: 'today' });
  await ana.call.task.update({ id: next?.id ?? '', text: 'touched' });
  await ana.call.task.update({ id: twice.id, completed: false });
  expect(await ana.call.task.moveOverdue({ of: 'mine' })).toMatchObject({ moved: 1, left: 1 });
  expect(await titles(ana, 'overdue')).toEqual(['ended']);
});

test('a manager moves those of the area or of one member; what one merely sees stays', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const other = await world.person('Other', 'Manager');
  const ben = await member(world, boss, 'Ben');
  const benId = await idOf(ben);
  const dueDate = dayFrom(world, -2);
  await ben.call.task.create({ title: 'for the area', dueDate });
  await boss.call.task.create({ title: "Ben's", dueDate, assignees: [benId] });
  await boss.call.task.create({ title: "the boss's", dueDate });
  await expect(other.call.task.moveOverdue({ of: { member: benId } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await boss.call.task.moveOverdue({ of: { member: benId } })).toMatchObject({ moved: 2 });
  expect(await titles(ben, 'overdue')).toEqual([]);
  expect(await titles(boss, 'overdue')).toEqual(["the boss's"]);
  expect(await boss.call.task.moveOverdue({ of: 'managed' })).toMatchObject({ moved: 1, left: 0 });
  expect(await titles(boss, 'overdue')).toEqual([]);
});

test('a hundred at a time, each once', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  for (let number = 0; number < 130; number += 1) {
    await ana.call.task.create({ title: `${number}`, dueDate: dayFrom(world, -1 - (number % 9)) });
  }
  const first = await ana.call.task.moveOverdue({ of: 'mine' });
  expect(first).toMatchObject({ moved: 100, left: 0 });
  const second = await ana.call.task.moveOverdue({ of: 'mine', cursor: first.nextCursor });
  expect(second).toEqual({ moved: 30, left: 0, nextCursor: null });
  expect(await titles(ana, 'today')).toHaveLength(130);
});

test.each(['Employee', 'User'] as const)('an area to move is for managers: no %s has one', async kind => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const who = kind === 'User' ? await world.person('Solo') : await member(world, boss, 'Ana');
  await expect(who.call.task.moveOverdue({ of: 'managed' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await who.call.task.moveOverdue({ of: 'mine' })).toMatchObject({ moved: 0 });
});
