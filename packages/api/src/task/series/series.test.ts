import { expect, test } from 'vitest';
import { admin, type Browser, dayFrom, idOf, member, testWorld, ticksOf, whole } from '../../testing.ts';

async function open(browser: Browser) {
  const tasks = await whole(browser.call.task.list, { view: 'incomplete' });
  return tasks.map(one => `${one.title} ${one.dueDate.slice(0, 10)}`);
}

test('skipping moves the open task to the date its follow-up would have, and completes nothing', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const made = await ana.call.task.create({
    title: 'Water',
    dueDate: `${dayFrom(world, -8)}T07:30:00.000Z`,
    recurrenceType: 'weekly',
  });
  expect(made).toMatchObject({ skipTo: dayFrom(world, 6), may: { skip: true } });
  const skipped = await ana.call.task.skip({ id: made.id });
  expect(skipped).toMatchObject({
    id: made.id,
    dueDate: `${dayFrom(world, 6)}T07:30:00.000Z`,
    completed: false,
    skipTo: dayFrom(world, 13),
  });
  expect(skipped.updatedAt > made.updatedAt).toBe(true);
  expect(await whole(ana.call.task.list, { view: 'all' })).toEqual([skipped]);
});

test.each([
  [{ recurrenceType: 'none' }, false, 'This task does not repeat'],
  [{ recurrenceType: 'daily' }, true, 'This task is complete'],
  [{ recurrenceType: 'daily', recurrenceEndDate: 'today' }, false, 'This series has no later date'],
] as const)('skipping %j (done: %s) is refused', async (rule, done, message) => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const today = dayFrom(world, 0);
  const { recurrenceType } = rule;
  const made = await ana.call.task.create({
    title: 'Bins',
    dueDate: today,
    recurrenceType,
    ...('recurrenceEndDate' in rule ? { recurrenceEndDate: today } : {}),
  });
  if (done) await ana.call.task.update({ id: made.id, completed: true });
  const before = await ana.call.task.get({ id: made.id });
  expect(before).toMatchObject({ skipTo: null, may: { skip: false } });
  await expect(ana.call.task.skip({ id: made.id })).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
  expect(await ana.call.task.get({ id: made.id })).toEqual(before);
});

test('of two people who skip to the same date one moves the task', async () => {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const made = await ana.call.task.create({
    title: 'Bins',
    dueDate: dayFrom(world, -1),
    recurrenceType: 'interval',
    recurrenceInterval: 7,
  });
  const to = made.skipTo ?? '';
  const skipped = await ana.call.task.skip({ id: made.id, to });
  expect(skipped.dueDate.slice(0, 10)).toBe(to);
  expect(await ana.call.task.skip({ id: made.id, to })).toEqual(skipped);
  const next = skipped.skipTo ?? '';
  expect((await ana.call.task.skip({ id: made.id, to: next })).dueDate.slice(0, 10)).toBe(next);
  await expect(ana.call.task.skip({ id: made.id, to: '2026-02-30' })).rejects.toThrow('Date is invalid');
});

test('who may move a task may skip it; who merely sees it may not; a stranger does not find it', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const other = await world.person('Other', 'Manager');
  const [ana, cem] = [await member(world, boss, 'Ana'), await member(world, other, 'Cem')];
  const made = await boss.call.task.create({
    title: 'Bins',
    dueDate: dayFrom(world, 0),
    recurrenceType: 'daily',
    assignees: [await idOf(ana)],
  });
  const heard = await ticksOf(world, { boss, ana, cem, other }, 'grocery', () =>
    ana.call.task.skip({ id: made.id }),
  );
  expect(heard).toEqual({ boss: ['task'], ana: ['task'], cem: [], other: [] });
  const root = await admin(world, 'Root');
  const shared = await root.call.task.create({
    title: 'Both',
    dueDate: dayFrom(world, 0),
    recurrenceType: 'daily',
    assignees: [await idOf(ana), await idOf(cem)],
  });
  expect((await other.call.task.get({ id: shared.id })).may.skip).toBe(false);
  await expect(other.call.task.skip({ id: shared.id })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'You may not do this',
  });
  await expect(cem.call.task.skip({ id: made.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'Task not found',
  });
  await expect(world.browser().call.task.skip({ id: made.id })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
});

