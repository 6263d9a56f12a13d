import { TASK_VIEWS, type TaskView } from '@onus/contract/task';
import { task, taskAssignee } from '@onus/db/schema/task';
import { expect, test } from 'vitest';
import { admin, type Browser, dayFrom, idOf, member, testWorld, type World, whole } from '../testing.ts';

const ZONES = ['UTC', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu'];
/** Noon, when it is tomorrow already in Kiritimati; an hour past midnight, when it is still yesterday in St. John's. */
const MOMENTS = [0, 13 * 3_600_000];

interface Stored {
  id: string;
  creatorId: string;
  managerId: string | null;
  dueDate: string;
  completed: boolean;
  assignees: string[];
}

interface People {
  world: World;
  boss: Browser;
  other: Browser;
  root: Browser;
  ana: Browser;
  ben: Browser;
  cem: Browser;
  solo: Browser;
}

/** Two teams, an Admin and a single user, with tasks of every kind around today. */
async function household(ahead = 0): Promise<People> {
  const world = testWorld();
  world.advance(ahead);
  const boss = await world.person('Boss', 'Manager');
  const other = await world.person('Other', 'Manager');
  const people = {
    world,
    boss,
    other,
    root: await admin(world, 'Root'),
    ana: await member(world, boss, 'Ana'),
    ben: await member(world, boss, 'Ben'),
    cem: await member(world, other, 'Cem'),
    solo: await world.person('Solo'),
  };
  await fill(people);
  return people;
}

async function fill({ world, boss, other, root, ana, ben, cem, solo }: People): Promise<void> {
  const [anaId, benId, cemId, bossId] = await Promise.all([ana, ben, cem, boss].map(idOf));
  const kinds: [Browser, (string | undefined)[]][] = [
    ...([
      [boss, []],
      [boss, [anaId]],
      [boss, [anaId, benId]],
      [boss, [bossId, anaId]],
    ] as const),
    ...([
      [other, []],
      [other, [cemId]],
      [ana, []],
      [ana, [anaId]],
      [cem, []],
      [solo, []],
    ] as const),
    ...([
      [root, []],
      [root, [anaId]],
      [root, [cemId, benId]],
      [root, [bossId]],
    ] as const),
  ].map(([by, to]) => [by, [...to]]);
  const times = ['00:00:00.000', '12:00:00.000', '12:00:00.000', '23:59:59.999'];
  for (const [number, [by, assignees]] of kinds.entries()) {
    for (const offset of [-2, -1, 0, 1, 2]) {
      const made = await by.call.task.create({
        title: `${number} ${offset}`,
        dueDate: `${dayFrom(world, offset)}T${times[(number + offset + 2) % 4]}Z`,
        assignees: assignees.flatMap(id => id ?? []),
      });
      if ((number + offset) % 3 === 0) await by.call.task.update({ id: made.id, completed: true });
    }
  }
}

function everything({ world }: People): Stored[] {
  const assigned = world.db.select().from(taskAssignee).all();
  return world.db
    .select()
    .from(task)
    .all()
    .map(row => ({ ...row, assignees: assigned.filter(a => a.taskId === row.id).map(a => a.userId) }));
}

function inView(view: TaskView, today: string, { dueDate, completed }: Stored): boolean {
  const day = dueDate.slice(0, 10);
  return {
    all: true,
    today: day === today,
    overdue: !completed && day < today,
    upcoming: !completed && day > today,
    complete: completed,
    incomplete: !completed,
  }[view];
}

function sorted(tasks: Stored[]): string[] {
  const key = (one: Stored) => `${one.dueDate} ${one.id}`;
  return tasks.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ id }) => id);
}

