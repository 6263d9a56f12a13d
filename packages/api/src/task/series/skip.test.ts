import { beforeEach, expect, test } from 'vitest';
import { type Browser, dayFrom, idOf, member, testWorld, ticksOf, type World, whole } from '../../testing.ts';

let world: World;
let ana: Browser;
let ben: Browser;

beforeEach(async () => {
  world = testWorld();
  ana = await world.person('Ana', 'Manager');
  ben = await member(world, ana, 'Ben');
});

async function weekly(due = dayFrom(world, 0)) {
  const made = await ana.call.task.create({
    title: 'Bins',
    dueDate: `${due}T07:30:00.000Z`,
    recurrenceType: 'weekly',
    assignees: [await idOf(ben)],
  });
  world.advance(1_000);
  return made;
}

/** A whole task as it was answered, sent back with only the flag set. */
function complete(browser: Browser, { assignees, updatedAt, ...task }: Task) {
  const copy = { ...task, assignees: assignees.map(one => one.id), basedOn: updatedAt };
  return browser.call.task.update({ ...copy, completed: true });
}

type Task = Awaited<ReturnType<Browser['call']['task']['get']>>;

/** All that is known of a task, as the database and the history have it, but for what was undone. */
async function stateOf(id: string) {
  const row = world.db.$client.prepare('select * from task where id = ?').get(id);
  const edits = world.db.$client
    .prepare(`select version, before from task_edit where task_id = ? and before ->> 'undoneTo' is null`)
    .all(id);
  return { row, edits, history: await ana.call.task.history({ id }), task: await ana.call.task.get({ id }) };
}

test('an undone skip leaves no trace: dates, series, version and history are as before', async () => {
  const { id } = await weekly();
  await ana.call.task.update({ id, dueDate: `${dayFrom(world, 2)}T07:30:00.000Z` });
  world.advance(1_000);
  const before = await stateOf(id);
  const { dueDate } = before.task;
  expect((await ana.call.task.skip({ id })).dueDate.slice(0, 10)).toBe(dayFrom(world, 7));
  world.advance(60_000);
  const heard = await ticksOf(world, { ana, ben }, 'grocery', () => ana.call.task.undoSkip({ id, dueDate }));
  expect(heard).toEqual({ ana: ['task'], ben: ['task'] });
  expect(await stateOf(id)).toEqual(before);
  // It changes nothing a second time.
  expect(await ana.call.task.undoSkip({ id, dueDate })).toEqual(before.task);
  expect(await stateOf(id)).toEqual(before);
  await ana.call.task.update({ id, completed: true });
  const open = await whole(ana.call.manager.tasks, { view: 'incomplete' });
  expect(open.map(one => one.dueDate.slice(0, 10))).toEqual([dayFrom(world, 7)]);
});

test('several skips are undone one after the other, the last one first', async () => {
  const { id } = await weekly();
  const states = [];
  for (let n = 0; n < 3; n++) {
    states.push(await stateOf(id));
    await ana.call.task.skip({ id });
    world.advance(1_000);
  }
  for (const state of states.reverse()) {
    await ana.call.task.undoSkip({ id, dueDate: state.task.dueDate });
    expect(await stateOf(id)).toEqual(state);
  }
});

test('a copy from before a skip was undone is completed on the former date, also after other changes', async () => {
  const { id, dueDate } = await weekly();
  const copies: Task[] = [];
  const read = async () => copies.push(await ben.call.task.get({ id }));
  await read();
  for (let n = 0; n < 2; n++) {
    await ana.call.task.skip({ id });
    world.advance(1_000);
    await read();
  }
  for (const one of [copies[1], copies[0]]) {
    await ana.call.task.undoSkip({ id, dueDate: one?.dueDate ?? '' });
    world.advance(1_000);
  }
  for (const title of ['Bins', 'Green bins', 'Blue bins']) {
    await ana.call.task.update({ id, title });
    for (const copy of copies) {
      world.advance(1_000);
      expect(await complete(ben, copy)).toMatchObject({ completed: true, title, dueDate });
      world.advance(1_000);
      await ben.call.task.update({ id, completed: false });
    }
  }
});

