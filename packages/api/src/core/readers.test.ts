import { openDb } from '@onus/db/open';
import { hasPendingChanges } from '@onus/db/pending-changes';
import { describe, expect, test } from 'vitest';
import { createSweep } from '../sweep/sweep.ts';
import { admin, type Browser, idOf, member, testWorld, ticksOf, type World, whole } from '../testing.ts';

const ABSENT = { code: 'NOT_FOUND', message: 'Task not found' };
const DUE = '2099-01-01';

/** Boss manages Pat and Ana. Pat is a Manager as well, with Kim. Far more tasks than one transaction renews. */
async function largeTeam() {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const [boss, root] = [await world.person('Boss', 'Manager'), await admin(world, 'Root')];
  const [pat, ana] = [await member(world, boss, 'Pat'), await member(world, boss, 'Ana')];
  await boss.call.member.update({ id: await idOf(pat), roles: ['Employee', 'Manager'] });
  const kim = await member(world, pat, 'Kim');
  fill(world, await idOf(kim), await idOf(pat), 1_500);
  return { world, boss, root, pat, ana, kim };
}

/** Open tasks; the last of them are due first, so that a list begins with what is renewed last. */
function fill({ db: { $client: client } }: World, creator: string, manager: string, tasks: number): void {
  client
    .prepare(
      `insert into task (id, creator_id, manager_id, title, due_date, created_at, updated_at)
       with recursive n (i) as (select 0 union all select i + 1 from n where i < ? - 1)
       select 't' || i, ?, ?, 'Job', date('2100-01-01', (-i) || ' days') || 'T12:00:00.000Z', 1, 1 from n`,
    )
    .run(tasks, creator, manager);
}

function rowsOf({ db }: World, userId: string): number {
  return Number(db.$client.prepare('select count(*) from task_reader where user_id = ?').pluck().get(userId));
}

/** Makes a change, and counts the rows of a reader each time that another person's write has had its turn. */
async function steps(world: World, other: Browser, userId: string, change: () => Promise<unknown>) {
  const seen = [rowsOf(world, userId)];
  let isOver = false;
  const changing = change().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await other.call.task.create({ title: 'Bins', dueDate: DUE });
    seen.push(rowsOf(world, userId));
  }
  await changing;
  seen.push(rowsOf(world, userId));
  return seen.slice(1).map((rows, at) => Math.abs(rows - (seen[at] ?? 0)));
}

describe('what a change of who manages does to a large team', () => {
  test('is done in slices, and other calls have their turn in between', async () => {
    const { world, root, pat, ana } = await largeTeam();
    const id = await idOf(pat);
    const lost = await steps(world, ana, id, () => root.call.member.update({ id, roles: ['Employee'] }));
    expect(rowsOf(world, id)).toBe(0);
    expect(Math.max(...lost)).toBeLessThanOrEqual(300);
    const gained = await steps(world, ana, id, () => root.call.member.update({ id, roles: ['Manager'] }));
    expect(rowsOf(world, id)).toBe(1_500);
    expect(Math.max(...gained)).toBeLessThanOrEqual(300);
  });

  test('is complete when the call answers: a demoted manager reads, changes and deletes nothing', async () => {
    const { root, pat, kim, boss } = await largeTeam();
    await root.call.member.update({ id: await idOf(pat), roles: ['Employee'] });
    for (const id of ['t0', 't1499']) {
      await expect(pat.call.task.get({ id })).rejects.toMatchObject(ABSENT);
      await expect(pat.call.task.update({ id, title: 'Mine' })).rejects.toMatchObject(ABSENT);
      await expect(pat.call.task.delete({ id })).rejects.toMatchObject(ABSENT);
    }
    expect(await whole(pat.call.task.list, { view: 'all' })).toEqual([]);
    await root.call.member.move({ id: await idOf(kim), managerId: await idOf(boss) });
    expect(await whole(boss.call.manager.tasks, { view: 'all' })).toHaveLength(1_500);
    expect(await boss.call.task.get({ id: 't1499' })).toMatchObject({ managerId: await idOf(boss) });
  });

  test('is complete when the call answers: members, tasks and groceries of a household pass to its heir', async () => {
    const { world, pat, kim } = await largeTeam();
    const [patId, kimId] = [await idOf(pat), await idOf(kim)];
    for (let n = 0; n < 3; n++) await kim.call.grocery.create({ name: `Milk ${n}` });
    const { sentences } = await pat.call.member.handOver({ to: kimId });
    expect(sentences).toContain('Kim will manage 1500 open tasks. You keep the tasks that you created.');
    expect(await kim.call.grocery.list()).toHaveLength(3);
    expect(await whole(kim.call.manager.tasks, { view: 'all' })).toHaveLength(1_500);
    expect(rowsOf(world, patId)).toBe(0);
    expect(await pat.call.auth.me()).toMatchObject({ managerId: kimId });
  });

  test('is complete when the call answers: a deleted manager has no members', async () => {
    const { world, root, pat, kim } = await largeTeam();
    const patId = await idOf(pat);
    await kim.call.grocery.create({ name: 'Milk' });
    await root.call.member.delete({ id: patId });
    expect(rowsOf(world, patId)).toBe(0);
    expect(await kim.call.auth.me()).toMatchObject({ managerId: null });
    expect(await kim.call.grocery.list()).toMatchObject([{ name: 'Milk' }]);
  });

  test('who gets or loses a task hears of it', async () => {
    const { world, root, pat, kim, boss, ana } = await largeTeam();
    const kimId = await idOf(kim);
    const managerId = await idOf(boss);
    const heard = await ticksOf(world, { pat, boss, kim }, 'message', () =>
      root.call.member.move({ id: kimId, managerId }),
    );
    for (const name of ['pat', 'boss', 'kim']) expect(heard[name], name).toContain('task');
    expect(await whole(ana.call.task.list, { view: 'all' })).toEqual([]);
  });
});

