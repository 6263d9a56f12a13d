import { describe, expect, test } from 'vitest';
import { type Browser, dayFrom, idOf, member, testWorld, whole } from '../../testing.ts';

/** 2031-01-01 is a Wednesday. */
function onWednesday() {
  return testWorld(undefined, { firstDay: '2031-01-01' });
}

/** Completes the open task again and again; the dates of the follow-ups. */
async function datesOf(browser: Browser, count: number): Promise<string[]> {
  const dates: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const [open] = await whole(browser.call.task.list, { view: 'incomplete' });
    if (!open) break;
    await browser.call.task.update({ id: open.id, completed: true });
    const [next] = await whole(browser.call.task.list, { view: 'incomplete' });
    if (next) dates.push(next.dueDate.slice(0, 10));
  }
  return dates;
}

test.each([
  [
    { recurrenceType: 'weekdays', recurrenceDays: [1, 4] },
    '2031-01-01',
    ['2031-01-02', '2031-01-06', '2031-01-09', '2031-01-13'],
  ],
  [
    { recurrenceType: 'weekdays', recurrenceDays: [5, 3], recurrenceEvery: 2 },
    '2031-01-01',
    ['2031-01-03', '2031-01-15', '2031-01-17', '2031-01-29'],
  ],
  [{ recurrenceType: 'weekly', recurrenceEvery: 3 }, '2031-01-01', ['2031-01-22', '2031-02-12']],
  [
    { recurrenceType: 'monthly', recurrenceEvery: 2 },
    '2031-01-31',
    ['2031-03-31', '2031-05-31', '2031-07-31', '2031-09-30'],
  ],
  [
    { recurrenceType: 'monthly', recurrenceAnchor: 31 },
    '2031-02-28',
    ['2031-03-31', '2031-04-30', '2031-05-31', '2031-06-30'],
  ],
  [{ recurrenceType: 'monthly', recurrenceAnchor: 20 }, '2031-01-05', ['2031-01-20', '2031-02-20']],
  [{ recurrenceType: 'yearly', recurrenceAnchor: 29 }, '2031-02-28', ['2032-02-29', '2033-02-28']],
  [{ recurrenceType: 'weekly', recurrenceAnchor: 31 }, '2031-01-01', ['2031-01-08', '2031-01-15']],
  [{ recurrenceType: 'yearly' }, '2032-02-29', ['2033-02-28', '2034-02-28', '2035-02-28', '2036-02-29']],
  [{ recurrenceType: 'yearly', recurrenceEvery: 2 }, '2031-03-05', ['2033-03-05', '2035-03-05']],
  [{ recurrenceType: 'daily', recurrenceEvery: 5 }, '2031-01-01', ['2031-01-02', '2031-01-03']],
] as const)('a series of %j from %s goes on', async (rule, dueDate, dates) => {
  const ana = await onWednesday().person('Ana');
  await ana.call.task.create({
    title: 'Bins',
    dueDate,
    ...rule,
    recurrenceDays: [...((rule as Days).recurrenceDays ?? [])],
  });
  expect(await datesOf(ana, dates.length)).toEqual(dates);
});

interface Days {
  recurrenceDays?: readonly number[];
}

test('what was set is shown, without what means nothing for its type', async () => {
  const ana = await onWednesday().person('Ana');
  const made = await ana.call.task.create({
    title: 'Bins',
    dueDate: '2031-01-01',
    recurrenceType: 'weekdays',
    recurrenceDays: [4, 1, 4],
    recurrenceEvery: 2,
    recurrenceFrom: 'done',
  });
  const rule = { recurrenceDays: [1, 4], recurrenceEvery: 2, recurrenceFrom: 'done' };
  expect(made).toMatchObject(rule);
  expect(await ana.call.task.get({ id: made.id })).toEqual(made);
  const daily = await ana.call.task.update({ id: made.id, recurrenceType: 'daily' });
  expect(daily).toMatchObject({ recurrenceDays: [], recurrenceEvery: 1, recurrenceFrom: 'done' });
  const off = await ana.call.task.update({ id: made.id, recurrenceType: 'none' });
  expect(off).toMatchObject({
    recurrenceDays: [],
    recurrenceEvery: 1,
    recurrenceFrom: 'due',
    schedule: null,
  });
});

