import { task } from '@onus/db/schema/task';
import { expect, test } from 'vitest';
import { admin, type Browser, dayFrom, idOf, member, testWorld, type World } from '../testing.ts';

/** Milliseconds from now until a moment of the first of the next month, UTC. */
function untilNextMonth(world: World, hours: number): number {
  const now = new Date(world.clock());
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, hours) - now.getTime();
}

/** The six months that end with one, oldest first, and how many days each has. */
function sixMonths(month: string): { month: string; label: string; days: number }[] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return [5, 4, 3, 2, 1, 0].map(back => {
    const first = new Date(Date.UTC(year, number - 1 - back, 1));
    return {
      month: first.toISOString().slice(0, 7),
      label: first.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }),
      days: new Date(Date.UTC(year, number - back, 0)).getUTCDate(),
    };
  });
}

/** A task on every day for nine months, at times that touch the ends of the day; every third is done. */
async function fill(world: World, boss: Browser): Promise<void> {
  const times = ['00:00:00.000', '12:00:00.000', '23:59:59.999'];
  for (let offset = -220; offset <= 50; offset++) {
    const { id } = await boss.call.task.create({
      title: String(offset),
      dueDate: `${dayFrom(world, offset)}T${times[(offset + 220) % 3]}Z`,
    });
    if (offset % 4 === 0) await boss.call.task.update({ id, completed: true });
  }
}

test.each([
  ['UTC', 0],
  ['America/St_Johns', 0],
  ['Pacific/Kiritimati', 0],
  ['Asia/Kathmandu', 0],
  ['UTC', -12],
  ['America/St_Johns', -12],
  ['Pacific/Kiritimati', -12],
  ['Asia/Kathmandu', -12],
])(
  'in %s, %i hours from the turn of the month, every calendar day counts once in its month',
  async (timeZone, hours) => {
    const world = testWorld();
    world.advance(untilNextMonth(world, hours));
    const boss = await world.person('Boss', 'Manager', { timeZone });
    await fill(world, boss);
    const chart = await boss.call.manager.chart();
    const month = new Intl.DateTimeFormat('en-CA', { timeZone }).format(world.clock()).slice(0, 7);
    expect(
      chart.map(({ complete, incomplete, ...bar }) => ({ ...bar, days: complete + incomplete })),
    ).toEqual(sixMonths(month));
    const done = world.db
      .select()
      .from(task)
      .all()
      .filter(one => one.completed && one.dueDate.startsWith(month));
    expect(chart.at(-1)?.complete).toBe(done.length);
  },
);

test('without tasks there are six empty months', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const chart = await boss.call.manager.chart();
  expect(chart).toEqual(
    sixMonths(dayFrom(world, 0).slice(0, 7)).map(({ month, label }) => ({
      month,
      label,
      complete: 0,
      incomplete: 0,
    })),
  );
});

test("a manager's chart counts the area once a task, an Admin's everything", async () => {
  const world = testWorld();
  const [boss, other] = [await world.person('Boss', 'Manager'), await world.person('Other', 'Manager')];
  const [ana, ben] = [await member(world, boss, 'Ana'), await member(world, boss, 'Ben')];
  const root = await admin(world, 'Root');
  const solo = await world.person('Solo');
  const assignees = [await idOf(ana), await idOf(ben), await idOf(boss)];
  const dueDate = dayFrom(world, 0);
  await root.call.task.create({ title: 'For the team', dueDate, assignees });
  await boss.call.task.create({ title: 'For the team', dueDate, assignees });
  await ana.call.task.create({ title: 'Own', dueDate });
  await solo.call.task.create({ title: 'Own', dueDate });
  const incomplete = async ({ call }: Browser) => (await call.manager.chart()).at(-1)?.incomplete;
  expect(await incomplete(boss)).toBe(3);
  expect(await incomplete(other)).toBe(0);
  expect(await incomplete(root)).toBe(4);
});

test('rights are those of now: a manager who is none any more has no area', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const root = await admin(world, 'Root');
  expect(await boss.call.manager.counts()).toEqual({ today: 0, overdue: 0, upcoming: 0 });
  const ana = await member(world, boss, 'Ana');
  await root.call.member.update({ id: await idOf(boss), roles: [] });
  const refused = { code: 'FORBIDDEN', message: 'You may not do this' };
  await expect(boss.call.manager.counts()).rejects.toMatchObject(refused);
  await expect(boss.call.member.list({})).rejects.toMatchObject(refused);
  await expect(boss.call.member.get({ id: await idOf(ana) })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a list of several people’s tasks names the maker of a task without assignees, also once they are gone', async () => {
  const world = testWorld();
  const [boss, root] = [await world.person('Boss', 'Manager'), await admin(world, 'Root')];
  const [ana, ben] = [await member(world, boss, 'Ana'), await member(world, boss, 'Ben')];
  const [anaId, benId] = [await idOf(ana), await idOf(ben)];
  const dueDate = dayFrom(world, 0);
  await boss.call.task.create({ title: 'Bins', dueDate });
  await ana.call.task.create({ title: 'Desk', dueDate });
  await ana.call.task.create({ title: 'Plants', dueDate, assignees: [anaId] });
  // The boss does not learn of people outside the team: this was made by an Admin.
  const { id } = await root.call.task.create({ title: 'Roof', dueDate, assignees: [benId] });
  await boss.call.task.update({ id, assignees: [] });
  const makers = async (list: Promise<{ items: { title: string; maker: { username: string } | null }[] }>) =>
    Object.fromEntries((await list).items.map(one => [one.title, one.maker?.username ?? null]));
  const seen = { Bins: null, Desk: 'Ana', Plants: null, Roof: null };
  expect(await makers(boss.call.manager.tasks({ view: 'all' }))).toEqual(seen);
  expect(await makers(root.call.manager.tasks({ view: 'all' }))).toEqual({ ...seen, Bins: 'Boss' });
  expect(await makers(boss.call.member.tasks({ userId: anaId, view: 'all' }))).toEqual({
    Desk: 'Ana',
    Plants: null,
  });
  expect(await makers(ana.call.member.tasks({ userId: anaId, view: 'all' }))).toEqual({
    Desk: null,
    Plants: null,
  });
  await boss.call.member.update({ id: anaId, active: false });
  expect(await makers(boss.call.manager.tasks({ view: 'all' }))).toEqual(seen);
  await root.call.member.delete({ id: anaId });
  expect(await makers(boss.call.manager.tasks({ view: 'all' }))).toEqual(seen);
});