/** As after a crash: the role is taken, and what follows from it is not done. */
async function crashed() {
  const people = await largeTeam();
  const { world, pat } = people;
  world.db.$client.prepare("update user set roles = 'Employee' where id = ?").run(await idOf(pat));
  expect(hasPendingChanges(world.db)).toBe(true);
  return people;
}

describe('until all is done', () => {
  test('a person reads nothing they may not, in any list, search or task', async () => {
    const { world, root, pat, boss, kim } = await crashed();
    const patId = await idOf(pat);
    expect(rowsOf(world, patId)).toBe(1_500);
    await expect(pat.call.task.get({ id: 't3' })).rejects.toMatchObject(ABSENT);
    await expect(pat.call.task.delete({ id: 't3' })).rejects.toMatchObject(ABSENT);
    expect((await root.call.manager.tasks({ managerId: patId, view: 'all' })).items).toEqual([]);
    const found = { managerId: patId, view: 'all', page: 1 } as const;
    expect((await root.call.manager.findTasks(found)).rows).toEqual([]);
    expect(await whole(root.call.manager.tasks, { managerId: patId, view: 'all', find: 'job' })).toEqual([]);
    expect((await boss.call.member.tasks({ userId: patId, view: 'all' })).items).toEqual([]);
    const heard = await ticksOf(world, { pat, kim }, 'chat', () =>
      kim.call.task.update({ id: 't3', title: 'Changed' }),
    );
    expect(heard).toEqual({ pat: [], kim: ['task'] });
  });

  test('a manager whose member moved keeps the pages of the others, and may read each task on them', async () => {
    const { world, boss, pat } = await largeTeam();
    await pat.call.task.create({ title: 'Own', dueDate: DUE });
    const [bossId, patId] = [await idOf(boss), await idOf(pat)];
    world.db.$client.exec(`insert into task_assignee select id, '${patId}' from task where title = 'Job'`);
    const { id } = await boss.call.task.create({ title: 'Stays', dueDate: DUE, assignees: [patId] });
    world.db.$client.prepare('update user set manager_id = null where id = ?').run(patId);
    expect(rowsOf(world, bossId)).toBe(1_501);
    const items = await whole(boss.call.manager.tasks, { view: 'all' });
    expect(items.map(task => task.id)).toEqual([id]);
    expect(await boss.call.task.get({ id })).toMatchObject({ title: 'Stays' });
  });

  test('the counts, the chart and the number of tasks leave out what a manager no longer reads', async () => {
    const { world, boss, pat } = await largeTeam();
    const patId = await idOf(pat);
    const today = new Date(world.clock()).toISOString().slice(0, 10);
    const yesterday = new Date(world.clock() - 86_400_000).toISOString().slice(0, 10);
    world.db.$client.exec(`
      insert into task_assignee select id, '${patId}' from task where title = 'Job';
      update task set due_date = '${today}T12:00:00.000Z' where title = 'Job' and rowid % 3 = 0;
      update task set due_date = '${yesterday}T12:00:00.000Z', completed = 1 where title = 'Job' and rowid % 3 = 1`);
    for (const dueDate of [today, DUE]) {
      await boss.call.task.create({ title: 'Stays', dueDate, assignees: [patId] });
    }
    world.db.$client.prepare('update user set manager_id = null where id = ?').run(patId);
    expect(rowsOf(world, await idOf(boss))).toBe(1_502);
    expect(await boss.call.manager.counts()).toEqual({ today: 1, overdue: 0, upcoming: 1 });
    const bars = await boss.call.manager.chart();
    expect(bars.reduce((sum, bar) => sum + bar.complete, 0)).toBe(0);
    expect(bars.reduce((sum, bar) => sum + bar.incomplete, 0)).toBe(1);
    const { rows, total } = await boss.call.manager.findTasks({
      view: 'all',
      order: 'desc',
      page: 1,
      limit: 1,
    });
    expect([rows.map(({ title }) => title), total]).toEqual([['Stays'], 2]);
    const second = await boss.call.manager.findTasks({ view: 'all', order: 'desc', page: 2, limit: 1 });
    expect(second.rows.map(({ title }) => title)).toEqual(['Stays']);
  });

  test('an Admin counts no task of a manager without the role', async () => {
    const { root, pat } = await crashed();
    const found = { managerId: await idOf(pat), view: 'all', page: 1 } as const;
    expect(await root.call.manager.findTasks(found)).toMatchObject({ rows: [], total: 0 });
  });

  test('a page of a large area leaves out what its number still includes', async () => {
    const { world, root, pat, kim } = await largeTeam();
    const add = `insert into task (id, creator_id, manager_id, title, due_date, created_at, updated_at)
      select 'more ' || id, creator_id, manager_id, title, due_date, 1, 1 from task where rowid <= 501`;
    world.db.$client.exec(add);
    const [patId, kimId] = [await idOf(pat), await idOf(kim)];
    expect(rowsOf(world, patId)).toBe(2_001);
    world.db.$client.prepare("update user set roles = 'Employee' where id = ?").run(patId);
    const found = { managerId: patId, view: 'all', page: 1 } as const;
    expect(await root.call.manager.findTasks(found)).toMatchObject({ rows: [], total: 2_001 });
    world.db.$client.prepare("delete from task where id = 't0' and creator_id = ?").run(kimId);
    expect(await root.call.manager.findTasks(found)).toMatchObject({ rows: [], total: 0 });
  });

  test('each person reads a task as the rule says', async () => {
    const { world, boss, root, pat, ana, kim } = await crashed();
    const anaId = await idOf(ana);
    world.db.$client.exec(
      `insert into task_assignee select id, '${anaId}' from task where id in ('t1', 't2')`,
    );
    world.db.$client.prepare("update user set roles = 'Manager' where id = ?").run(anaId);
    const ruled = world.db.$client
      .prepare('select 1 from task_reader_rule where task_id = ? and user_id = ?')
      .pluck();
    for (const who of [boss, pat, ana, kim, root]) {
      for (const id of ['t0', 't1', 't2']) {
        const isRead = await who.call.task.get({ id }).then(
          () => true,
          () => false,
        );
        const isKept = who === root || ruled.get(id, await idOf(who)) === 1;
        expect(isRead, `${(await who.call.auth.me()).username} ${id}`).toBe(isKept);
      }
    }
  });

  test('the next start does what a crash has left, and so does the next sweep', async () => {
    const { world, pat } = await crashed();
    const restarted = testWorld(openDb(world.db.$client.serialize()));
    const patId = await idOf(pat);
    await createSweep(restarted).run(new AbortController().signal);
    expect(hasPendingChanges(restarted.db)).toBe(false);
    expect(rowsOf(restarted, patId)).toBe(0);
  });

  test('a disk that refuses every slice fails no call, and the work is kept', async () => {
    const { world, root, pat } = await largeTeam();
    const { $client: client } = world.db;
    const exec = client.exec.bind(client);
    let commits = 0;
    client.exec = sql => {
      if (sql !== 'commit' || ++commits === 1) return exec(sql);
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    const id = await idOf(pat);
    expect(await root.call.member.update({ id, roles: ['Employee'] })).toMatchObject({ roles: ['Employee'] });
    client.exec = exec;
    expect(hasPendingChanges(world.db)).toBe(true);
    await createSweep(world).run(new AbortController().signal);
    expect(rowsOf(world, id)).toBe(0);
  });
});

test('the managers to choose from come in pages, by name, and are found by a part of it', async () => {
  const world = testWorld();
  const root = await admin(world, 'Root');
  for (const name of ['Cem', 'Ana', 'Ben']) await world.person(name, 'Manager');
  const solo = await world.person('Solo');
  const first = await root.call.member.managers({ limit: 2 });
  expect(first.items.map(one => one.username)).toEqual(['Ana', 'Ben']);
  const rest = await root.call.member.managers({ limit: 2, cursor: first.nextCursor });
  expect(rest.items.map(one => one.username)).toEqual(['Cem', 'Root']);
  expect(rest.nextCursor).toBeNull();
  expect((await root.call.member.managers({ search: 'CEM@' })).items).toHaveLength(1);
  await root.call.member.update({ id: await idOf(solo), active: false });
  expect((await root.call.member.managers()).items).toHaveLength(4);
  await expect(solo.call.member.managers()).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