/** Whose each area is, how it is asked for, and by the words of rule 4 what is in it. */
async function areasOf(people: People) {
  const { boss, other, root, ana, cem, solo } = people;
  const [bossId = '', otherId = '', anaId = '', benId = '', cemId = ''] = await Promise.all(
    [boss, other, ana, people.ben, cem].map(idOf),
  );
  const own = (id: string) => (one: Stored) =>
    one.assignees.includes(id) || (one.creatorId === id && one.assignees.length === 0);
  const managed = (id: string, members: string[]) => (one: Stored) =>
    one.managerId === id || one.creatorId === id || one.assignees.some(who => members.includes(who));
  const soloId = await idOf(solo);
  return [
    { name: "Ana's own", who: ana, of: 'task' as const, holds: own(anaId) },
    { name: "the boss's own", who: boss, of: 'task' as const, holds: own(bossId) },
    { name: "Solo's own", who: solo, of: 'task' as const, holds: own(soloId) },
    { name: "the boss's area", who: boss, of: 'manager' as const, holds: managed(bossId, [anaId, benId]) },
    { name: "the other's area", who: other, of: 'manager' as const, holds: managed(otherId, [cemId]) },
    { name: 'everything', who: root, of: 'manager' as const, holds: () => true },
    { name: 'Ana for her manager', who: boss, of: anaId, holds: own(anaId) },
    { name: 'Ana for herself', who: ana, of: anaId, holds: own(anaId) },
    { name: 'Cem for the Admin', who: root, of: cemId, holds: own(cemId) },
    { name: 'Solo for the Admin', who: root, of: soloId, holds: own(soloId) },
  ];
}

type PageInput = { view: TaskView; order?: 'asc' | 'desc'; limit?: number; cursor?: string | null };

/** The three procedures of a list, under one name. */
function listsOf({ call }: Browser, of: string) {
  if (of === 'task')
    return {
      page: (input: PageInput) => call.task.list(input),
      whole: (view: TaskView) => whole(call.task.list, { view }),
      counts: () => call.task.counts(),
    };
  if (of === 'manager')
    return {
      page: (input: PageInput) => call.manager.tasks(input),
      whole: (view: TaskView) => whole(call.manager.tasks, { view }),
      counts: () => call.manager.counts(),
    };
  return {
    page: (input: PageInput) => call.member.tasks({ ...input, userId: of }),
    whole: (view: TaskView) => whole(call.member.tasks, { view, userId: of }),
    counts: () => call.member.counts({ userId: of }),
  };
}

function elsewhere({ world }: People, who: Browser, timeZone: string): Browser {
  const browser = world.browser({ timeZone });
  browser.held.accessToken = who.held.accessToken;
  return browser;
}

test.each(ZONES.flatMap(zone => MOMENTS.map(ahead => ({ zone, ahead }))))(
  'every view of every area holds what rule 4 says: $zone, $ahead ms after noon',
  async ({ zone, ahead }) => {
    const people = await household(ahead);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(people.world.clock());
    const stored = everything(people);
    for (const { name, who, of, holds } of await areasOf(people)) {
      const lists = listsOf(elsewhere(people, who, zone), of);
      const expected = (view: TaskView) =>
        sorted(stored.filter(one => holds(one) && inView(view, today, one)));
      for (const view of TASK_VIEWS) {
        const whole = await lists.whole(view);
        expect([name, view, whole.map(({ id }) => id)]).toEqual([name, view, expected(view)]);
      }
      expect([name, await lists.counts()]).toEqual([
        name,
        {
          today: stored.filter(one => holds(one) && !one.completed && inView('today', today, one)).length,
          overdue: expected('overdue').length,
          upcoming: expected('upcoming').length,
        },
      ]);
    }
  },
);

test.each(['asc', 'desc'] as const)(
  'pages of every area follow each other without gap or repeat, %s',
  async order => {
    const people = await household();
    for (const { name, who, of } of await areasOf(people)) {
      const lists = listsOf(who, of);
      for (const view of TASK_VIEWS) {
        const whole = (await lists.whole(view)).map(({ id }) => id);
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const page: Awaited<ReturnType<typeof lists.page>> = await lists.page({
            view,
            order,
            limit: 3,
            cursor,
          });
          expect(page.items.length).toBeLessThanOrEqual(3);
          seen.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor);
        expect([name, view, seen]).toEqual([name, view, order === 'asc' ? whole : whole.reverse()]);
      }
    }
  },
);

