import { task } from '@onus/db/schema/task';
import { expect, test } from 'vitest';
import { admin, type Browser, dayFrom as day, idOf, member, testWorld, ticksOf, whole } from '../testing.ts';

async function titles(
  browser: Browser,
  view: 'today' | 'overdue' | 'upcoming' | 'complete',
  order?: 'asc' | 'desc',
) {
  const page = await browser.call.task.list({ view, ...(order ? { order } : {}) });
  return page.items.map(item => item.title);
}

test('a task is kept as it was given and owned by who made it', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { id: me } = await ana.call.auth.me();
  const made = await ana.call.task.create({
    title: 'Büro 🧹 aufräumen',
    text: 'one\ntwo',
    dueDate: '2026-03-05',
  });
  expect(made).toMatchObject({
    title: 'Büro 🧹 aufräumen',
    text: 'one\ntwo',
    dueDate: '2026-03-05T00:00:00.000Z',
    completed: false,
    creatorId: me,
    managerId: null,
    assignees: [],
    recurrenceType: 'none',
    recurrenceInterval: 1,
    recurrenceEndDate: null,
    skipTo: null,
    may: { edit: true, assign: true, delete: true, skip: false },
  });
  expect(await ana.call.task.get({ id: made.id })).toEqual(made);
});

test("another's task is not found: get, update, delete, and it is in none of their lists", async () => {
  const world = testWorld();
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben', 'Manager')];
  const { id } = await ana.call.task.create({ title: 'Mine', dueDate: day(world, 0) });
  const absent = { code: 'NOT_FOUND', message: 'Task not found' };
  await expect(ben.call.task.get({ id })).rejects.toMatchObject(absent);
  await expect(ben.call.task.update({ id, title: 'Yours' })).rejects.toMatchObject(absent);
  await expect(ben.call.task.delete({ id })).rejects.toMatchObject(absent);
  await expect(ben.call.task.get({ id: 'no-such-task' })).rejects.toMatchObject(absent);
  expect(await whole(ben.call.task.list, { view: 'all' })).toEqual([]);
  expect(await ana.call.task.get({ id })).toMatchObject({ title: 'Mine' });
});

test('without signing in nothing of a task is reached', async () => {
  const { call } = testWorld().browser();
  const refused = { code: 'UNAUTHORIZED', message: 'Please log in' };
  await expect(call.task.list({ view: 'today' })).rejects.toMatchObject(refused);
  await expect(whole(call.task.list, { view: 'all' })).rejects.toMatchObject(refused);
  await expect(call.task.counts()).rejects.toMatchObject(refused);
  await expect(call.task.get({ id: 'x' })).rejects.toMatchObject(refused);
  await expect(call.task.create({ title: 'x', dueDate: '2026-01-01' })).rejects.toMatchObject(refused);
  await expect(call.task.update({ id: 'x' })).rejects.toMatchObject(refused);
  await expect(call.task.delete({ id: 'x' })).rejects.toMatchObject(refused);
});

test.each([
  [{ title: '' }, 'Title is required'],
  [{ title: undefined }, 'Title is required'],
  [{ title: 'x'.repeat(201) }, 'Title is too long: at most 200'],
  [{ title: 'a\ud800' }, 'Title contains characters that cannot be stored'],
  [{ text: 'x'.repeat(5001) }, 'Description is too long: at most 5000'],
  [{ text: 'a\0' }, 'Description contains characters that cannot be stored'],
  [{ text: 5 }, 'Description must be text'],
  [{ dueDate: undefined }, 'Due date is required'],
  [{ dueDate: '' }, 'Due date is required'],
  [{ dueDate: 'tomorrow' }, 'Due date is invalid'],
  [{ dueDate: '2026-02-30' }, 'Due date is invalid'],
  [{ dueDate: 5 }, 'Due date is invalid'],
  [{ recurrenceType: 'hourly' }, 'Recurrence type is not known'],
  [{ recurrenceInterval: 0 }, 'Interval must be a whole number of days, at least 1'],
  [{ recurrenceInterval: 1.5 }, 'Interval must be a whole number of days, at least 1'],
  [{ recurrenceEndDate: '2026-01-31' }, 'Recurrence end date is before the due date'],
  [{ recurrenceEndDate: 'never' }, 'Recurrence end date is invalid'],
  [{ id: 'x' }, 'Id must be a version 7 UUID'],
  [{ assignees: ['unknown'] }, 'You can only assign tasks to your own members'],
])('creating with %j is refused with its reason', async (wrong, message) => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const input = { title: 'Bins', dueDate: '2026-02-01', ...wrong } as { title: string; dueDate: string };
  await expect(ana.call.task.create(input)).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
  expect(world.db.select().from(task).all()).toEqual([]);
});