test('a monthly series returns to its day: after a skip, a change of the time, a new start', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const made = await ana.call.task.create({
    title: 'Rent',
    dueDate: '2099-01-31',
    recurrenceType: 'monthly',
  });
  expect((await ana.call.task.skip({ id: made.id })).dueDate).toBe('2099-02-28T00:00:00.000Z');
  const timed = await ana.call.task.update({ id: made.id, dueDate: '2099-02-28T12:00:00.000Z' });
  expect(timed.skipTo).toBe('2099-03-31');
  await ana.call.task.update({ id: made.id, completed: true });
  expect(await open(ana)).toEqual(['Rent 2099-03-31']);
  const [next] = await whole(ana.call.task.list, { view: 'incomplete' });
  expect(await ana.call.task.update({ id: next?.id ?? '', dueDate: '2099-03-15' })).toMatchObject({
    skipTo: '2099-04-30',
  });
  const daily = await ana.call.task.update({ id: next?.id ?? '', recurrenceType: 'daily' });
  await ana.call.task.skip({ id: daily.id });
  expect(await ana.call.task.update({ id: daily.id, recurrenceType: 'monthly' })).toMatchObject({
    dueDate: '2099-03-16T00:00:00.000Z',
    skipTo: '2099-04-16',
  });
});

test('an earlier occurrence that was opened again is not skipped: its series has gone on', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const first = await ana.call.task.create({ title: 'Run', dueDate: '2099-01-01', recurrenceType: 'daily' });
  await ana.call.task.update({ id: first.id, completed: true });
  const [second] = await whole(ana.call.task.list, { view: 'incomplete' });
  await ana.call.task.update({ id: second?.id ?? '', completed: true });
  const reopened = await ana.call.task.update({ id: first.id, completed: false });
  expect(reopened).toMatchObject({ skipTo: null, may: { skip: false } });
  await expect(ana.call.task.skip({ id: first.id })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'This task is no longer the open one of its series',
  });
});

test('a series that is stopped makes nothing more, and forgets its end', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const made = await ana.call.task.create({
    title: 'Course',
    dueDate: '2099-01-01',
    recurrenceType: 'interval',
    recurrenceInterval: 3,
    recurrenceEndDate: '2099-02-01',
  });
  await ana.call.task.update({ id: made.id, completed: true });
  const [next] = await whole(ana.call.task.list, { view: 'incomplete' });
  const id = next?.id ?? '';
  const stopped = await ana.call.task.update({ id, recurrenceType: 'none', dueDate: '2099-03-01' });
  expect(stopped).toMatchObject({ recurrenceType: 'none', recurrenceInterval: 1, recurrenceEndDate: null });
  await ana.call.task.update({ id, completed: true });
  await ana.call.task.update({ id: made.id, completed: false });
  await ana.call.task.update({ id: made.id, completed: true });
  expect(await open(ana)).toEqual([]);
});

test('a task made for no series keeps no interval and no end', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const input = {
    title: 'Once',
    dueDate: '2099-01-01',
    recurrenceInterval: 5,
    recurrenceEndDate: '2099-02-01',
  };
  expect(await ana.call.task.create(input)).toMatchObject({ recurrenceInterval: 1, recurrenceEndDate: null });
});

test('a change that leaves the recurrence out leaves it; a wrong one is refused', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const made = await ana.call.task.create({
    title: 'Course',
    dueDate: '2099-01-01',
    recurrenceType: 'interval',
    recurrenceInterval: 3,
    recurrenceEndDate: '2099-02-01',
  });
  expect(await ana.call.task.update({ id: made.id, title: 'Class', dueDate: '2099-01-02' })).toMatchObject({
    recurrenceType: 'interval',
    recurrenceInterval: 3,
    recurrenceEndDate: '2099-02-01T00:00:00.000Z',
  });
  const late = { code: 'BAD_REQUEST', message: 'Recurrence end date is before the due date' };
  await expect(ana.call.task.update({ id: made.id, dueDate: '2099-02-02' })).rejects.toMatchObject(late);
  await expect(ana.call.task.update({ id: made.id, recurrenceEndDate: '2099-01-01' })).rejects.toMatchObject(
    late,
  );
  const endless = await ana.call.task.update({ id: made.id, recurrenceEndDate: null });
  expect(endless.recurrenceEndDate).toBeNull();
});

