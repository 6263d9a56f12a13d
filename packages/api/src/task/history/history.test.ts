import { testDb } from '@onus/db/testing';
import { expect, test } from 'vitest';
import { type Browser, idOf, member, testWorld, whole } from '../../testing.ts';

const KNOWN = 30 * 86_400_000;

async function bins() {
  const world = testWorld(testDb(), { firstDay: '2031-06-01' });
  const ana = await world.person('Ana', 'Manager');
  const ben = await member(world, ana, 'Ben');
  const made = await ana.call.task.create({
    title: 'Bins',
    text: 'Both',
    dueDate: '2031-06-02',
    assignees: [await idOf(ben)],
    recurrenceType: 'weekly',
  });
  return { world, ana, ben, made };
}

/** A whole task as a client sends it back: all that it was answered, with something of it changed. */
function copyOf(task: Awaited<ReturnType<Browser['call']['task']['get']>>, changed: object) {
  const { id, title, text, dueDate, completed, updatedAt } = task;
  const { recurrenceType, recurrenceInterval, recurrenceEndDate } = task;
  const assignees = task.assignees.map(one => one.id);
  const repeating = { recurrenceType, recurrenceInterval, recurrenceEndDate };
  return {
    ...{ id, title, text, dueDate, completed, assignees, basedOn: updatedAt },
    ...repeating,
    ...changed,
  };
}