test('the views divide tasks by the calendar, in the order asked for', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  for (const offset of [-2, 0, -1, 2, 1]) {
    await ana.call.task.create({ title: `day ${offset}`, dueDate: day(world, offset) });
  }
  const done = await ana.call.task.create({ title: 'done', dueDate: day(world, 0) });
  await ana.call.task.update({ id: done.id, completed: true });
  expect(await titles(ana, 'today')).toEqual(['day 0', 'done']);
  expect(await titles(ana, 'overdue', 'desc')).toEqual(['day -1', 'day -2']);
  expect(await titles(ana, 'upcoming')).toEqual(['day 1', 'day 2']);
  expect(await titles(ana, 'complete', 'desc')).toEqual(['done']);
  expect(await ana.call.task.counts()).toEqual({ today: 1, overdue: 2, upcoming: 2 });
  const incomplete = await whole(ana.call.task.list, { view: 'incomplete' });
  expect(incomplete.map(item => item.title)).toEqual(['day -2', 'day -1', 'day 0', 'day 1', 'day 2']);
});

test('today is the date where the viewer is, else where they last signed in or refreshed', async () => {
  const world = testWorld();
  const ana = await world.person('Ana', 'User', { timeZone: 'Pacific/Kiritimati' });
  await ana.call.task.create({ title: 'noon', dueDate: `${day(world, 0)}T12:00:00.000Z` });
  await ana.call.task.create({ title: 'tomorrow', dueDate: `${day(world, 1)}T12:00:00.000Z` });
  expect(await titles(ana, 'today')).toEqual(['tomorrow']);
  expect(await titles(ana, 'overdue')).toEqual(['noon']);
  const abroad = world.browser({ timeZone: 'America/Los_Angeles' });
  abroad.held.accessToken = ana.held.accessToken;
  expect(await titles(abroad, 'today')).toEqual(['noon']);
  const silent = world.browser({ timeZone: 'Moon/Crater' });
  silent.held.accessToken = ana.held.accessToken;
  expect(await titles(silent, 'today')).toEqual(['tomorrow']);
  abroad.held.cookie = ana.held.cookie;
  await abroad.call.auth.refresh();
  expect(await titles(silent, 'today')).toEqual(['noon']);
});

test.each(['asc', 'desc'] as const)('pages follow each other without gap or repeat, %s', async order => {
  const world = testWorld();
  const ana = await world.person('Ana');
  for (let number = 0; number < 7; number++) {
    await ana.call.task.create({ title: String(number), dueDate: day(world, 1 + Math.floor(number / 3)) });
  }
  const seen: string[] = [];
  for (let cursor: string | null = null, first = true; first || cursor; first = false) {
    const page: Awaited<ReturnType<typeof ana.call.task.list>> = await ana.call.task.list({
      view: 'upcoming',
      order,
      limit: 3,
      cursor,
    });
    seen.push(...page.items.map(item => item.title));
    cursor = page.nextCursor;
  }
  const expected = ['0', '1', '2', '3', '4', '5', '6'];
  expect(seen).toEqual(order === 'asc' ? expected : expected.reverse());
});

