import { expect, test } from 'vitest';
import { type Browser, dayFrom, idOf, member, testWorld, ticksOf, whole } from '../testing.ts';

/** Ana keeps a household; Ben is in it and is to take the bins out every week. */
async function bins() {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const ben = await member(world, ana, 'Ben');
  const first = await ana.call.task.create({
    title: 'Bins',
    text: 'Both of them',
    dueDate: `${dayFrom(world, -7)}T07:30:00.000Z`,
    recurrenceType: 'weekly',
    assignees: [await idOf(ben)],
  });
  return { world, ana, ben, first };
}

function all(browser: Browser) {
  return whole(browser.call.task.list, { view: 'all' });
}

test('a deleted task comes back as it was: its people, its time of day, its place in the series', async () => {
  const { world, ana, ben, first } = await bins();
  await ben.call.task.update({ id: first.id, completed: true });
  const before = await all(ben);
  expect(before.map(one => one.completed)).toEqual([true, false]);
  const open = before.find(one => !one.completed);
  if (!open) throw new Error('completing made no next one');
  await ana.call.task.delete({ id: open.id });
  expect(await all(ben)).toHaveLength(1);
  const heard = await ticksOf(world, { ana, ben }, 'chat', () => ana.call.task.restore({ id: open.id }));
  expect(heard).toEqual({ ana: ['task'], ben: ['task'] });
  expect(await all(ben)).toEqual(before);
  // The series goes on where it was: opening the first again takes the untouched second back.
  await ben.call.task.update({ id: first.id, completed: false });
  expect(await all(ben)).toHaveLength(1);
});

test('a completed one comes back completed, and makes no second follow-up', async () => {
  const { ana, ben, first } = await bins();
  await ben.call.task.update({ id: first.id, completed: true });
  const before = await all(ben);
  await ana.call.task.delete({ id: first.id });
  await ana.call.task.restore({ id: first.id });
  expect(await all(ben)).toEqual(before);
});

test('only whoever deleted it, only once, and only for a while', async () => {
  const { world, ana, ben, first } = await bins();
  const missing = { code: 'NOT_FOUND', message: 'Task not found' };
  await expect(ana.call.task.restore({ id: first.id })).rejects.toMatchObject(missing);
  await ana.call.task.delete({ id: first.id });
  await expect(ben.call.task.restore({ id: first.id })).rejects.toMatchObject(missing);
  await ana.call.task.restore({ id: first.id });
  await expect(ana.call.task.restore({ id: first.id })).rejects.toMatchObject(missing);
  await ana.call.task.delete({ id: first.id });
  world.advance(600_001);
  ana.held.accessToken = (await ana.call.auth.refresh()).accessToken;
  await expect(ana.call.task.restore({ id: first.id })).rejects.toMatchObject(missing);
});

test('a series has one task a day: a date taken meanwhile is a clash, and it can be had back later', async () => {
  const { world, ana, ben, first } = await bins();
  await ben.call.task.update({ id: first.id, completed: true });
  const [, second] = await all(ben);
  if (!second) throw new Error('completing made no next one');
  await ana.call.task.delete({ id: first.id });
  await ana.call.task.update({ id: second.id, dueDate: `${dayFrom(world, -7)}T07:30:00.000Z` });
  const clash = { code: 'CONFLICT', message: 'This series already has a task on that date' };
  await expect(ana.call.task.restore({ id: first.id })).rejects.toMatchObject(clash);
  await ana.call.task.update({ id: second.id, dueDate: `${dayFrom(world, 1)}T07:30:00.000Z` });
  await ana.call.task.restore({ id: first.id });
  expect(await all(ben)).toHaveLength(2);
});