test.each([
  [{ recurrenceType: 'weekdays' }, /^Recurrence days must name at least one weekday/],
  [{ recurrenceType: 'weekdays', recurrenceDays: [] }, /^Recurrence days must name at least one weekday/],
  [{ recurrenceType: 'weekdays', recurrenceDays: [0] }, /^Recurrence days must be weekdays/],
  [{ recurrenceType: 'weekdays', recurrenceDays: [8] }, /^Recurrence days must be weekdays/],
  [{ recurrenceType: 'weekdays', recurrenceDays: [1.5] }, /^Recurrence days must be weekdays/],
  [{ recurrenceType: 'weekdays', recurrenceDays: 'Monday' }, /^Recurrence days must be weekdays/],
  [{ recurrenceType: 'weekly', recurrenceEvery: 0 }, /^Recurrence every must be/],
  [{ recurrenceType: 'weekly', recurrenceEvery: 2.5 }, /^Recurrence every must be/],
  [{ recurrenceType: 'weekly', recurrenceEvery: 1001 }, /^Recurrence every must be/],
  [{ recurrenceType: 'weekly', recurrenceEvery: '2' }, /^Recurrence every must be/],
  [{ recurrenceType: 'weekly', recurrenceFrom: 'now' }, /^Recurrence from must be/],
  [{ recurrenceType: 'monthly', recurrenceAnchor: 0 }, /^Recurrence anchor must be a day of the month/],
  [{ recurrenceType: 'monthly', recurrenceAnchor: 32 }, /^Recurrence anchor must be a day of the month/],
  [{ recurrenceType: 'monthly', recurrenceAnchor: 1.5 }, /^Recurrence anchor must be a day of the month/],
  [{ recurrenceType: 'monthly', recurrenceAnchor: '31' }, /^Recurrence anchor must be a day of the month/],
])('%j is refused with a message that names the field', async (rule, message) => {
  const ana = await onWednesday().person('Ana');
  const bad = rule as { recurrenceType: 'weekly' };
  const task = { title: 'Bins', dueDate: '2031-01-01' };
  const refused = { code: 'BAD_REQUEST', message: expect.stringMatching(message) };
  await expect(ana.call.task.create({ ...task, ...bad })).rejects.toMatchObject(refused);
  const { id } = await ana.call.task.create(task);
  await expect(ana.call.task.update({ id, ...bad })).rejects.toMatchObject(refused);
  expect(await ana.call.task.get({ id })).toMatchObject({ recurrenceType: 'none', recurrenceDays: [] });
});

test('from completion, the next date counts from the day of completion where the caller is', async () => {
  const world = onWednesday();
  const ana = await world.person('Ana', 'User', { timeZone: 'Pacific/Kiritimati' });
  const today = new Date(world.clock()).toLocaleDateString('en-CA', { timeZone: 'Pacific/Kiritimati' });
  const in3 = new Date(Date.parse(today) + 3 * 86_400_000).toISOString().slice(0, 10);
  const made = await ana.call.task.create({
    title: 'Water',
    dueDate: '2030-12-20',
    recurrenceType: 'interval',
    recurrenceInterval: 3,
    recurrenceFrom: 'done',
  });
  expect(made.skipTo).toBe(in3);
  expect(await datesOf(ana, 1)).toEqual([in3]);
});

test('from completion, tasks that are completed early get dates that are not used yet', async () => {
  const ana = await onWednesday().person('Ana');
  await ana.call.task.create({
    title: 'Water',
    dueDate: '2031-01-01',
    recurrenceType: 'interval',
    recurrenceInterval: 3,
    recurrenceFrom: 'done',
  });
  expect(await datesOf(ana, 3)).toEqual(['2031-01-04', '2031-01-07', '2031-01-10']);
});

