import { describe, expect, test } from 'vitest';
import { admin, type Browser, idOf, member, testWorld, ticksOf } from '../testing.ts';

const ABSENT = { code: 'NOT_FOUND', message: 'Task not found' };
const DUE = '2099-01-01';

/** Boss manages Pat, who is a Manager as well, and Ana. Kim is Pat's member. */
async function nested() {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const root = await admin(world, 'Root');
  const pat = await member(world, boss, 'Pat');
  const ana = await member(world, boss, 'Ana');
  await boss.call.member.update({ id: await idOf(pat), roles: ['Employee', 'Manager'] });
  const kim = await member(world, pat, 'Kim');
  return { world, boss, root, pat, ana, kim };
}

async function made(who: Browser, title: string, assignees: Browser[] = []): Promise<string> {
  const ids = await Promise.all(assignees.map(idOf));
  return (await who.call.task.create({ title, dueDate: DUE, assignees: ids })).id;
}

async function titles(who: Browser, of: Browser): Promise<string[]> {
  const { items } = await who.call.member.tasks({ userId: await idOf(of), view: 'all' });
  return items.map(task => task.title).sort();
}

describe('a member who is also a Manager', () => {
  test('the member page lists what its reader can open, and counts it', async () => {
    const { boss, root, pat } = await nested();
    await made(pat, "Pat's own");
    await made(boss, 'From the boss', [pat]);
    const userId = await idOf(pat);
    for (const reader of [boss, pat, root]) {
      const { items } = await reader.call.member.tasks({ userId, view: 'all' });
      const opened = await Promise.all(items.map(({ id }) => reader.call.task.get({ id })));
      expect(opened.map(task => task.id)).toEqual(items.map(task => task.id));
      expect((await reader.call.member.counts({ userId })).upcoming).toBe(items.length);
    }
    expect(await titles(boss, pat)).toEqual(['From the boss']);
    expect(await titles(pat, pat)).toEqual(['From the boss', "Pat's own"]);
    expect(await titles(root, pat)).toEqual(['From the boss', "Pat's own"]);
  });

  test('a search of the member page finds only what its reader can open', async () => {
    const { boss, pat } = await nested();
    await made(pat, 'Secret plan');
    const userId = await idOf(pat);
    const { items } = await boss.call.member.tasks({ userId, view: 'all', find: 'plan' });
    expect(items).toEqual([]);
  });

  test('everyone who has a task on the member page hears of its changes', async () => {
    const { world, boss, root, pat } = await nested();
    const id = await made(boss, 'Shared', [pat]);
    const heard = await ticksOf(world, { boss, root, pat }, 'chat', () =>
      pat.call.task.update({ id, title: 'Changed' }),
    );
    expect(heard).toEqual({ boss: ['task'], root: ['task'], pat: ['task'] });
  });
});

describe('a manager who lost the role', () => {
  async function demoted() {
    const people = await nested();
    const { root, boss, kim, pat } = people;
    const before = await made(kim, 'Before');
    const assigned = await made(pat, 'Assigned', [kim]);
    await root.call.member.update({ id: await idOf(pat), roles: ['Employee'] });
    return { ...people, boss, before, assigned, after: await made(kim, 'After') };
  }

  test.each(['before', 'after'] as const)('neither reads, changes nor deletes a task made %s', async when => {
    const { pat, kim, ...rest } = await demoted();
    const id = rest[when];
    await expect(pat.call.task.get({ id })).rejects.toMatchObject(ABSENT);
    await expect(pat.call.task.update({ id, title: 'Mine' })).rejects.toMatchObject(ABSENT);
    await expect(pat.call.task.delete({ id })).rejects.toMatchObject(ABSENT);
    expect(await kim.call.task.get({ id })).toMatchObject({ managerId: null });
  });

  test('keeps what they created, and hears nothing of the rest', async () => {
    const { world, pat, kim, assigned, before } = await demoted();
    expect(await pat.call.task.get({ id: assigned })).toMatchObject({ may: { delete: true } });
    const heard = await ticksOf(world, { pat, kim }, 'chat', () =>
      kim.call.task.update({ id: before, title: 'Changed' }),
    );
    expect(heard).toEqual({ pat: [], kim: ['task'] });
  });

  test('has them again once the role is back', async () => {
    const { root, pat, before, after } = await demoted();
    await root.call.member.update({ id: await idOf(pat), roles: ['Manager'] });
    for (const id of [before, after])
      expect(await pat.call.task.get({ id })).toMatchObject({ managerId: await idOf(pat) });
  });

  test("the team's tasks pass to the team's current manager", async () => {
    const { root, boss, kim, before, after } = await demoted();
    await root.call.member.move({ id: await idOf(kim), managerId: await idOf(boss) });
    for (const id of [before, after]) {
      expect(await boss.call.task.get({ id })).toMatchObject({ managerId: await idOf(boss) });
      expect(await boss.call.task.update({ id, title: 'Ours' })).toMatchObject({ title: 'Ours' });
    }
    const { items } = await boss.call.manager.tasks({ view: 'all' });
    expect(items.map(task => task.id)).toEqual(expect.arrayContaining([before, after]));
  });
});