test('a task is opened by its creator, assignees, manager, their managers and an Admin, by no one else', async () => {
  const people = await household();
  const { boss, other, ana, ben, cem, solo, root } = people;
  const [anaId = '', benId = '', cemId = ''] = await Promise.all([ana, ben, cem].map(idOf));
  const membersOf = new Map([
    [boss, [anaId, benId]],
    [other, [cemId]],
  ]);
  for (const who of [boss, other, ana, cem, solo, root]) {
    const me = await idOf(who);
    const concerned = [me, ...(membersOf.get(who) ?? [])];
    for (const one of everything(people)) {
      const isTheirs = one.creatorId === me || one.managerId === me || who === root;
      const opened = await who.call.task.get({ id: one.id }).then(
        ({ id }) => id,
        error => error.message,
      );
      const mayOpen = isTheirs || one.assignees.some(id => concerned.includes(id));
      expect(opened).toBe(mayOpen ? one.id : 'Task not found');
    }
  }
});

test("a member's tasks are found by the member, the own manager and an Admin only", async () => {
  const people = await household();
  const { boss, other, ana, ben, solo } = people;
  const userId = await idOf(ana);
  const absent = { code: 'NOT_FOUND', message: 'User not found' };
  for (const { call } of [other, ben, solo]) {
    await expect(call.member.tasks({ userId, view: 'all' })).rejects.toMatchObject(absent);
    await expect(whole(call.member.tasks, { userId, view: 'all' })).rejects.toMatchObject(absent);
    await expect(call.member.counts({ userId })).rejects.toMatchObject(absent);
  }
  await expect(boss.call.member.tasks({ userId: 'unknown', view: 'all' })).rejects.toMatchObject(absent);
  await people.root.call.member.delete({ id: userId });
  await expect(boss.call.member.tasks({ userId, view: 'all' })).rejects.toMatchObject(absent);
});

test("a manager's area is closed to everyone else", async () => {
  const { ana, solo, world } = await household();
  const visitor = world.browser();
  for (const [{ call }, refused] of [
    [ana, { code: 'FORBIDDEN', message: 'You may not do this' }],
    [solo, { code: 'FORBIDDEN', message: 'You may not do this' }],
    [visitor, { code: 'UNAUTHORIZED', message: 'Please log in' }],
  ] as const) {
    await expect(call.manager.tasks({ view: 'all' })).rejects.toMatchObject(refused);
    await expect(whole(call.manager.tasks, { view: 'all' })).rejects.toMatchObject(refused);
    await expect(call.manager.counts()).rejects.toMatchObject(refused);
    await expect(call.manager.chart()).rejects.toMatchObject(refused);
  }
  await expect(visitor.call.member.tasks({ userId: 'x', view: 'all' })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
  await expect(whole(visitor.call.member.tasks, { userId: 'x', view: 'all' })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
  await expect(visitor.call.member.counts({ userId: 'x' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test.each([
  [{ view: 'later' }, 'View is invalid'],
  [{ limit: 0 }, 'Limit must be at least 1'],
  [{ limit: 501 }, 'Limit must be at most 500'],
  [{ order: 'random' }, 'Order is invalid'],
  [{ cursor: 'x' }, 'Cursor is invalid'],
  [{ cursor: '2026-01-01 x' }, 'Cursor is invalid'],
])('a list asked for with %j is refused', async (wrong, message) => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const input = { view: 'all', ...wrong } as { view: TaskView };
  const refused = { code: 'BAD_REQUEST', message };
  await expect(boss.call.task.list(input)).rejects.toMatchObject(refused);
  await expect(boss.call.manager.tasks(input)).rejects.toMatchObject(refused);
  await expect(boss.call.member.tasks({ ...input, userId: await idOf(boss) })).rejects.toMatchObject(refused);
});

test.each(['0001-01-01', '9999-12-31'])(
  'a list of the first or last date of the calendar has its tasks: %s',
  async day => {
    const world = testWorld();
    const ana = await world.person('Ana');
    const { id } = await ana.call.task.create({ title: 'Some day', dueDate: `${day}T23:59:59.999Z` });
    for (const place of [
      { view: 'today', day },
      { view: 'all', month: day.slice(0, 7) },
    ] as const) {
      expect((await ana.call.task.list(place)).items).toMatchObject([{ id }]);
    }
  },
);
