import { expect, test } from 'vitest';
import { admin, idOf, member, testWorld } from '../../testing.ts';

const DAY = 86_400_000;

async function household() {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const ben = await member(world, ana, 'Ben');
  const [anaIs, benIs] = [
    { id: await idOf(ana), username: 'Ana' },
    { id: await idOf(ben), username: 'Ben' },
  ];
  const { id } = await ana.call.task.create({
    title: 'Bins',
    dueDate: '2099-01-01',
    assignees: [benIs.id],
  });
  return { world, ana, ben, anaIs, benIs, id };
}

test('a task says who created it, who changed what, who completed, deleted and restored it', async () => {
  const { world, ana, ben, anaIs, benIs, id } = await household();
  world.advance(1000);
  await ben.call.task.update({ id, title: 'Green bins', dueDate: '2099-01-02T07:30:00.000Z' });
  world.advance(1000);
  await ben.call.task.update({ id, completed: true });
  world.advance(1);
  await ana.call.task.delete({ id });
  await ana.call.task.restore({ id });
  world.advance(1);
  await ana.call.task.update({ id, text: 'Both', recurrenceType: 'weekly' });

  const { items, nextCursor } = await ben.call.task.history({ id });
  expect(nextCursor).toBeNull();
  const inOrder = ({ changes }: (typeof items)[number]) =>
    changes.toSorted((one, other) => (one.field < other.field ? -1 : 1));
  expect(items.map(one => ({ kind: one.kind, by: one.by, changes: inOrder(one) }))).toEqual([
    {
      kind: 'edited',
      by: anaIs,
      changes: [
        { field: 'recurrenceType', before: 'none', after: 'weekly' },
        { field: 'text', before: '', after: 'Both' },
      ],
    },
    { kind: 'restored', by: anaIs, changes: [] },
    { kind: 'deleted', by: anaIs, changes: [] },
    { kind: 'edited', by: benIs, changes: [{ field: 'completed', before: false, after: true }] },
    {
      kind: 'edited',
      by: benIs,
      changes: [
        { field: 'dueDate', before: '2099-01-01T00:00:00.000Z', after: '2099-01-02T07:30:00.000Z' },
        { field: 'title', before: 'Bins', after: 'Green bins' },
      ],
    },
    { kind: 'created', by: anaIs, changes: [] },
  ]);
  const times = items.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect((times[0] ?? 0) - (times.at(-1) ?? 0)).toBeGreaterThanOrEqual(2000);
});

test('people stand in it by name, with a mark where they cannot be assigned any more', async () => {
  const { world, ana, anaIs, benIs, id } = await household();
  const root = await admin(world, 'Root');
  await ana.call.task.update({ id, assignees: [anaIs.id] });
  const change = async () => (await ana.call.task.history({ id })).items[0]?.changes;
  const after = [{ ...anaIs, gone: false }];
  expect(await change()).toEqual([{ field: 'assignees', before: [{ ...benIs, gone: false }], after }]);
  await root.call.member.delete({ id: benIs.id });
  expect(await change()).toEqual([{ field: 'assignees', before: [{ ...benIs, gone: true }], after }]);
});

test('only who sees a task reads its history, and it says what they may restore', async () => {
  const { world, ana, ben, id } = await household();
  const zoe = await world.person('Zoe', 'Manager');
  await ana.call.task.update({ id, title: 'Green bins' });
  const missing = { code: 'NOT_FOUND', message: 'Task not found' };
  await expect(zoe.call.task.history({ id })).rejects.toMatchObject(missing);
  const { may } = await ben.call.task.history({ id });
  expect(may.restore.toSorted()).toEqual(['completed', 'dueDate', 'dueTime', 'text', 'title']);
  expect((await ana.call.task.history({ id })).may.restore).toContain('assignees');
  await ana.call.task.delete({ id });
  await expect(ana.call.task.history({ id })).rejects.toMatchObject(missing);
});

test('a history has 30 days, newest first, page by page, and each change once', async () => {
  const { world, ana, id } = await household();
  await ana.call.task.update({ id, title: 'Old' });
  world.db.$client.exec(`update field_edit set at = at - ${30 * DAY} - 1`);
  world.db.$client.exec(`update task set created_at = created_at - ${30 * DAY} - 1`);
  for (let n = 0; n < 80; n += 1) {
    world.advance(1);
    await ana.call.task.update({ id, title: `Title ${n}`, text: `Text ${n}` });
  }
  const found = [];
  let cursor: number | null = null;
  do {
    const page: Awaited<ReturnType<typeof ana.call.task.history>> = await ana.call.task.history({
      id,
      cursor,
    });
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(found.map(one => one.changes.map(change => change.after).sort())).toEqual(
    Array.from({ length: 80 }, (_, n) => [`Text ${79 - n}`, `Title ${79 - n}`]),
  );
  expect(
    found
      .at(-1)
      ?.changes.map(change => change.before)
      .sort(),
  ).toEqual(['', 'Old']);
});