test('skipping follows the new rules, and its date moves one task only', async () => {
  const ana = await onWednesday().person('Ana');
  const made = await ana.call.task.create({
    title: 'Bins',
    dueDate: '2031-01-01',
    recurrenceType: 'weekdays',
    recurrenceDays: [1, 4],
  });
  expect(made.skipTo).toBe('2031-01-02');
  const skipped = await ana.call.task.skip({ id: made.id, to: '2031-01-02' });
  expect(skipped).toMatchObject({ dueDate: '2031-01-02T00:00:00.000Z', skipTo: '2031-01-06' });
  expect(await ana.call.task.skip({ id: made.id, to: '2031-01-02' })).toEqual(skipped);
  const done = await ana.call.task.create({
    title: 'Water',
    dueDate: '2030-12-20',
    recurrenceType: 'weekly',
    recurrenceFrom: 'done',
  });
  expect(done.skipTo).toBe('2031-01-08');
  expect((await ana.call.task.skip({ id: done.id })).dueDate).toBe('2031-01-08T00:00:00.000Z');
});

test('a changed rule applies from this occurrence on, and an unchanged one keeps the series', async () => {
  const ana = await onWednesday().person('Ana');
  const made = await ana.call.task.create({
    title: 'Bins',
    dueDate: '2031-01-01',
    recurrenceType: 'weekly',
  });
  await datesOf(ana, 1);
  const [open] = await whole(ana.call.task.list, { view: 'incomplete' });
  const id = open?.id ?? '';
  expect(open?.schedule).toEqual({ firstDay: '2031-01-01', anchorDay: 1, latestDay: '2031-01-08' });
  const same = { recurrenceEvery: 1, recurrenceFrom: 'due', recurrenceDays: [3] } as const;
  expect(await ana.call.task.update({ id, ...same, recurrenceDays: [3] })).toEqual(open);
  const biweekly = await ana.call.task.update({ id, recurrenceEvery: 2 });
  expect(biweekly).toMatchObject({
    recurrenceEvery: 2,
    skipTo: '2031-01-22',
    schedule: { firstDay: '2031-01-08' },
  });
  expect(await ana.call.task.get({ id: made.id })).toMatchObject({ completed: true, recurrenceEvery: 1 });
  const set = await ana.call.task.update({ id, recurrenceType: 'weekdays', recurrenceDays: [1, 3] });
  expect(set).toMatchObject({ recurrenceEvery: 2, skipTo: '2031-01-20' });
  const days = await ana.call.task.update({ id, recurrenceDays: [5] });
  expect(days).toMatchObject({ skipTo: '2031-01-10' });
});

