import { beforeEach, expect, test } from 'vitest';
import { type Browser, dayFrom, idOf, member, testWorld, type World } from '../testing.ts';

let world: World;
let ana: Browser;
let ben: Browser;
let by: { id: string; username: string };

beforeEach(async () => {
  world = testWorld();
  ana = await world.person('Ana', 'Manager');
  ben = await member(world, ana, 'Ben');
  by = { id: await idOf(ana), username: 'Ana' };
});

test('a field that no one else has changed since is changed, and nothing is overwritten', async () => {
  const { id } = await ana.call.grocery.create({ name: 'Milk', price: 1 });
  await ana.call.grocery.update({ id, price: 2 });
  const renamed = await ben.call.grocery.update({ id, name: 'Oat milk', was: { name: 'Milk' } });
  expect(renamed).toMatchObject({ name: 'Oat milk', price: 2 });
  expect(renamed).not.toHaveProperty('overwrote');
  expect(await ben.call.edits.overwritten()).toEqual([]);
});

test('of an item that both changed the last to arrive wins, and the other value is offered', async () => {
  const { id } = await ana.call.grocery.create({ name: 'Milk', price: 1, count: 1 });
  await ana.call.grocery.update({ id, name: 'Oat milk', price: 2.5, purchased: true });
  const was = { name: 'Milk', price: 1, count: 1 };
  const saved = await ben.call.grocery.update({ id, name: 'Rye bread', price: 3, count: 2, was });
  const theirs = [
    { field: 'name', value: 'Oat milk', by },
    { field: 'price', value: 2.5, by },
  ];
  expect(saved).toMatchObject({ name: 'Rye bread', price: 3, count: 2, purchased: true });
  expect(saved.overwrote?.sort((one, other) => one.field.localeCompare(other.field))).toEqual(theirs);
  const offered = await ben.call.edits.overwritten();
  expect(offered).toHaveLength(2);
  expect(offered).toContainEqual({ ...theirs[0], kind: 'item', id, at: expect.any(String) });
  expect(await ana.call.edits.overwritten()).toEqual([]);
  // "Use theirs" is an edit like any other; then nothing is left to offer of that field.
  await ben.call.grocery.update({ id, name: 'Oat milk', was: { name: 'Rye bread' } });
  expect(await ben.call.edits.overwritten()).toMatchObject([{ field: 'price' }]);
  await ana.call.grocery.delete({ id });
  expect(await ben.call.edits.overwritten()).toEqual([]);
});

test('what a person has replaced is looked for among the last thousand values', async () => {
  const { id } = await ana.call.grocery.create({ name: 'Milk' });
  await ana.call.grocery.update({ id, name: 'Oat milk' });
  await ben.call.grocery.update({ id, name: 'Rye bread', was: { name: 'Milk' } });
  const replaceMore = (times: number) =>
    world.db.$client.exec(`
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${times})
        insert into field_edit (kind, object_id, field, value, set_by, user_id, at, overwrote)
          select kind, 'gone', field, value, set_by, user_id, at, 1 from n join field_edit where overwrote = 1
            and object_id <> 'gone'`);
  replaceMore(999);
  expect(await ben.call.edits.overwritten()).toMatchObject([{ id, field: 'name', value: 'Oat milk' }]);
  replaceMore(1);
  expect(await ben.call.edits.overwritten()).toEqual([]);
});

test('what a form sends back as it was is no change', async () => {
  const { id } = await ana.call.grocery.create({ name: 'Milk', price: 1 });
  await ana.call.grocery.update({ id, name: 'Oat milk' });
  const saved = await ben.call.grocery.update({
    id,
    name: 'Milk',
    price: 2,
    was: { name: 'Milk', price: 1 },
  });
  expect(saved).toMatchObject({ name: 'Oat milk', price: 2 });
  expect(saved).not.toHaveProperty('overwrote');
});

test('a task is merged by field and needs no copy to compare with; a flag overwrites nothing', async () => {
  const due = dayFrom(world, 1);
  const made = await ana.call.task.create({ title: 'Bins', dueDate: due, assignees: [await idOf(ben)] });
  await ana.call.task.update({ id: made.id, title: 'Green bins', text: 'Both' });
  const was = { title: 'Bins', dueDate: due };
  const saved = await ben.call.task.update({
    id: made.id,
    title: 'Blue bins',
    dueDate: dayFrom(world, 2),
    completed: true,
    was,
    basedOn: made.updatedAt,
  });
  expect(saved).toMatchObject({
    title: 'Blue bins',
    text: 'Both',
    completed: true,
    overwrote: [{ field: 'title', value: 'Green bins', by }],
  });
  expect(await ben.call.edits.overwritten()).toMatchObject([
    { kind: 'task', id: made.id, field: 'title', value: 'Green bins', by },
  ]);
  // A person who no longer sees the task no longer sees its values here.
  await ana.call.task.assign({ id: made.id, remove: [await idOf(ben)] });
  expect(await ben.call.edits.overwritten()).toEqual([]);
});

test('a message that its sender edits on two devices keeps the text that lost', async () => {
  const [thread] = await ana.call.chat.start({ users: [await idOf(ben)], message: 'Hello' });
  const { id } = await ana.call.chat.send({ conversationId: thread?.id ?? '', message: 'On my way' });
  await ana.call.chat.edit({ id, message: 'On my way home' });
  const edited = await ana.call.chat.edit({ id, message: 'Nearly there', was: { message: 'On my way' } });
  expect(edited).toMatchObject({
    message: 'Nearly there',
    overwrote: [{ field: 'message', value: 'On my way home', by }],
  });
  expect(await ana.call.edits.overwritten()).toMatchObject([{ kind: 'message', id }]);
  expect(await ben.call.edits.overwritten()).toEqual([]);
  await ana.call.chat.delete({ id });
  // Nothing is left of its texts, only that it was deleted.
  expect(world.db.$client.prepare('select field from field_edit').pluck().all()).toEqual(['deleted']);
});

test('people are added and removed one by one, beside changes by other people', async () => {
  const cleo = await member(world, ana, 'Cleo');
  const [b, c] = [await idOf(ben), await idOf(cleo)];
  const { id } = await ana.call.task.create({ title: 'Bins', dueDate: dayFrom(world, 1), assignees: [b] });
  await ana.call.task.assign({ id, add: [c] });
  const assigned = await ana.call.task.assign({ id, add: [c, by.id], remove: [b] });
  expect(assigned.assignees.map(one => one.id).sort()).toEqual([c, by.id].sort());
  const stranger = await world.person('Dora');
  await expect(ana.call.task.assign({ id, add: [await idOf(stranger)] })).rejects.toThrow(
    'You can only assign tasks to your own members',
  );
  await expect(cleo.call.task.assign({ id, remove: [c] })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(stranger.call.task.assign({ id })).rejects.toThrow('Task not found');
});

test('a count is added to and taken from, never below one', async () => {
  const { id } = await ana.call.grocery.create({ name: 'Milk', count: 2 });
  expect(await ben.call.grocery.adjust({ id, by: 3 })).toMatchObject({ count: 5 });
  expect(await ben.call.grocery.adjust({ id, by: -9 })).toMatchObject({ count: 1 });
  await expect(ben.call.grocery.adjust({ id, by: 1_000_000 })).rejects.toThrow('Count must be at most');
  await expect(ben.call.grocery.adjust({ id, by: 0.5 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  const dora = await world.person('Dora');
  await expect(dora.call.grocery.adjust({ id, by: 1 })).rejects.toThrow('Item not found');
});