test('a copy from before a skip was undone still conflicts on its date, if it changes that', async () => {
  const { id, dueDate } = await weekly();
  const { updatedAt: basedOn } = await ana.call.task.skip({ id });
  await ana.call.task.undoSkip({ id, dueDate });
  const moved = { id, dueDate: dayFrom(world, 3), basedOn };
  await expect(ben.call.task.update(moved)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('an edit that gets the number of an undone version is kept', async () => {
  const { id, dueDate } = await weekly();
  // While the clock is behind, each change gets the number after that of the task.
  world.advance(-60_000);
  await ana.call.task.skip({ id });
  await ana.call.task.undoSkip({ id, dueDate });
  const copy = await ana.call.task.update({ id, title: 'Green bins' });
  await ana.call.task.update({ id, title: 'Blue bins' });
  expect(await complete(ben, copy)).toMatchObject({ completed: true, title: 'Blue bins' });
});

test('a follow-up whose skip was undone is untouched: reopening the task before removes it', async () => {
  const { id } = await weekly();
  await ana.call.task.update({ id, completed: true });
  const [next] = await whole(ana.call.manager.tasks, { view: 'incomplete' });
  await ana.call.task.skip({ id: next?.id ?? '' });
  await ana.call.task.undoSkip({ id: next?.id ?? '', dueDate: next?.dueDate ?? '' });
  await ana.call.task.update({ id, completed: false });
  const open = await whole(ana.call.manager.tasks, { view: 'incomplete' });
  expect(open.map(one => one.id)).toEqual([id]);
});

test('a change by someone else in between stays, and the history has both', async () => {
  const { id, dueDate } = await weekly();
  const skipped = await ana.call.task.skip({ id });
  world.advance(1_000);
  await ben.call.task.update({ id, title: 'Green bins' });
  world.advance(1_000);
  const undone = await ana.call.task.undoSkip({ id, dueDate });
  expect(undone).toMatchObject({ title: 'Green bins', dueDate, skipTo: dayFrom(world, 7) });
  expect(undone).not.toHaveProperty('overwrote');
  expect(undone.updatedAt > skipped.updatedAt).toBe(true);
  const { items } = await ana.call.task.history({ id });
  expect(items.flatMap(({ changes }) => changes.map(({ field }) => field))).toEqual([
    ...['dueDate', 'title', 'dueDate'],
  ]);
  // An edit of the version between them is still merged field by field.
  const merged = { id, title: 'Bins', dueDate: skipped.dueDate, text: 'Both', basedOn: skipped.updatedAt };
  expect(await ana.call.task.update(merged)).toMatchObject({ title: 'Green bins', text: 'Both', dueDate });
});

test('a date that someone else has set in between is replaced and offered', async () => {
  const { id, dueDate } = await weekly();
  await ana.call.task.skip({ id });
  const theirs = `${dayFrom(world, 9)}T12:00:00.000Z`;
  await ben.call.task.update({ id, dueDate: theirs });
  const by = { id: await idOf(ben), username: 'Ben' };
  const undone = await ana.call.task.undoSkip({ id, dueDate });
  expect(undone).toMatchObject({ dueDate, overwrote: [{ field: 'dueDate', value: theirs, by }] });
  expect(await ana.call.edits.overwritten()).toMatchObject([{ field: 'dueDate', value: theirs }]);
});

test('only who skipped can undo it, and only while the task stands where the skip left it', async () => {
  const { id, dueDate } = await weekly();
  const CHANGED = { code: 'CONFLICT', message: 'This task has changed since it was skipped' };
  await ana.call.task.skip({ id });
  await expect(ben.call.task.undoSkip({ id, dueDate })).rejects.toMatchObject(CHANGED);
  const other = { id, dueDate: dayFrom(world, 1) };
  await expect(ana.call.task.undoSkip(other)).rejects.toMatchObject(CHANGED);
  await ben.call.task.update({ id, completed: true });
  await expect(ana.call.task.undoSkip({ id, dueDate })).rejects.toMatchObject(CHANGED);
  await ben.call.task.update({ id, completed: false });
  await ben.call.task.skip({ id });
  await expect(ana.call.task.undoSkip({ id, dueDate })).rejects.toMatchObject(CHANGED);
  await ben.call.task.undoSkip({ id, dueDate: `${dayFrom(world, 7)}T07:30:00.000Z` });
  await ana.call.task.update({ id, recurrenceType: 'daily' });
  await expect(ana.call.task.undoSkip({ id, dueDate })).rejects.toMatchObject(CHANGED);
  const dora = await world.person('Dora');
  await expect(dora.call.task.undoSkip({ id, dueDate })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(ana.call.task.undoSkip({ id, dueDate: 'soon' })).rejects.toThrow('Due date is invalid');
});

test('what no one skipped is not moved', async () => {
  const { id, dueDate } = await weekly();
  const before = await stateOf(id);
  expect(await ana.call.task.undoSkip({ id, dueDate })).toEqual(before.task);
  expect(await stateOf(id)).toEqual(before);
});
