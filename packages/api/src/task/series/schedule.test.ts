import type { Day } from '@onus/contract/dates/calendar';
import { testDb } from '@onus/db/testing';
import { expect, test } from 'vitest';
import { type Browser, idOf, member, testWorld, type World, whole } from '../../testing.ts';

const DAY = 86_400_000;

/** Ana on a day of the future, with a clock that the test sets. */
async function anaOn(firstDay: Day) {
  const world = testWorld(testDb(), { firstDay });
  const ana = await world.person('Ana', 'Manager');
  return { world, ana };
}

/** Lets time pass until noon of a date. */
async function until(world: World, browser: Browser, day: Day): Promise<void> {
  const today = new Date(world.clock()).toISOString().slice(0, 10);
  world.advance(Date.parse(day) - Date.parse(today));
  browser.held.accessToken = (await browser.call.auth.refresh()).accessToken;
}

async function open(browser: Browser): Promise<string[]> {
  const tasks = await whole(browser.call.task.list, { view: 'incomplete' });
  return tasks.map(one => `${one.title} ${one.dueDate.slice(0, 10)}`);
}

async function openOne(browser: Browser) {
  const tasks = await whole(browser.call.task.list, { view: 'incomplete' });
  const last = tasks.at(-1);
  if (!last) throw new Error('nothing is open');
  return last;
}

function complete(browser: Browser, id: string, completed = true) {
  return browser.call.task.update({ id, completed });
}

test.each([
  ['2031-10-30', '2031-11-22', '2031-11-30'],
  ['2031-03-10', '2031-04-06', '2031-04-10'],
])('monthly from %s, moved to today, %s, and completed: next comes %s', async (due, today, next) => {
  const { world, ana } = await anaOn(due);
  const { id } = await ana.call.task.create({ title: 'Rent', dueDate: due, recurrenceType: 'monthly' });
  await until(world, ana, today);
  await ana.call.task.moveOverdue({ of: 'mine' });
  expect(await open(ana)).toEqual([`Rent ${today}`]);
  await complete(ana, id);
  expect(await open(ana)).toEqual([`Rent ${next}`]);
});

test.each([
  ['weekly', '2031-06-02', '2031-06-04', '2031-06-09'],
  ['weekly', '2031-06-02', '2031-05-30', '2031-06-09'],
  ['monthly', '2031-06-10', '2031-06-06', '2031-07-10'],
  ['monthly', '2031-01-31', '2031-02-02', '2031-02-28'],
  ['interval', '2031-06-10', '2031-06-17', '2031-06-13'],
] as const)('%s from %s moved to %s goes on with %s', async (recurrenceType, due, moved, next) => {
  const { ana } = await anaOn('2031-01-01');
  const { id } = await ana.call.task.create({
    title: 'Run',
    dueDate: due,
    recurrenceType,
    recurrenceInterval: 3,
  });
  await ana.call.task.update({ id, dueDate: moved });
  await complete(ana, id);
  expect(await open(ana)).toEqual([`Run ${next}`]);
});

test('a change of the rule counts from the occurrence it was made at', async () => {
  const { ana } = await anaOn('2031-06-01');
  const { id } = await ana.call.task.create({
    title: 'Run',
    dueDate: '2031-06-02',
    recurrenceType: 'weekly',
  });
  await complete(ana, id);
  const second = await openOne(ana);
  await ana.call.task.update({ id: second.id, dueDate: '2031-06-12' });
  await ana.call.task.update({ id: second.id, recurrenceType: 'interval', recurrenceInterval: 10 });
  await complete(ana, second.id);
  expect(await open(ana)).toEqual(['Run 2031-06-22']);
  const third = await openOne(ana);
  await ana.call.task.update({ id: third.id, recurrenceType: 'weekly', dueDate: '2031-06-25' });
  await complete(ana, third.id);
  expect(await open(ana)).toEqual(['Run 2031-07-02']);
  // What was done by another rule stays, and does not come back.
  await complete(ana, id, false);
  await complete(ana, id);
  expect(await open(ana)).toEqual(['Run 2031-07-02']);
});

