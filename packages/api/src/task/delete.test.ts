import { expect, test } from 'vitest';
import {
  admin,
  type Browser,
  dayFrom,
  downloaded,
  idOf,
  member,
  testWorld,
  ticksOf,
  whole,
} from '../testing.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
type World = ReturnType<typeof testWorld>;

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

test('who owns it restores it, once, for 30 days; others who see it are refused', async () => {
  const { world, ana, ben, first } = await bins();
  const missing = { code: 'NOT_FOUND', message: 'Task not found' };
  await expect(ana.call.task.restore({ id: first.id })).rejects.toMatchObject(missing);
  await ana.call.task.delete({ id: first.id });
  await expect(ben.call.task.restore({ id: first.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const stranger = await world.person('Zoe', 'Manager');
  await expect(stranger.call.task.restore({ id: first.id })).rejects.toMatchObject(missing);
  await ana.call.task.restore({ id: first.id });
  await expect(ana.call.task.restore({ id: first.id })).rejects.toMatchObject(missing);
  await ana.call.task.delete({ id: first.id });
  await later(world, ana, 30 * DAY - MINUTE);
  expect((await ana.call.task.deleted()).items).toHaveLength(1);
  await later(world, ana, 2 * MINUTE);
  expect((await ana.call.task.deleted()).items).toEqual([]);
  await expect(ana.call.task.restore({ id: first.id })).rejects.toMatchObject(missing);
});

test('whatever has been moved to its date, a deleted task comes back', async () => {
  const { world, ana, ben, first } = await bins();
  await ben.call.task.update({ id: first.id, completed: true });
  const [, second] = await all(ben);
  if (!second) throw new Error('completing made no next one');
  await ana.call.task.delete({ id: first.id });
  await ana.call.task.update({ id: second.id, dueDate: `${dayFrom(world, -7)}T07:30:00.000Z` });
  await ana.call.task.restore({ id: first.id });
  expect(await all(ben)).toHaveLength(2);
});

test('a deleted task is on no list and in no count of anyone, and cannot be reached', async () => {
  const { world, ana, ben, first } = await bins();
  const root = await admin(world, 'Root');
  await ana.call.task.delete({ id: first.id });
  for (const person of [ana, ben, root]) {
    for (const view of ['all', 'today', 'overdue', 'upcoming', 'complete', 'incomplete'] as const) {
      expect(await whole(person.call.task.list, { view })).toEqual([]);
      expect(await whole(person.call.task.list, { view, find: 'bins' })).toEqual([]);
      if (person !== ben) expect(await whole(person.call.manager.tasks, { view })).toEqual([]);
    }
    expect(await person.call.task.counts()).toEqual({ today: 0, overdue: 0, upcoming: 0 });
    const missing = { code: 'NOT_FOUND', message: 'Task not found' };
    await expect(person.call.task.get({ id: first.id })).rejects.toMatchObject(missing);
    await expect(person.call.task.update({ id: first.id, title: 'x' })).rejects.toMatchObject(missing);
    await expect(person.call.task.delete({ id: first.id })).rejects.toMatchObject(missing);
  }
  const bars = await root.call.manager.chart();
  expect(bars.map(bar => [bar.complete, bar.incomplete])).toEqual(bars.map(() => [0, 0]));
  expect((await downloaded(ana, 'household')).tasks).toEqual([]);
});

test('a task is not made again under the id of one that was deleted', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const input = { id: '0198c0de-0000-7000-8000-000000000001', title: 'Once', dueDate: '2099-01-01' };
  await ana.call.task.create(input);
  await ana.call.task.delete({ id: input.id });
  await expect(ana.call.task.create(input)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This task was deleted',
  });
});

test('a restored task says which of its people are gone, and waits with its manager when all are', async () => {
  const { world, ana, ben, first } = await bins();
  const benId = await idOf(ben);
  await ana.call.task.delete({ id: first.id });
  const root = await admin(world, 'Root');
  await root.call.member.delete({ id: benId });
  const restored = await ana.call.task.restore({ id: first.id });
  expect(restored).toMatchObject({ assignees: [], gone: [{ id: benId, username: 'Ben' }] });
  expect(await all(ana)).toEqual([]);
  expect((await whole(ana.call.manager.tasks, { view: 'all' })).map(one => one.id)).toEqual([first.id]);
});

test('a restored task that lost one of its people is still completed from a copy taken before', async () => {
  const { world, ana, ben, first } = await bins();
  const cem = await member(world, ana, 'Cem');
  const [benId, cemId] = [await idOf(ben), await idOf(cem)];
  const copy = await ana.call.task.update({ id: first.id, assignees: [benId, cemId] });
  await ana.call.task.delete({ id: first.id });
  await (await admin(world, 'Root')).call.member.delete({ id: cemId });
  const restored = await ana.call.task.restore({ id: first.id });
  expect(restored.gone).toHaveLength(1);
  const before = { ...copy, basedOn: copy.updatedAt, assignees: [benId, cemId] };
  for (const person of [ana, ben]) {
    const done = await person.call.task.update({ ...before, completed: true });
    expect(done).toMatchObject({ completed: true, assignees: [{ id: benId, username: 'Ben' }] });
    await person.call.task.update({ id: first.id, completed: false });
  }
});

test('a task that was deleted before an upgrade comes back after it, with the new column', async () => {
  const { world, ana, first } = await bins();
  const { endedSeries } = await ana.call.task.delete({ id: first.id });
  expect(endedSeries).toBe(true);
  // A column of a later version, that every row must have and that this one does not know.
  world.db.$client.exec("alter table task add column priority text not null default 'usual'");
  world.db.$client.exec("update task set priority = 'high'");
  const { gone, ...restored } = await ana.call.task.restore({ id: first.id });
  expect({ gone, restored }).toEqual({ gone: [], restored: first });
  const kept = world.db.$client.prepare('select priority from task where id = ?').pluck().get(first.id);
  expect(kept).toBe('high');
});

test('the people who could see a deleted task find it, and only its owners may restore it', async () => {
  const { world, ana, ben, first } = await bins();
  const root = await admin(world, 'Root');
  const zoe = await world.person('Zoe', 'Manager');
  const anaId = await idOf(ana);
  await ana.call.task.delete({ id: first.id });
  const shown = {
    id: first.id,
    title: 'Bins',
    text: 'Both of them',
    dueDate: first.dueDate,
    completed: false,
    assignees: [{ id: await idOf(ben), username: 'Ben' }],
    deletedAt: expect.stringMatching(/^\d{4}-.+Z$/),
    deletedBy: { id: anaId, username: 'Ana' },
  };
  const list = async (person: Browser) => (await person.call.task.deleted()).items;
  expect(await list(ana)).toEqual([{ ...shown, may: { restore: true } }]);
  expect(await list(root)).toEqual([{ ...shown, may: { restore: true } }]);
  expect(await list(ben)).toEqual([{ ...shown, may: { restore: false } }]);
  expect(await list(zoe)).toEqual([]);
  // The rules of now decide: Ben belongs to another household, and Ana is his manager no more.
  await root.call.member.move({ id: await idOf(ben), managerId: await idOf(zoe) });
  expect(await list(zoe)).toEqual([]);
  await root.call.task.restore({ id: first.id });
  expect(await list(ana)).toEqual([]);
  expect(await list(root)).toEqual([]);
});

test('a person who may not see a task any more does not see it among the deleted ones', async () => {
  const { world, ana, ben } = await bins();
  const zoe = await world.person('Zoe', 'Manager');
  const root = await admin(world, 'Root');
  const { id } = await ben.call.task.create({ title: 'Ben’s own', dueDate: dayFrom(world, 0) });
  await ben.call.task.delete({ id });
  expect((await ana.call.task.deleted()).items.map(one => one.id)).toContain(id);
  await root.call.member.update({ id: await idOf(ana), roles: ['Employee'] });
  expect((await ana.call.task.deleted()).items.map(one => one.id)).not.toContain(id);
  await expect(ana.call.task.restore({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await zoe.call.task.deleted()).items).toEqual([]);
});

test('deleted tasks come newest first, page by page', async () => {
  const { world, ana } = await bins();
  const ids: string[] = [];
  for (let n = 0; n < 60; n += 1) {
    const { id } = await ana.call.task.create({ title: `Task ${n}`, dueDate: dayFrom(world, 0) });
    await ana.call.task.delete({ id });
    if (n % 3 === 0) world.advance(1);
    ids.unshift(id);
  }
  const first = await ana.call.task.deleted();
  const second = await ana.call.task.deleted({ cursor: first.nextCursor });
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([50, 10, null]);
  expect(new Set([...first.items, ...second.items].map(one => one.id))).toEqual(new Set(ids));
  const times = [...first.items, ...second.items].map(one => one.deletedAt);
  expect(times).toEqual(times.toSorted().reverse());
});

/** Time passes, and the session is renewed. */
async function later(world: World, person: Browser, ms: number): Promise<void> {
  world.db.$client.exec('update session set expires_at = 9e15, ends_at = 9e15');
  world.advance(ms);
  person.held.accessToken = (await person.call.auth.refresh()).accessToken;
}
