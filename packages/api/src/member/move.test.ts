import { describe, expect, test } from 'vitest';
import { type Browser, idOf, member, ticksOf } from '../testing.ts';
import { household } from './testing.ts';

const FORBIDDEN = { code: 'FORBIDDEN', message: 'You may not do this' };
const ABSENT = { code: 'NOT_FOUND', message: 'User not found' };
const NO_MANAGER = { code: 'BAD_REQUEST', message: 'Manager must be an active Manager or Admin' };
const DUE = '2099-01-01';

type People = Awaited<ReturnType<typeof household>>;

async function taskOf(who: Browser, title: string, assignees: Browser[] = []): Promise<string> {
  const ids = await Promise.all(assignees.map(idOf));
  return (await who.call.task.create({ title, dueDate: DUE, assignees: ids })).id;
}

async function moved({ root }: People, who: Browser, to: Browser | null) {
  return root.call.member.move({ id: await idOf(who), managerId: to && (await idOf(to)) });
}

async function namesFor({ call }: Browser): Promise<string[]> {
  return (await call.member.list({})).items.map(one => one.username);
}

describe('an Admin moves a member', () => {
  test('to another manager, who has them from then on', async () => {
    const people = await household();
    const { boss, other, ana } = people;
    const result = await moved(people, ana, other);
    expect(result).toMatchObject({ username: 'Ana', managerId: await idOf(other) });
    expect(await namesFor(boss)).toEqual(['Ben']);
    expect(await namesFor(other)).toEqual(['Ana', 'Cem']);
    expect(await ana.call.auth.me()).toMatchObject({ managerId: await idOf(other) });
    await expect(boss.call.member.get({ id: await idOf(ana) })).rejects.toMatchObject(ABSENT);
  });

  test('to none, which makes them a household of their own', async () => {
    const people = await household();
    await moved(people, people.ana, null);
    expect(await people.ana.call.auth.me()).toMatchObject({ managerId: null });
    expect((await people.ana.call.member.teammates()).items).toEqual([]);
  });

  test('with the open tasks they made; what is done and what the manager made stays', async () => {
    const people = await household();
    const { boss, other, ana } = people;
    const open = await taskOf(ana, 'Open');
    const done = await taskOf(ana, 'Done');
    await ana.call.task.update({ id: done, completed: true });
    const assigned = await taskOf(boss, 'Assigned', [ana]);
    await moved(people, ana, other);
    expect(await other.call.task.get({ id: open })).toMatchObject({ managerId: await idOf(other) });
    await expect(boss.call.task.get({ id: open })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await boss.call.task.get({ id: done })).toMatchObject({ managerId: await idOf(boss) });
    await expect(other.call.task.get({ id: done })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await other.call.task.get({ id: assigned })).toMatchObject({ may: { edit: false } });
    expect(await boss.call.task.get({ id: assigned })).toMatchObject({ managerId: await idOf(boss) });
  });

  test('and leaves their groceries and old threads where they were', async () => {
    const people = await household();
    const { boss, other, ana, cem } = people;
    await ana.call.grocery.create({ name: 'Milk' });
    const [thread] = await boss.call.chat.start({ users: [await idOf(ana)], message: 'Hello' });
    await moved(people, ana, other);
    expect(await ana.call.grocery.list()).toEqual([]);
    expect(await boss.call.grocery.list()).toMatchObject([{ name: 'Milk' }]);
    const conversationId = thread?.id ?? '';
    expect((await ana.call.chat.messages({ conversationId })).items).toMatchObject([{ message: 'Hello' }]);
    await expect(
      ana.call.chat.start({ users: [await idOf(people.ben)], message: 'Still there?' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await ana.call.chat.start({ users: [await idOf(cem)], message: 'Hi' })).toHaveLength(1);
  });

  test('and everyone who sees a difference hears of it; the session goes on', async () => {
    const { world, ...people } = await household();
    await taskOf(people.ana, 'Open');
    const heard = await ticksOf(world, people, 'grocery', () =>
      moved({ world, ...people }, people.ana, people.other),
    );
    for (const name of ['boss', 'other', 'root', 'ana', 'ben', 'cem'])
      expect(heard[name], name).toEqual(expect.arrayContaining(['member', 'task', 'chat']));
    expect(heard.ana).toContain('session');
    expect(heard.solo).toEqual([]);
  });

  test('nothing changes, and no event is sent, where the manager is the same', async () => {
    const { world, ...people } = await household();
    const all = { world, ...people };
    const heard = await ticksOf(world, people, 'chat', () => moved(all, people.ana, people.boss));
    expect(new Set(Object.values(heard).flat())).toEqual(new Set());
  });

  test('the audit log names the old and the new manager', async () => {
    const people = await household();
    await moved(people, people.ana, people.other);
    await moved(people, people.ana, null);
    const { items } = await people.root.call.audit.list({});
    expect(items.slice(0, 2)).toMatchObject([
      { event: 'member.moved', subject: { username: 'Ana' }, detail: { from: 'Other', to: '' } },
      { event: 'member.moved', subject: { username: 'Ana' }, detail: { from: 'Boss', to: 'Other' } },
    ]);
  });

  test('only an Admin moves members, and the new manager must be a manager', async () => {
    const people = await household();
    const { boss, other, root, ana, ben, solo } = people;
    const input = { id: await idOf(ana), managerId: await idOf(other) };
    for (const who of [boss, other, ana, solo])
      for (const call of ['move', 'movePreview'] as const)
        await expect(who.call.member[call](input)).rejects.toMatchObject(FORBIDDEN);
    await expect(moved(people, ana, ben)).rejects.toMatchObject(NO_MANAGER);
    await root.call.member.update({ id: input.managerId, active: false });
    await expect(root.call.member.move(input)).rejects.toMatchObject(NO_MANAGER);
    await expect(root.call.member.move({ ...input, id: 'unknown' })).rejects.toMatchObject(ABSENT);
    await expect(root.call.member.move({ ...input, managerId: 'unknown' })).rejects.toMatchObject(NO_MANAGER);
  });

  test('no one ends up above themselves', async () => {
    const people = await household();
    const { root, boss, ana } = people;
    await root.call.member.update({ id: await idOf(ana), roles: ['Manager'] });
    const circle = {
      code: 'BAD_REQUEST',
      message: 'Ana is managed by Boss, so Boss cannot be a member of Ana',
    };
    await expect(moved(people, boss, ana)).rejects.toMatchObject(circle);
    const self = { code: 'BAD_REQUEST', message: 'A person cannot be their own manager' };
    await expect(moved(people, boss, boss)).rejects.toMatchObject(self);
  });
});

describe('the preview of a move', () => {
  test('says what will happen, with figures, and changes nothing', async () => {
    const people = await household();
    const { boss, other, root, ana } = people;
    const open = await taskOf(ana, 'Open');
    await taskOf(ana, 'Another');
    await taskOf(boss, 'Assigned', [ana]);
    await ana.call.grocery.create({ name: 'Milk' });
    await boss.call.chat.start({ users: [await idOf(ana)], message: 'Hello' });
    const input = { id: await idOf(ana), managerId: await idOf(other) };
    const preview = await root.call.member.movePreview(input);
    expect(preview).toEqual({
      tasks: 2,
      sentences: [
        'Ana leaves the household of Boss and joins the household of Other.',
        'Other will manage the 2 open tasks that Ana created.',
        '1 open task that others assigned to Ana stays assigned. Other will see it.',
        'The 1 grocery item that Ana added stays on the list of Boss. Ana will use the grocery list of Other.',
        '1 thread stays readable, but Ana can no longer write in it.',
      ],
    });
    expect(await boss.call.task.get({ id: open })).toMatchObject({ managerId: await idOf(boss) });
    expect(await root.call.member.move(input)).toMatchObject(preview);
  });

  test('is short where nothing is to be said', async () => {
    const people = await household();
    const input = { id: await idOf(people.ana), managerId: null };
    expect(await people.root.call.member.movePreview(input)).toEqual({
      tasks: 0,
      sentences: [
        'Ana leaves the household of Boss and has no manager.',
        'Ana will use a grocery list of their own.',
      ],
    });
  });
});

describe('a manager hands over the household', () => {
  async function handedOver() {
    const people = await household();
    const { boss, ana, ben } = people;
    const tasks = { mine: await taskOf(boss, 'Mine', [ben]), bens: await taskOf(ben, 'Own') };
    await ben.call.grocery.create({ name: 'Milk' });
    const { sentences } = await boss.call.member.handOver({ to: await idOf(ana) });
    return { people, tasks, sentences };
  }

  test('to a member, who is its head; the former head is a member', async () => {
    const { people } = await handedOver();
    const { boss, ana, ben } = people;
    const head = await idOf(ana);
    expect(await ana.call.auth.me()).toMatchObject({ roles: ['Manager', 'Employee'], managerId: null });
    expect(await boss.call.auth.me()).toMatchObject({ roles: ['Employee'], managerId: head });
    expect(await ben.call.auth.me()).toMatchObject({ managerId: head });
    expect(await namesFor(ana)).toEqual(['Ben', 'Boss']);
    await expect(boss.call.member.list({})).rejects.toMatchObject(FORBIDDEN);
  });

  test('with its open tasks, its groceries and no new sign-in', async () => {
    const { people, tasks } = await handedOver();
    const { boss, ana, ben } = people;
    const head = await idOf(ana);
    for (const id of Object.values(tasks))
      expect(await ana.call.task.get({ id })).toMatchObject({ managerId: head, may: { delete: true } });
    expect(await boss.call.task.get({ id: tasks.mine })).toMatchObject({ may: { delete: true } });
    await expect(boss.call.task.get({ id: tasks.bens })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const who of [boss, ana, ben])
      expect(await who.call.grocery.list()).toMatchObject([{ name: 'Milk' }]);
  });

  test('under the manager that the former head had', async () => {
    const people = await household();
    const { boss, other, ana } = people;
    await moved(people, boss, other);
    await boss.call.member.handOver({ to: await idOf(ana) });
    expect(await ana.call.auth.me()).toMatchObject({ managerId: await idOf(other) });
    expect(await boss.call.auth.me()).toMatchObject({ managerId: await idOf(ana) });
  });

  test('the preview says what will happen, with figures, and changes nothing', async () => {
    const people = await household();
    const { boss, ana, ben } = people;
    await taskOf(boss, 'Mine', [ben]);
    await taskOf(ben, 'Own');
    await ben.call.grocery.create({ name: 'Milk' });
    const to = await idOf(ana);
    const { sentences } = await boss.call.member.handOverPreview({ to });
    expect(sentences).toEqual([
      'Ana becomes a Manager and the head of your household. You become a member of it.',
      'You can no longer add or change members.',
      'Ana will also manage the 1 other member.',
      'Ana will manage 2 open tasks. You keep the tasks that you created.',
      'The grocery list and its 1 item stay with the household of Ana.',
      'Threads stay readable. Only Ana or an Admin can undo this.',
    ]);
    expect(await boss.call.auth.me()).toMatchObject({ roles: ['Manager'] });
    expect(await boss.call.member.handOver({ to })).toEqual({ sentences });
  });

  test('an Admin who hands over stays an Admin', async () => {
    const { world, root } = await household();
    const pat = await member(world, root, 'Pat');
    await root.call.member.handOver({ to: await idOf(pat) });
    expect(await root.call.auth.me()).toMatchObject({
      roles: ['Admin', 'Employee'],
      managerId: await idOf(pat),
    });
  });

  test('only to an active member of their own, and only by who has a household', async () => {
    const people = await household();
    const { boss, ana, ben, cem, solo } = people;
    const refusal = {
      code: 'BAD_REQUEST',
      message: 'You can only hand over to one of your own active members',
    };
    const wrong = [await idOf(boss), await idOf(ben), await idOf(cem), 'unknown'];
    await boss.call.member.update({ id: await idOf(ben), active: false });
    for (const call of ['handOver', 'handOverPreview'] as const) {
      for (const to of wrong) await expect(boss.call.member[call]({ to })).rejects.toMatchObject(refusal);
      for (const who of [ana, solo])
        await expect(who.call.member[call]({ to: await idOf(cem) })).rejects.toMatchObject(FORBIDDEN);
    }
  });

  test('everyone in it hears of it, and the audit log names both', async () => {
    const { world, ...people } = await household();
    const to = await idOf(people.ana);
    const hand = () => people.boss.call.member.handOver({ to });
    const heard = await ticksOf(world, people, 'grocery', hand);
    for (const name of ['boss', 'root', 'ana', 'ben'])
      expect(heard[name], name).toEqual(expect.arrayContaining(['member', 'task', 'chat']));
    for (const name of ['boss', 'ana']) expect(heard[name]).toContain('session');
    expect(heard.cem).toEqual([]);
    const { items } = await people.root.call.audit.list({});
    expect(items[0]).toMatchObject({
      event: 'household.handedOver',
      actor: { username: 'Boss' },
      subject: { username: 'Ana' },
    });
  });
});

test('the members of a deleted manager have none, and keep the items they added', async () => {
  const { boss, root, ana, ben } = await household();
  await ana.call.grocery.create({ name: 'Milk' });
  const open = await taskOf(ben, 'Open');
  await root.call.member.delete({ id: await idOf(boss) });
  for (const who of [ana, ben]) expect(await who.call.auth.me()).toMatchObject({ managerId: null });
  expect(await ana.call.grocery.list()).toMatchObject([{ name: 'Milk' }]);
  expect(await ben.call.task.get({ id: open })).toMatchObject({ managerId: null });
  await root.call.member.move({ id: await idOf(ben), managerId: await idOf(root) });
  expect(await ben.call.task.get({ id: open })).toMatchObject({ managerId: await idOf(root) });
});