test.each([
  ['in one update', [{ dueDate: '2031-06-05', completed: true, recurrenceType: 'daily' }]],
  ['in two updates', [{ dueDate: '2031-06-05' }, { completed: true, recurrenceType: 'daily' }]],
  ['in three updates', [{ dueDate: '2031-06-05' }, { recurrenceType: 'daily' }, { completed: true }]],
] as const)(
  'a task that is moved, completed and gets another rule %s goes on after its date',
  async (_, updates) => {
    const { ana } = await anaOn('2031-06-01');
    const { id } = await ana.call.task.create({
      title: 'Run',
      dueDate: '2031-06-02',
      recurrenceType: 'weekly',
    });
    for (const one of updates) await ana.call.task.update({ id, ...one });
    expect(await open(ana)).toEqual(['Run 2031-06-06']);
    await complete(ana, id, false);
    expect(await open(ana)).toEqual(['Run 2031-06-05']);
  },
);

test('the last task of a series that was moved and gets another rule goes on after its date', async () => {
  const { ana } = await anaOn('2031-06-01');
  const rule = { recurrenceType: 'weekly', recurrenceEndDate: '2031-06-05' } as const;
  const { id } = await ana.call.task.create({ title: 'Run', dueDate: '2031-06-02', ...rule });
  await ana.call.task.update({ id, dueDate: '2031-06-05' });
  await complete(ana, id);
  await ana.call.task.update({ id, recurrenceType: 'daily', recurrenceEndDate: null });
  await complete(ana, id, false);
  await complete(ana, id);
  expect(await open(ana)).toEqual(['Run 2031-06-06']);
});

test('an earlier task that was opened again, is completed and gets another rule goes on after its date', async () => {
  const { ana } = await anaOn('2031-06-01');
  const rule = { recurrenceType: 'weekly', recurrenceEndDate: '2031-06-09' } as const;
  const { id } = await ana.call.task.create({ title: 'Run', dueDate: '2031-06-02', ...rule });
  await complete(ana, id);
  await complete(ana, (await openOne(ana)).id);
  await complete(ana, id, false);
  await ana.call.task.update({
    ...{ id, completed: true, dueDate: '2031-06-20' },
    ...{ recurrenceType: 'daily', recurrenceEndDate: null },
  });
  expect(await open(ana)).toEqual(['Run 2031-06-21']);
});

test('a follow-up is copied from the occurrence that was completed', async () => {
  const { ana } = await anaOn('2031-06-01');
  const first = await ana.call.task.create({
    title: 'Old',
    dueDate: '2031-06-10',
    recurrenceType: 'daily',
    recurrenceEndDate: '2031-06-12',
  });
  await complete(ana, first.id);
  const second = await openOne(ana);
  await ana.call.task.update({
    id: second.id,
    title: 'New',
    text: 'Now with a text',
    dueDate: '2031-06-01T07:00:00.000Z',
    recurrenceEndDate: null,
    assignees: [await idOf(ana)],
  });
  await complete(ana, second.id);
  const third = await openOne(ana);
  expect(third).toMatchObject({
    title: 'New',
    text: 'Now with a text',
    dueDate: '2031-06-12T07:00:00.000Z',
    recurrenceEndDate: null,
    assignees: [{ username: 'Ana' }],
  });
});

test('opening a completed one again removes its own follow-up, wherever either was moved', async () => {
  const { ana } = await anaOn('2031-06-01');
  const { id } = await ana.call.task.create({
    title: 'Bins',
    dueDate: '2031-06-02',
    recurrenceType: 'weekly',
  });
  await complete(ana, id);
  await ana.call.task.update({ id, dueDate: '2031-06-20' });
  await complete(ana, id, false);
  expect(await open(ana)).toEqual(['Bins 2031-06-20']);
  await complete(ana, id);
  expect(await open(ana)).toEqual(['Bins 2031-06-09']);
});