describe('the day of the month', () => {
  const MONTHLY = { title: 'Rent', recurrenceType: 'monthly' } as const;

  test('is that of the first date unless the rule names one, and other types have none', async () => {
    const ana = await onWednesday().person('Ana');
    const made = await ana.call.task.create({ ...MONTHLY, dueDate: '2031-02-28' });
    expect(made).toMatchObject({ recurrenceAnchor: 28, skipTo: '2031-03-28' });
    const last = await ana.call.task.update({ id: made.id, recurrenceAnchor: 31 });
    expect(last).toMatchObject({ recurrenceAnchor: 31, skipTo: '2031-03-31' });
    const day = await ana.call.task.update({ id: made.id, recurrenceAnchor: null });
    expect(day).toMatchObject({ recurrenceAnchor: 28, skipTo: '2031-03-28' });
    const weekly = await ana.call.task.update({
      id: made.id,
      recurrenceType: 'weekly',
      recurrenceAnchor: 31,
    });
    expect(weekly.recurrenceAnchor).toBeNull();
    const fromDone = await ana.call.task.create({
      ...{ ...MONTHLY, dueDate: '2031-02-28' },
      ...{ recurrenceFrom: 'done', recurrenceAnchor: 31 },
    });
    expect(fromDone).toMatchObject({ recurrenceAnchor: null, skipTo: '2031-03-28' });
  });

  test('stays the last one when other fields of the task change', async () => {
    const ana = await onWednesday().person('Ana');
    const { id } = await ana.call.task.create({ ...MONTHLY, dueDate: '2031-02-28', recurrenceAnchor: 31 });
    const change = (input: Omit<Parameters<typeof ana.call.task.update>[0], 'id'>) =>
      ana.call.task.update({ id, ...input });
    expect(await change({ title: 'The rent' })).toMatchObject({ recurrenceAnchor: 31 });
    expect(await change({ recurrenceEndDate: '2032-01-31' })).toMatchObject({ skipTo: '2031-03-31' });
    const every2 = await change({ recurrenceEvery: 2 });
    expect(every2).toMatchObject({ recurrenceAnchor: 31, skipTo: '2031-04-30' });
    const moved = await change({ dueDate: '2031-02-20' });
    expect(moved).toMatchObject({ recurrenceAnchor: 31, schedule: { firstDay: '2031-02-28' } });
    const every3 = await change({ recurrenceEvery: 3 });
    expect(every3).toMatchObject({ recurrenceAnchor: 31, schedule: { firstDay: '2031-02-20' } });
  });

  test('of another rule is that of a date to which the task was moved, unless it is named', async () => {
    const ana = await onWednesday().person('Ana');
    const { id } = await ana.call.task.create({ ...MONTHLY, dueDate: '2031-01-15' });
    const moved = { id, dueDate: '2031-01-20' };
    expect(await ana.call.task.update({ ...moved, recurrenceEvery: 2 })).toMatchObject({
      recurrenceAnchor: 20,
      skipTo: '2031-03-20',
    });
    const named = { id, recurrenceEvery: 3, recurrenceAnchor: 20, dueDate: '2031-01-25' };
    expect(await ana.call.task.update(named)).toMatchObject({ recurrenceAnchor: 20, skipTo: '2031-04-20' });
  });

  test('is in the history of the task', async () => {
    const ana = await onWednesday().person('Ana');
    const { id } = await ana.call.task.create({ ...MONTHLY, dueDate: '2031-02-28', recurrenceAnchor: 31 });
    await ana.call.task.update({ id, recurrenceAnchor: 5 });
    const { items } = await ana.call.task.history({ id });
    expect(items[0]?.changes).toEqual([{ field: 'recurrenceAnchor', before: 31, after: 5 }]);
  });
});

test('a task says who completed it and when, until it is opened again', async () => {
  const world = onWednesday();
  const boss = await world.person('Boss', 'Manager');
  const ana = await member(world, boss, 'Ana');
  const { id } = await boss.call.task.create({
    title: 'Bins',
    dueDate: dayFrom(world, 0),
    recurrenceType: 'daily',
    assignees: [await idOf(ana)],
  });
  const open = { completedAt: null, completedBy: null };
  expect(await boss.call.task.get({ id })).toMatchObject(open);
  world.advance(60_000);
  const completed = await ana.call.task.update({ id, completed: true });
  const done = {
    completedAt: completed.updatedAt,
    completedBy: { id: await idOf(ana), username: 'Ana' },
  };
  expect(completed).toMatchObject(done);
  world.advance(60_000);
  await boss.call.task.update({ id, completed: true, title: 'All bins' });
  expect(await boss.call.task.get({ id })).toMatchObject(done);
  const [listed] = await whole(boss.call.manager.tasks, { view: 'complete' });
  expect(listed).toMatchObject(done);
  const [next] = await whole(boss.call.manager.tasks, { view: 'incomplete' });
  expect(next).toMatchObject(open);
  expect(await ana.call.task.update({ id, completed: false })).toMatchObject(open);
});