test('an earlier occurrence opened again and completed goes on where the series stands', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const first = await ana.call.task.create({
    title: 'Water',
    dueDate: '2099-01-01',
    recurrenceType: 'daily',
  });
  await ana.call.task.update({ id: first.id, completed: true });
  const [second] = await whole(ana.call.task.list, { view: 'incomplete' });
  await ana.call.task.update({ id: second?.id ?? '', completed: true });
  await ana.call.task.update({ id: first.id, completed: false });
  expect(await open(ana)).toEqual(['Water 2099-01-01', 'Water 2099-01-03']);
  const [, third] = await whole(ana.call.task.list, { view: 'incomplete' });
  await ana.call.task.update({ id: third?.id ?? '', completed: true });
  expect(await open(ana)).toEqual(['Water 2099-01-01', 'Water 2099-01-04']);
  await ana.call.task.update({ id: first.id, completed: true });
  expect(await open(ana)).toEqual(['Water 2099-01-04']);
});

test('the next occurrence keeps the inactive and leaves out the deleted', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const people = [await member(world, boss, 'Ana'), await member(world, boss, 'Ben')];
  const [anaId = '', benId = '', bossId = ''] = await Promise.all([...people, boss].map(idOf));
  const root = await admin(world, 'Root');
  const made = await boss.call.task.create({
    title: 'Bins',
    dueDate: dayFrom(world, 0),
    recurrenceType: 'daily',
    assignees: [anaId, benId, bossId],
  });
  await boss.call.member.update({ id: anaId, active: false });
  const kept = await boss.call.task.update({
    id: made.id,
    assignees: [anaId, benId, bossId],
    title: 'Bins out',
  });
  expect(kept.assignees.map(one => one.username)).toEqual(['Ana', 'Ben', 'Boss']);
  await boss.call.task.update({ id: made.id, completed: true });
  const [next] = await whole(boss.call.task.list, { view: 'incomplete' });
  expect(next?.assignees.map(one => one.username)).toEqual(['Ana', 'Ben', 'Boss']);
  await root.call.member.delete({ id: benId });
  await boss.call.task.update({ id: next?.id ?? '', completed: true });
  const [later] = await whole(boss.call.task.list, { view: 'incomplete' });
  expect(later?.assignees.map(one => one.username)).toEqual(['Ana', 'Boss']);
  await expect(
    boss.call.task.create({ title: 'New', dueDate: '2099-01-01', assignees: [anaId] }),
  ).rejects.toMatchObject({ message: 'You can only assign tasks to your own members' });
});

test('completing on the last date says that the series ends; opening it again lets it go on', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { id } = await ana.call.task.create({
    title: 'Pills',
    dueDate: dayFrom(world, 1),
    recurrenceType: 'daily',
    recurrenceEndDate: dayFrom(world, 2),
  });
  const endedBy = async (of: string, completed = true) =>
    (await ana.call.task.update({ id: of, completed })).endedSeries ?? false;
  expect(await endedBy(id)).toBe(false);
  const [last] = (await whole(ana.call.task.list, { view: 'all' })).filter(one => !one.completed);
  const lastId = last?.id ?? '';
  expect(await endedBy(lastId)).toBe(true);
  expect(await endedBy(lastId)).toBe(false);
  expect(await endedBy(lastId, false)).toBe(false);
  await ana.call.task.update({ id: lastId, recurrenceEndDate: dayFrom(world, 9) });
  expect(await endedBy(lastId)).toBe(false);
  // An earlier one that is opened and completed again ends nothing, and neither does a task without a series.
  await endedBy(id, false);
  expect(await endedBy(id)).toBe(false);
  const once = await ana.call.task.create({ title: 'Once', dueDate: dayFrom(world, 1) });
  expect(await endedBy(once.id)).toBe(false);
});
