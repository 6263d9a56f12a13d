import { foldTasks } from '@onus/contract/fold/task';
import { exportFile } from '@onus/contract/transfer/export';
import { testDb } from '@onus/db/testing';
import { expect, test } from 'vitest';
import { createSystemScope } from '../core/scope.ts';
import { exportedFrom, idOf, member, testWorld, whole } from '../testing.ts';
import { importArchive } from '../transfer/archive/import.ts';

const DENTIST = { title: 'Dentist', dueDate: '2031-01-03T12:00:00.000Z' };

async function household() {
  const world = testWorld(testDb(), { firstDay: '2031-01-01' });
  const ana = await world.person('Ana', 'Manager');
  const ben = await member(world, ana, 'Ben');
  return { world, ana, ben };
}

test('a task has no time unless it is given one, and null removes it', async () => {
  const { ana } = await household();
  const plain = await ana.call.task.create(DENTIST);
  expect(plain.dueTime).toBeNull();
  const timed = await ana.call.task.create({ ...DENTIST, dueTime: '17:00' });
  expect(timed.dueTime).toBe('17:00');
  expect(await ana.call.task.update({ id: timed.id, title: 'The dentist' })).toMatchObject({
    dueTime: '17:00',
  });
  expect(await ana.call.task.update({ id: timed.id, dueTime: '00:00' })).toMatchObject({ dueTime: '00:00' });
  expect(await ana.call.task.update({ id: timed.id, dueTime: null })).toMatchObject({ dueTime: null });
  expect(await ana.call.task.get({ id: timed.id })).toMatchObject({ dueTime: null });
});

test.each(['5pm', '24:00', '17:60', '7:30', '17:00:00', '17:00Z', ' 17:00', '', 1020, true])(
  'the time %j is refused with a message that names the field',
  async dueTime => {
    const { ana } = await household();
    const bad = { dueTime: dueTime as string };
    const refused = { code: 'BAD_REQUEST', message: 'Due time must be HH:MM, from 00:00 to 23:59' };
    await expect(ana.call.task.create({ ...DENTIST, ...bad })).rejects.toMatchObject(refused);
    const { id } = await ana.call.task.create({ ...DENTIST, dueTime: '23:59' });
    await expect(ana.call.task.update({ id, ...bad })).rejects.toMatchObject(refused);
    await expect(ana.call.task.update({ id, title: 'x', was: bad })).rejects.toMatchObject(refused);
    expect(await ana.call.task.get({ id })).toMatchObject({ dueTime: '23:59', title: 'Dentist' });
  },
);

test('moving, skipping and completing keep the time, and the next occurrence has it', async () => {
  const { ana } = await household();
  const { id } = await ana.call.task.create({ ...DENTIST, dueTime: '07:30', recurrenceType: 'weekly' });
  const moved = await ana.call.task.update({ id, dueDate: '2031-01-05T12:00:00.000Z' });
  expect(moved).toMatchObject({ dueTime: '07:30', dueDate: '2031-01-05T12:00:00.000Z' });
  expect(await ana.call.task.skip({ id })).toMatchObject({ dueTime: '07:30' });
  expect(await ana.call.task.update({ id, completed: true })).toMatchObject({ dueTime: '07:30' });
  const [next] = await whole(ana.call.task.list, { view: 'incomplete' });
  expect(next).toMatchObject({ dueTime: '07:30', dueDate: '2031-01-17T12:00:00.000Z' });
});

test('of two edits the time of the later one counts, and the other is offered', async () => {
  const { ana, ben } = await household();
  const assignees = [await idOf(ben)];
  const made = await ana.call.task.create({ ...DENTIST, dueTime: '17:00', assignees });
  const { id } = made;
  await ana.call.task.update({ id, dueTime: '18:00', was: { dueTime: '17:00' } });
  const renamed = await ben.call.task.update({ id, title: 'Teeth', was: { title: 'Dentist' } });
  expect(renamed).toMatchObject({ dueTime: '18:00', title: 'Teeth' });
  const second = await ben.call.task.update({ id, dueTime: null, was: { dueTime: '17:00' } });
  expect(second).toMatchObject({ dueTime: null, overwrote: [{ field: 'dueTime', value: '18:00' }] });
  // A whole task that was copied before changes nothing that it has not changed itself.
  const copy = { id, title: 'Checkup', dueTime: '17:00', basedOn: made.updatedAt };
  await expect(ana.call.task.update(copy)).rejects.toMatchObject({ code: 'CONFLICT' });
  const text = await ana.call.task.update({ id, text: 'x', dueTime: '17:00', basedOn: made.updatedAt });
  expect(text).toMatchObject({ dueTime: null, text: 'x' });
  const { items } = await ana.call.task.history({ id });
  expect(items.flatMap(({ changes }) => changes).filter(({ field }) => field === 'dueTime')).toEqual([
    { field: 'dueTime', before: '18:00', after: null },
    { field: 'dueTime', before: '17:00', after: '18:00' },
  ]);
});

test('the app shows a time before the server has it', async () => {
  const list = {
    me: { id: 'ana', username: 'Ana' },
    ...({ source: 'mine', view: 'all', order: 'asc', today: '2031-01-01' } as const),
  };
  const create = { op: '1', path: 'task.create', at: 0, input: { ...DENTIST, id: '1' } } as const;
  const update = (input: object) =>
    ({ op: '2', path: 'task.update', at: 0, input: { id: '1', ...input } }) as const;
  const timeAfter = (...inputs: object[]) => foldTasks([], [create, ...inputs.map(update)], list)[0]?.dueTime;
  expect(timeAfter()).toBeNull();
  expect(timeAfter({ dueTime: '17:00' })).toBe('17:00');
  expect(timeAfter({ dueTime: '17:00' }, { dueDate: '2031-01-05T12:00:00.000Z' })).toBe('17:00');
  expect(timeAfter({ dueTime: '17:00' }, { dueTime: null })).toBeNull();
});

test('an export has the time and the last day of the month, and a file without them is imported', async () => {
  const { world, ana } = await household();
  const rule = { recurrenceType: 'monthly', recurrenceAnchor: 31 } as const;
  await ana.call.task.create({ ...DENTIST, dueDate: '2031-02-28T12:00:00.000Z', dueTime: '17:00', ...rule });
  const file = await exportedFrom(world.db, 'ana@example.com', 'user');
  expect(file.tasks).toMatchObject([{ dueTime: '17:00', anchorDay: 31 }]);
  const other = testDb();
  importArchive(other, createSystemScope(world.clock()), file);
  expect(await exportedFrom(other, 'ana@example.com', 'user')).toEqual(file);
  const older = { ...file, tasks: file.tasks.map(({ dueTime: _time, ...one }) => one) };
  expect(exportFile.parse(older).tasks).toMatchObject([{ dueTime: null, anchorDay: 31 }]);
});
