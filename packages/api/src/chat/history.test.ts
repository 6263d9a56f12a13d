import { expect, test } from 'vitest';
import { admin, idOf, member, testWorld } from '../testing.ts';

async function thread() {
  const world = testWorld();
  const ana = await world.person('Ana', 'Manager');
  const ben = await member(world, ana, 'Ben');
  const [conversation] = await ana.call.chat.start({ users: [await idOf(ben)], message: 'Hello' });
  if (!conversation) throw new Error('no thread');
  const sent = { conversationId: conversation.id, message: 'At six' };
  const { id } = await ana.call.chat.send(sent);
  return { world, ana, ben, id, anaIs: { id: await idOf(ana), username: 'Ana' } };
}

test('the two of a thread see how a message was edited, and only its sender may restore a text', async () => {
  const { world, ana, ben, id, anaIs } = await thread();
  await ana.call.chat.edit({ id, message: 'At seven' });
  for (const person of [ana, ben]) {
    const { items } = await person.call.chat.history({ id });
    expect(items.map(({ id: _id, at: _at, ...entry }) => entry)).toEqual([
      { kind: 'edited', by: anaIs, changes: [{ field: 'message', before: 'At six', after: 'At seven' }] },
      { kind: 'created', by: anaIs, changes: [] },
    ]);
  }
  expect((await ana.call.chat.history({ id })).may.restore).toEqual(['message']);
  expect((await ben.call.chat.history({ id })).may.restore).toEqual([]);
  const root = await admin(world, 'Root');
  for (const other of [root, await member(world, ana, 'Cem')])
    await expect(other.call.chat.history({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('of a deleted message it is known who deleted it, and none of its texts', async () => {
  const { ana, ben, id, anaIs, world } = await thread();
  await ana.call.chat.edit({ id, message: 'At seven' });
  await ana.call.chat.delete({ id });
  await ana.call.chat.delete({ id });
  for (const person of [ana, ben]) {
    const { items, may } = await person.call.chat.history({ id });
    expect(items.map(({ kind, by, changes }) => ({ kind, by, changes }))).toEqual([
      { kind: 'deleted', by: anaIs, changes: [] },
      { kind: 'created', by: anaIs, changes: [] },
    ]);
    expect(may.restore).toEqual([]);
  }
  const kept = world.db.$client.prepare('select value from field_edit').pluck().all();
  expect(kept).toEqual(['false']);
});
