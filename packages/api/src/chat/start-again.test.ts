import type { Role } from '@onus/contract/auth/role';
import { conversation, message } from '@onus/db/schema/chat';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { idOf, testWorld } from '../testing.ts';

const ID = '0198c0de-0000-7000-8000-000000000001';
const TAKEN = { code: 'CONFLICT', message: 'Id is in use' };

/** A manager and two members. */
async function family() {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const [kid, ben] = [await world.person('Kid'), await world.person('Ben')];
  const ids = { boss: await idOf(boss), kid: await idOf(kid), ben: await idOf(ben) };
  const roles: Role[] = ['Employee'];
  for (const id of [ids.kid, ids.ben]) {
    world.db.update(user).set({ managerId: ids.boss, roles }).where(eq(user.id, id)).run();
  }
  const texts = () => world.db.select({ text: message.text }).from(message).all();
  const sent = () => texts().map(row => row.text);
  return { world, boss, kid, ben, ids, sent };
}

test('the other of the two continues a thread under its own id', async () => {
  const { boss, kid, ids, sent } = await family();
  await boss.call.chat.start({ id: ID, users: [ids.kid], message: 'Hello' });
  const reply = { id: ID, users: [ids.boss], message: 'Does this arrive?' };
  const made = await kid.call.chat.start(reply);
  expect(made).toMatchObject([{ id: ID, lastMessage: 'Does this arrive?' }]);
  expect(await kid.call.chat.start(reply)).toEqual(made);
  expect(sent()).toEqual(['Hello', 'Does this arrive?']);
});

test('two people who start with the same new id and text share a thread, and both messages arrive', async () => {
  const { world, boss, kid, ids, sent } = await family();
  await Promise.all([
    boss.call.chat.start({ id: ID, users: [ids.kid], message: 'Hello' }),
    kid.call.chat.start({ id: ID, users: [ids.boss], message: 'Hello' }),
  ]);
  expect(sent()).toEqual(['Hello', 'Hello']);
  expect(world.db.select().from(conversation).all()).toHaveLength(1);
});

test('an id of a thread with someone else is refused, and nothing is sent', async () => {
  const { boss, kid, ben, ids, sent } = await family();
  const first = { id: ID, users: [ids.kid], message: 'Hello' };
  const made = await boss.call.chat.start(first);
  const second = { ...first, users: [ids.ben] };
  await expect(boss.call.chat.start(second)).rejects.toMatchObject(TAKEN);
  await expect(kid.call.chat.start(second)).rejects.toMatchObject(TAKEN);
  await ben.call.chat.start({ users: [ids.boss], message: 'Hi' });
  await expect(boss.call.chat.start(second)).rejects.toMatchObject(TAKEN);
  expect(sent()).toEqual(['Hello', 'Hi']);
  expect(await boss.call.chat.start(first)).toEqual(made);
});

test.each(['alone', 'among others'])('another text under the same id is another message, %s', async how => {
  const { boss, ids, sent } = await family();
  const users = how === 'alone' ? [ids.kid] : [ids.kid, ids.ben];
  const [first] = await boss.call.chat.start({ id: ID, users, message: 'Hello' });
  const next = { id: ID, users, message: 'And?' };
  const made = await boss.call.chat.start(next);
  expect(made[0]).toMatchObject({ id: first?.id, lastMessage: 'And?' });
  expect(await boss.call.chat.start(next)).toEqual(made);
  await boss.call.chat.start({ id: ID, users, message: 'Hello' });
  expect(sent()).toEqual(users.map(() => 'Hello').concat(users.map(() => 'And?')));
});

test('a retry finds a first message that was edited or deleted since', async () => {
  const { boss, ids, sent } = await family();
  const start = { id: ID, users: [ids.kid], message: 'Hello' };
  await boss.call.chat.start(start);
  const { items } = await boss.call.chat.messages({ conversationId: ID });
  const id = items[0]?.id ?? '';
  await boss.call.chat.edit({ id, message: 'Good morning' });
  expect(await boss.call.chat.start(start)).toMatchObject([{ lastMessage: 'Good morning' }]);
  await boss.call.chat.delete({ id });
  await boss.call.chat.start(start);
  expect(sent()).toEqual(['']);
});