test('of a whole task that was copied before others edited it, only what differs from the copy is applied', async () => {
  const { ana, ben, made } = await bins();
  await ana.call.task.update({ id: made.id, title: 'Green bins' });
  await ana.call.task.update({ id: made.id, title: 'Blue bins', assignees: [], dueDate: '2031-06-03' });
  await ana.call.task.update({ id: made.id, recurrenceEndDate: '2031-07-07' });
  const done = await ana.call.task.update(copyOf(made, { completed: true }));
  expect(done).toMatchObject({
    title: 'Blue bins',
    dueDate: '2031-06-03T00:00:00.000Z',
    assignees: [],
    completed: true,
    recurrenceEndDate: '2031-07-07T00:00:00.000Z',
  });
  const [next] = await whole(ana.call.task.list, { view: 'incomplete' });
  expect(next).toMatchObject({ title: 'Blue bins', assignees: [] });
  expect(await ana.call.task.update(copyOf(made, { text: 'All of them' }))).toMatchObject({
    title: 'Blue bins',
    text: 'All of them',
    completed: true,
  });
  await expect(ben.call.task.get({ id: made.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a flag alone never conflicts, however often others completed, skipped or moved it', async () => {
  const { world, ana, ben, made } = await bins();
  await ana.call.task.skip({ id: made.id });
  world.advance(20 * 86_400_000);
  for (const one of [ana, ben]) one.held.accessToken = (await one.call.auth.refresh()).accessToken;
  await ana.call.task.moveOverdue({ of: 'managed' });
  const done = await ben.call.task.update(copyOf(made, { completed: true }));
  expect(done).toMatchObject({ completed: true, dueDate: '2031-06-21T00:00:00.000Z' });
  await ana.call.task.update({ id: made.id, title: 'Green bins' });
  const open = await ana.call.task.update(copyOf(done, { completed: false }));
  expect(open).toMatchObject({ completed: false, title: 'Green bins' });
  // In a copy from before it was completed, being open is no change.
  await ben.call.task.update({ id: made.id, completed: true });
  const renamed = await ana.call.task.update(copyOf(open, { text: 'All' }));
  expect(renamed).toMatchObject({ completed: true, text: 'All' });
});

test('a whole task whose series ends before its due date is still completed and renamed', async () => {
  const { ana, ben, made } = await bins();
  await ana.call.task.update({ id: made.id, completed: true });
  await ana.call.task.update({ id: made.id, recurrenceEndDate: '2031-06-03' });
  const [next] = await whole(ana.call.manager.tasks, { view: 'incomplete' });
  if (!next) throw new Error('completing made no next one');
  const renamed = await ana.call.task.update(copyOf(next, { title: 'Green bins' }));
  expect(renamed).toMatchObject({ title: 'Green bins', dueDate: '2031-06-09T00:00:00.000Z' });
  expect(await ben.call.task.update(copyOf(next, { completed: true }))).toMatchObject({ completed: true });
  // A date that does change is judged, whether or not the update names the other one.
  const late = { code: 'BAD_REQUEST', message: 'Recurrence end date is before the due date' };
  for (const changed of [{ dueDate: '2031-06-10' }, { recurrenceEndDate: '2031-06-04' }]) {
    await expect(ana.call.task.update(copyOf(renamed, changed))).rejects.toMatchObject(late);
    await expect(ana.call.task.update({ id: next.id, ...changed })).rejects.toMatchObject(late);
  }
});

test('a copy of a task that was not touched for a year is as good as any', async () => {
  const { world, ana, made } = await bins();
  const client = world.db.$client;
  client.exec(
    `update task set created_at = created_at - 366 * 86400000, updated_at = updated_at - 366 * 86400000`,
  );
  client.exec('update series set updated_at = 0');
  const copy = await ana.call.task.get({ id: made.id });
  await ana.call.task.update({ id: made.id, title: 'Green bins' });
  const done = await ana.call.task.update(copyOf(copy, { completed: true }));
  expect(done).toMatchObject({ title: 'Green bins', completed: true });
});

test('the same field edited twice conflicts, unless both edits say the same', async () => {
  const { ana, made } = await bins();
  const newest = await ana.call.task.update({ id: made.id, title: 'Green bins' });
  await expect(ana.call.task.update(copyOf(made, { title: 'Blue bins' }))).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: { newest },
  });
  expect(await ana.call.task.update(copyOf(made, { title: 'Green bins' }))).toEqual(newest);
  // To change it back is a change of the newest copy, and no conflict.
  expect(await ana.call.task.update(copyOf(newest, { title: 'Bins' }))).toMatchObject({ title: 'Bins' });
});

test('a change of the series is a change of each of its tasks', async () => {
  const { ana, made } = await bins();
  await ana.call.task.update({ id: made.id, completed: true });
  const [next] = await whole(ana.call.manager.tasks, { view: 'incomplete' });
  if (!next) throw new Error('completing made no next one');
  await ana.call.task.update({ id: made.id, recurrenceType: 'daily' });
  const changed = await ana.call.task.update(copyOf(next, { title: 'Paper' }));
  expect(changed).toMatchObject({ title: 'Paper', recurrenceType: 'daily' });
  expect(changed.updatedAt > next.updatedAt).toBe(true);
  await expect(ana.call.task.update(copyOf(next, { recurrenceType: 'monthly' }))).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('a copy from before more than 200 changes conflicts by what differs: no update reads more of them', async () => {
  const { world, ana, made } = await bins();
  await ana.call.task.update({ id: made.id, title: 'Green bins' });
  const change = (times: number) =>
    world.db.$client.exec(`
      with recursive n (i) as (select 0 union all select i + 1 from n where i + 1 < ${times})
        insert into task_edit select id, updated_at + i, updated_at, '{"dueTime":null}' from n join task;
      update task set updated_at = updated_at + ${times}`);
  change(199);
  const first = await ana.call.task.update(copyOf(made, { dueDate: '2031-06-03' }));
  expect(first).toMatchObject({ title: 'Green bins', dueDate: '2031-06-03T00:00:00.000Z' });
  await expect(ana.call.task.update(copyOf(made, { text: 'New' }))).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('a copy that is too old to tell, or that there never was, conflicts by what differs', async () => {
  const { world, ana, made } = await bins();
  await ana.call.task.update({ id: made.id, title: 'Green bins' });
  for (const basedOn of ['2999-01-01T00:00:00.000Z', '2001-01-01T00:00:00.000Z']) {
    await expect(
      ana.call.task.update({ ...copyOf(made, { completed: true }), basedOn }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    await ana.call.task.update({ id: made.id, completed: true, basedOn });
    await ana.call.task.update({ id: made.id, completed: false, basedOn });
  }
  world.db.$client.exec(`update task_edit set replaced_at = replaced_at - ${KNOWN + 1}`);
  await ana.call.task.update({ id: made.id, text: 'New' });
  await expect(ana.call.task.update(copyOf(made, { completed: true }))).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});