test('an occurrence may be due on any date; no date of the schedule is lost by it', async () => {
  const { ana } = await anaOn('2031-06-01');
  const { id } = await ana.call.task.create({
    title: 'Bins',
    dueDate: '2031-06-02',
    recurrenceType: 'daily',
  });
  await complete(ana, id);
  const second = await openOne(ana);
  await ana.call.task.update({ id: second.id, dueDate: '2031-06-02' });
  expect(await open(ana)).toEqual(['Bins 2031-06-02']);
  await complete(ana, second.id);
  expect(await open(ana)).toEqual(['Bins 2031-06-04']);
});

test('deleting the open one ends the series; a completed one does not revive it', async () => {
  const { ana } = await anaOn('2031-06-01');
  const { id } = await ana.call.task.create({
    title: 'Bins',
    dueDate: '2031-06-02',
    recurrenceType: 'weekly',
  });
  await complete(ana, id);
  const second = await openOne(ana);
  expect(await ana.call.task.delete({ id: second.id })).toEqual({ id: second.id, endedSeries: true });
  await complete(ana, id, false);
  await complete(ana, id);
  expect(await open(ana)).toEqual([]);
  // Undo revives it.
  await ana.call.task.restore({ id: second.id });
  await complete(ana, second.id);
  expect(await open(ana)).toEqual(['Bins 2031-06-16']);
});

test('one opened again while the series goes on neither stops nor doubles nor ends it', async () => {
  const { ana } = await anaOn('2031-06-01');
  const { id } = await ana.call.task.create({
    title: 'Bins',
    dueDate: '2031-06-02',
    recurrenceType: 'weekly',
  });
  await complete(ana, id);
  await complete(ana, (await openOne(ana)).id);
  expect(await complete(ana, id, false)).toMatchObject({ recurrenceType: 'weekly', skipTo: null });
  expect(await open(ana)).toEqual(['Bins 2031-06-02', 'Bins 2031-06-16']);
  await complete(ana, (await openOne(ana)).id);
  expect(await open(ana)).toEqual(['Bins 2031-06-02', 'Bins 2031-06-23']);
  expect(await ana.call.task.delete({ id })).toEqual({ id, endedSeries: false });
  await complete(ana, (await openOne(ana)).id);
  expect(await open(ana)).toEqual(['Bins 2031-06-30']);
  await ana.call.task.restore({ id });
  await complete(ana, id);
  expect(await open(ana)).toEqual(['Bins 2031-06-30']);
});

test('turned off, nothing of a series remains', async () => {
  const { world, ana } = await anaOn('2031-06-01');
  const { id } = await ana.call.task.create({
    title: 'Bins',
    dueDate: '2031-06-02',
    recurrenceType: 'weekly',
  });
  await complete(ana, id);
  const second = await openOne(ana);
  await ana.call.task.update({ id: second.id, recurrenceType: 'none' });
  expect(world.db.$client.prepare('select count(*) from series').pluck().get()).toBe(0);
  await ana.call.task.update({ id: second.id, dueDate: '2031-06-02' });
  await ana.call.task.update({ id, dueDate: '2031-06-05' });
  await until(world, ana, '2031-06-05');
  expect(await ana.call.task.moveOverdue({ of: 'mine' })).toMatchObject({ moved: 1, left: 0 });
  await complete(ana, second.id);
  expect(await open(ana)).toEqual([]);
  expect(await ana.call.task.delete({ id: second.id })).toMatchObject({ endedSeries: false });
});

test('what was turned off can be turned on again, for this one alone', async () => {
  const { ana } = await anaOn('2031-06-01');
  const { id } = await ana.call.task.create({
    title: 'Bins',
    dueDate: '2031-06-02',
    recurrenceType: 'weekly',
  });
  await complete(ana, id);
  const second = await openOne(ana);
  await ana.call.task.update({ id: second.id, recurrenceType: 'none' });
  await ana.call.task.update({ id: second.id, recurrenceType: 'daily' });
  expect((await ana.call.task.get({ id })).recurrenceType).toBe('none');
  await complete(ana, second.id);
  expect(await open(ana)).toEqual(['Bins 2031-06-10']);
});