test('the same client-made id makes one task, and no one else can take it', async () => {
  const world = testWorld();
  const [ana, ben] = [await world.person('Ana'), await world.person('Ben')];
  const input = { id: '0198c0de-0000-7000-8000-000000000001', title: 'Once', dueDate: '2026-01-01' };
  const first = await ana.call.task.create(input);
  expect(await ana.call.task.create({ ...input, title: 'Twice' })).toEqual(first);
  await expect(ben.call.task.create(input)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a manager assigns members and oneself; the member works on it but does not own it', async () => {
  const world = testWorld();
  const [boss, stranger] = [await world.person('Boss', 'Manager'), await world.person('Stranger')];
  const ana = await member(world, boss, 'Ana');
  const [bossId, anaId] = [(await boss.call.auth.me()).id, (await ana.call.auth.me()).id];
  const made = await boss.call.task.create({
    title: 'Bins',
    dueDate: day(world, 0),
    assignees: [anaId, bossId],
  });
  expect(made).toMatchObject({ managerId: bossId, assignees: [{ username: 'Ana' }, { username: 'Boss' }] });
  const { id: strangerId } = await stranger.call.auth.me();
  await expect(boss.call.task.update({ id: made.id, assignees: [strangerId] })).rejects.toMatchObject({
    message: 'You can only assign tasks to your own members',
  });

  expect(await titles(ana, 'today')).toEqual(['Bins']);
  const seen = await ana.call.task.get({ id: made.id });
  expect(seen.may).toEqual({ edit: true, assign: false, delete: false, skip: false });
  await ana.call.task.update({ id: made.id, completed: true, title: 'Bins out', assignees: [anaId, bossId] });
  const refused = { code: 'FORBIDDEN', message: 'You may not do this' };
  await expect(ana.call.task.update({ id: made.id, assignees: [anaId] })).rejects.toMatchObject(refused);
  await expect(ana.call.task.update({ id: made.id, recurrenceType: 'daily' })).rejects.toMatchObject(refused);
  await expect(ana.call.task.delete({ id: made.id })).rejects.toMatchObject(refused);
  await boss.call.task.delete({ id: made.id });
  expect(await titles(ana, 'today')).toEqual([]);
});

test('a change made from an older copy clashes, ticking off does not', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const old = await ana.call.task.create({ title: 'Draft', dueDate: '2026-01-01' });
  const fresh = await ana.call.task.update({ id: old.id, title: 'Final', basedOn: old.updatedAt });
  await expect(
    ana.call.task.update({ id: old.id, title: 'Mine', basedOn: old.updatedAt }),
  ).rejects.toMatchObject({ code: 'CONFLICT', cause: { newest: fresh } });
  const done = await ana.call.task.update({ id: old.id, completed: true, basedOn: old.updatedAt });
  expect(done).toMatchObject({ title: 'Final', completed: true });
  const same = await ana.call.task.update({
    ...fresh,
    assignees: [],
    completed: true,
    basedOn: old.updatedAt,
  });
  expect(same.updatedAt).toBe(done.updatedAt);
});

test('five devices that complete at once make one follow-up; taking it back removes it', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const made = await ana.call.task.create({
    title: 'Water',
    dueDate: day(world, -3),
    recurrenceType: 'weekly',
  });
  await Promise.all([1, 2, 3, 4, 5].map(() => ana.call.task.update({ id: made.id, completed: true })));
  const upcoming = await ana.call.task.list({ view: 'upcoming' });
  expect(upcoming.items).toMatchObject([{ title: 'Water', recurrenceType: 'weekly' }]);
  expect(upcoming.items[0]?.dueDate.slice(0, 10)).toBe(day(world, 4));
  await ana.call.task.update({ id: made.id, completed: false });
  expect(await titles(ana, 'upcoming')).toEqual([]);

  await ana.call.task.update({ id: made.id, completed: true });
  const [next] = (await ana.call.task.list({ view: 'upcoming' })).items;
  await ana.call.task.update({ id: next?.id ?? '', title: 'Water more' });
  await ana.call.task.update({ id: made.id, completed: false });
  expect(await titles(ana, 'upcoming')).toEqual(['Water more']);
  await ana.call.task.update({ id: made.id, completed: true });
  expect(await titles(ana, 'upcoming')).toEqual(['Water more']);
});

test('a series ends with its end date, or when its open task is deleted', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const ending = await ana.call.task.create({
    title: 'Course',
    dueDate: day(world, 0),
    recurrenceType: 'interval',
    recurrenceInterval: 3,
    recurrenceEndDate: day(world, 3),
  });
  await ana.call.task.update({ id: ending.id, completed: true });
  const [last] = (await ana.call.task.list({ view: 'upcoming' })).items;
  expect(last?.dueDate.slice(0, 10)).toBe(day(world, 3));
  await ana.call.task.update({ id: last?.id ?? '', completed: true });
  expect(await titles(ana, 'upcoming')).toEqual([]);
});

test('a failed call changes nothing and sends no change event', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const made = await ana.call.task.create({ title: 'Bins', dueDate: '2026-02-01' });
  const stream = (await ana.call.live.onChange())[Symbol.asyncIterator]();
  await expect(
    ana.call.task.update({ id: made.id, title: 'New', recurrenceEndDate: '2026-01-01' }),
  ).rejects.toMatchObject({ message: 'Recurrence end date is before the due date' });
  expect(await ana.call.task.get({ id: made.id })).toEqual(made);
  world.events.tick('member', [await idOf(ana)]);
  expect((await stream.next()).value).toEqual(['member']);
});

test("an Admin's task for a member is in that member's manager's area, who owns it", async () => {
  const world = testWorld();
  const [boss, other] = [await world.person('Boss', 'Manager'), await world.person('Other', 'Manager')];
  const [ana, cem] = [await member(world, boss, 'Ana'), await member(world, other, 'Cem')];
  const root = await admin(world, 'Root');
  const [rootId, bossId, otherId] = [await idOf(root), await idOf(boss), await idOf(other)];
  const [anaId, cemId] = [await idOf(ana), await idOf(cem)];
  const managerOf = async (assignees: string[]) =>
    (await root.call.task.create({ title: 'Bins', dueDate: day(world, 0), assignees })).managerId;
  expect(await managerOf([])).toBe(rootId);
  expect(await managerOf([rootId])).toBe(rootId);
  expect(await managerOf([bossId])).toBe(rootId);
  expect(await managerOf([anaId])).toBe(bossId);
  expect(await managerOf([rootId, cemId, anaId])).toBe(otherId);
  const [made] = (await whole(ana.call.task.list, { view: 'all' })).filter(one => one.assignees.length === 1);
  expect((await boss.call.task.get({ id: made?.id ?? '' })).may).toMatchObject({ edit: true, delete: true });
  await boss.call.task.delete({ id: made?.id ?? '' });
  const own = await ana.call.task.create({ title: 'Own', dueDate: day(world, 0) });
  expect(own.managerId).toBe(bossId);
});

test('a manager sees what a member does for another person, and changes nothing of it', async () => {
  const world = testWorld();
  const [boss, other] = [await world.person('Boss', 'Manager'), await world.person('Other', 'Manager')];
  const [ana, cem] = [await member(world, boss, 'Ana'), await member(world, other, 'Cem')];
  const root = await admin(world, 'Root');
  const { id } = await root.call.task.create({
    title: 'Both',
    dueDate: day(world, 0),
    assignees: [await idOf(ana), await idOf(cem)],
  });
  const seen = await other.call.task.get({ id });
  expect(seen.may).toEqual({ edit: false, assign: false, delete: false, skip: false });
  const refused = { code: 'FORBIDDEN', message: 'You may not do this' };
  await expect(other.call.task.update({ id, completed: true })).rejects.toMatchObject(refused);
  await expect(other.call.task.update({ id, assignees: [] })).rejects.toMatchObject(refused);
  await expect(other.call.task.delete({ id })).rejects.toMatchObject(refused);
  expect(await root.call.task.get({ id })).toMatchObject({ ...seen, may: expect.anything() });
});

test('everyone who may or could see a task hears of its change, no one else', async () => {
  const world = testWorld();
  const [boss, other] = [await world.person('Boss', 'Manager'), await world.person('Other', 'Manager')];
  const [ana, ben] = [await member(world, boss, 'Ana'), await member(world, boss, 'Ben')];
  const people = {
    boss,
    ana,
    ben,
    other,
    root: await admin(world, 'Root'),
    solo: await world.person('Solo'),
  };
  const [anaId, benId] = [await idOf(ana), await idOf(ben)];
  const told = { boss: ['task'], ana: ['task'], ben: [], other: [], root: ['task'], solo: [] };
  let id = '';
  const make = async () => {
    id = (await boss.call.task.create({ title: 'Bins', dueDate: day(world, 0), assignees: [anaId] })).id;
  };
  expect(await ticksOf(world, people, 'chat', make)).toEqual(told);
  const handOver = () => boss.call.task.update({ id, assignees: [benId] });
  expect(await ticksOf(world, people, 'chat', handOver)).toEqual({ ...told, ben: ['task'] });
  const complete = () => ben.call.task.update({ id, completed: true });
  expect(await ticksOf(world, people, 'chat', complete)).toEqual({ ...told, ana: [], ben: ['task'] });
  const again = () => ben.call.task.update({ id, completed: true });
  expect(await ticksOf(world, people, 'chat', again)).toEqual({ ...told, boss: [], ana: [], root: [] });
  const erase = () => boss.call.task.delete({ id });
  expect(await ticksOf(world, people, 'chat', erase)).toEqual({ ...told, ana: [], ben: ['task'] });
});