test('a series that ran to its end goes on when its last one is opened again and the end is moved', async () => {
  const { ana } = await anaOn('2031-06-01');
  const { id } = await ana.call.task.create({
    title: 'Course',
    dueDate: '2031-06-02',
    recurrenceType: 'weekly',
    recurrenceEndDate: '2031-06-09',
  });
  await complete(ana, id);
  const last = await openOne(ana);
  await complete(ana, last.id);
  expect(await open(ana)).toEqual([]);
  await complete(ana, last.id, false);
  await ana.call.task.update({ id: last.id, recurrenceEndDate: '2031-06-16' });
  await complete(ana, last.id);
  expect(await open(ana)).toEqual(['Course 2031-06-16']);
  expect((await ana.call.task.get({ id })).recurrenceEndDate).toBe('2031-06-16T00:00:00.000Z');
});

test('a nearer end of the series keeps no earlier task from being opened and completed', async () => {
  const { ana } = await anaOn('2031-06-01');
  const { id } = await ana.call.task.create({
    title: 'Bins',
    dueDate: '2031-06-02',
    recurrenceType: 'weekly',
  });
  await complete(ana, id);
  await ana.call.task.update({ id, dueDate: '2031-06-30' });
  const second = await openOne(ana);
  await ana.call.task.update({ id: second.id, recurrenceEndDate: '2031-06-10' });
  await complete(ana, id, false);
  expect(await open(ana)).toEqual(['Bins 2031-06-09', 'Bins 2031-06-30']);
  await ana.call.task.update({ id, title: 'Old bins' });
  await complete(ana, id);
  expect(await open(ana)).toEqual(['Bins 2031-06-09']);
});

test('five devices that complete the same one at once make one follow-up', async () => {
  const { ana } = await anaOn('2031-06-01');
  const { id } = await ana.call.task.create({
    title: 'Bins',
    dueDate: '2031-06-02',
    recurrenceType: 'weekly',
  });
  await Promise.all([1, 2, 3, 4, 5].map(() => complete(ana, id)));
  expect(await open(ana)).toEqual(['Bins 2031-06-09']);
});

test('a series whose people are gone stays with its manager and is on no one’s own list', async () => {
  const { world, ana } = await anaOn('2031-06-01');
  const [ben, cem] = [await member(world, ana, 'Ben'), await member(world, ana, 'Cem')];
  const [benId, cemId] = [await idOf(ben), await idOf(cem)];
  const { id } = await ana.call.task.create({
    title: 'Bins',
    dueDate: '2031-06-02',
    recurrenceType: 'weekly',
    assignees: [benId, cemId],
  });
  remove(world, benId);
  await complete(ana, id);
  const second = (await whole(ana.call.manager.tasks, { view: 'incomplete' })).at(-1);
  expect(second?.assignees.map(one => one.username)).toEqual(['Cem']);
  remove(world, cemId);
  await complete(ana, second?.id ?? '');
  const third = (await whole(ana.call.manager.tasks, { view: 'incomplete' })).at(-1);
  expect(third).toMatchObject({ dueDate: '2031-06-16T00:00:00.000Z', assignees: [] });
  expect(await open(ana)).toEqual([]);
  // Until someone is named again: here the manager.
  await ana.call.task.update({ id: third?.id ?? '', assignees: [await idOf(ana)] });
  expect(await open(ana)).toEqual(['Bins 2031-06-16']);
  await ana.call.task.update({ id: third?.id ?? '', assignees: [] });
  expect(await open(ana)).toEqual(['Bins 2031-06-16']);
});

function remove(world: World, userId: string): void {
  world.db.$client.prepare('update user set deleted_at = ? where id = ?').run(world.clock() + DAY, userId);
}
