import { message } from '@onus/db/schema/chat';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Browser, idOf, member, testWorld } from '../testing.ts';

const ID = '0198c0de-0000-7000-8000-000000000001';
const ABSENT = { code: 'NOT_FOUND', message: 'Message not found' };
const NO_THREAD = { code: 'NOT_FOUND', message: 'Conversation not found' };

/** Boss and Ana in a thread of one message; Ben of the same household, Zoe of none, an Admin. */
async function thread() {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const [ana, ben] = [await member(world, boss, 'Ana'), await member(world, boss, 'Ben')];
  const [zoe, admin] = [await world.person('Zoe'), await world.person('Admin')];
  world.db
    .update(user)
    .set({ roles: ['Admin', 'Manager'] })
    .where(eq(user.id, await idOf(admin)))
    .run();
  const [made] = await boss.call.chat.start({ users: [await idOf(ana)], message: 'first' });
  return { world, boss, ana, ben, zoe, admin, conversationId: made?.id ?? '' };
}

async function texts(browser: Browser, conversationId: string): Promise<string[]> {
  const { items } = await browser.call.chat.messages({ conversationId, limit: 100 });
  return items.map(item => item.message);
}

test('a message is stored byte for byte with sender, receiver and time', async () => {
  const { boss, ana, conversationId } = await thread();
  const text = '👩‍👩‍👧 مرحبا é\u0301\n𝒳 <script>';
  const sent = await ana.call.chat.send({ conversationId, message: text, timestamp: '2026-03-05T10:00:00Z' });
  const [me, them] = [
    { id: await idOf(ana), username: 'Ana', email: 'ana@example.com' },
    { id: await idOf(boss), username: 'Boss', email: 'boss@example.com' },
  ];
  expect(sent).toEqual({
    sequence: 2,
    id: expect.any(String),
    conversationId,
    sender: me,
    receiver: them,
    message: text,
    timestamp: Date.UTC(2026, 2, 5, 10),
    editedAt: null,
    deleted: false,
    may: { edit: true, delete: true },
  });
  const { items } = await boss.call.chat.messages({ conversationId });
  expect(items).toMatchObject([{ ...sent, may: { edit: false, delete: false } }, { message: 'first' }]);
  const before = Date.now();
  const undated = await ana.call.chat.send({ conversationId, message: 'now' });
  expect(undated.timestamp).toBeGreaterThan(before);
  const row = { lastMessage: 'now', timestamp: undated.timestamp, lastSequence: undated.sequence };
  expect(await boss.call.chat.conversation({ id: conversationId })).toMatchObject(row);
});

test('messages come in pages, the newest first', async () => {
  const { boss, ana, conversationId } = await thread();
  for (let number = 2; number <= 8; number++) {
    const from = number % 3 ? boss : ana;
    await from.call.chat.send({ conversationId, message: String(number), timestamp: 1000 - number });
  }
  const seen: string[] = [];
  for (let cursor: number | null = null, first = true; first || cursor; first = false) {
    const page: Awaited<ReturnType<typeof ana.call.chat.messages>> = await ana.call.chat.messages({
      conversationId,
      limit: 4,
      cursor,
    });
    seen.push(...page.items.map(item => item.message));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(['8', '7', '6', '5', '4', '3', '2', 'first']);
});

test('a repeated send returns the existing message, by id or if everything is identical', async () => {
  const { world, boss, ana, ben, conversationId } = await thread();
  const sent = await ana.call.chat.send({ id: ID, conversationId, message: 'Hi' });
  expect(await ana.call.chat.send({ id: ID, conversationId, message: 'Hi' })).toEqual(sent);
  const dated = { conversationId, message: 'Dated', timestamp: 1_700_000_000_000 };
  const five = await Promise.all([1, 2, 3, 4, 5].map(() => ana.call.chat.send(dated)));
  expect(new Set(five.map(one => one.id)).size).toBe(1);
  const iso = new Date(dated.timestamp).toISOString();
  expect(await ana.call.chat.send({ ...dated, timestamp: iso })).toEqual(five[0]);
  await boss.call.chat.send(dated);
  await ana.call.chat.send({ ...dated, timestamp: dated.timestamp + 1 });
  await ana.call.chat.send({ ...dated, message: 'dated' });
  expect(world.db.select().from(message).all()).toHaveLength(6);
  const taken = { code: 'CONFLICT', message: 'Id is in use' };
  await expect(boss.call.chat.send({ id: ID, conversationId, message: 'Hi' })).rejects.toMatchObject(taken);
  const [other] = await ben.call.chat.start({ users: [await idOf(ana)], message: 'Hey' });
  const elsewhere = { id: ID, conversationId: other?.id ?? '', message: 'Hi' };
  await expect(ben.call.chat.send(elsewhere)).rejects.toMatchObject(taken);
});

test('without a timestamp two equal messages are two messages', async () => {
  const { ana, conversationId } = await thread();
  await Promise.all([1, 2, 3].map(() => ana.call.chat.send({ conversationId, message: 'ok' })));
  expect(await texts(ana, conversationId)).toEqual(['ok', 'ok', 'ok', 'first']);
});

test('only its sender edits and deletes a message; a stub stays and the thread list follows', async () => {
  const { boss, ana, conversationId } = await thread();
  const sent = await ana.call.chat.send({ conversationId, message: 'Helo', timestamp: 5 });
  const refused = { code: 'FORBIDDEN', message: 'Only its sender may change a message' };
  await expect(boss.call.chat.edit({ id: sent.id, message: 'Mine' })).rejects.toMatchObject(refused);
  await expect(boss.call.chat.delete({ id: sent.id })).rejects.toMatchObject(refused);

  const edited = await ana.call.chat.edit({ id: sent.id, message: 'Hello' });
  expect(edited).toEqual({ ...sent, message: 'Hello', editedAt: expect.any(Number) });
  const last = async () => (await boss.call.chat.conversation({ id: conversationId })).lastMessage;
  expect(await last()).toBe('Hello');
  expect(await ana.call.chat.edit({ id: sent.id, message: 'Hello' })).toEqual(edited);

  expect(await ana.call.chat.delete({ id: sent.id })).toEqual({ id: sent.id });
  expect(await ana.call.chat.delete({ id: sent.id })).toEqual({ id: sent.id });
  expect(await last()).toBe('');
  const { items } = await boss.call.chat.messages({ conversationId });
  const stub = { message: '', deleted: true, may: { edit: false, delete: false } };
  expect(items).toMatchObject([{ id: sent.id, ...stub }, { message: 'first' }]);
  const gone = { code: 'CONFLICT', message: 'This message was deleted' };
  await expect(ana.call.chat.edit({ id: sent.id, message: 'Back' })).rejects.toMatchObject(gone);
});

test('an older message that is changed leaves the thread list as it is', async () => {
  const { boss, ana, conversationId } = await thread();
  const [first] = (await boss.call.chat.messages({ conversationId })).items;
  await ana.call.chat.send({ conversationId, message: 'second' });
  await boss.call.chat.edit({ id: first?.id ?? '', message: '1st' });
  expect(await texts(ana, conversationId)).toEqual(['second', '1st']);
  expect(await ana.call.chat.conversation({ id: conversationId })).toMatchObject({ lastMessage: 'second' });
});

test('only the two read and write: no member of the household, no manager, no Admin', async () => {
  const { boss, ben, zoe, admin, conversationId } = await thread();
  const [first] = (await boss.call.chat.messages({ conversationId })).items;
  const id = first?.id ?? '';
  for (const { call } of [ben, zoe, admin]) {
    await expect(call.chat.messages({ conversationId })).rejects.toMatchObject(NO_THREAD);
    await expect(call.chat.send({ conversationId, message: 'Hi' })).rejects.toMatchObject(NO_THREAD);
    await expect(call.chat.edit({ id, message: 'Hi' })).rejects.toMatchObject(ABSENT);
    await expect(call.chat.delete({ id })).rejects.toMatchObject(ABSENT);
    expect(await call.chat.findMessages({ conversationId })).toEqual({
      rows: [],
      total: 0,
      nextCursor: null,
    });
  }
  const nowhere = { conversationId: 'no-such', message: 'Hi' };
  await expect(boss.call.chat.send(nowhere)).rejects.toMatchObject(NO_THREAD);
  await expect(boss.call.chat.messages(nowhere)).rejects.toMatchObject(NO_THREAD);
  await expect(boss.call.chat.edit({ id: 'no-such', message: 'Hi' })).rejects.toMatchObject(ABSENT);
  await expect(boss.call.chat.delete({ id: 'no-such' })).rejects.toMatchObject(ABSENT);
  expect(await texts(boss, conversationId)).toEqual(['first']);
});

test.each([
  ['left the household', { managerId: null, roles: ['User' as const] }],
  ['is inactive', { active: false }],
  ['was deleted', { deletedAt: 1 }],
])('a thread with a person who %s stays readable, and sending is refused', async (_why, changes) => {
  const { world, boss, ana, conversationId } = await thread();
  const id = await idOf(ana);
  const retried = { conversationId, message: 'Bye', timestamp: 5 };
  const sent = await boss.call.chat.send(retried);
  world.db.update(user).set(changes).where(eq(user.id, id)).run();
  const closed = { code: 'FORBIDDEN', message: 'You can no longer write to this person' };
  const next = { conversationId, message: 'Still there?' };
  await expect(boss.call.chat.send(next)).rejects.toMatchObject(closed);
  expect(await boss.call.chat.send(retried)).toEqual(sent);
  expect(await texts(boss, conversationId)).toEqual(['Bye', 'first']);
  const seen = await boss.call.chat.conversation({ id: conversationId });
  const active = 'managerId' in changes;
  expect(seen).toMatchObject({ with: { username: 'Ana', active }, may: { send: false } });
  const restarted = { users: [id], message: 'Bye', timestamp: 5 };
  expect(await boss.call.chat.start(restarted)).toEqual([seen]);
  const again = { users: [id], message: 'Hello?' };
  await expect(boss.call.chat.start(again)).rejects.toMatchObject({
    message: 'You can only write to people of your household',
  });
  if (active) await expect(ana.call.chat.send(next)).rejects.toMatchObject(closed);
});

test('without signing in nothing of a message is reached', async () => {
  const { call } = testWorld().browser();
  const refused = { code: 'UNAUTHORIZED', message: 'Please log in' };
  await expect(call.chat.messages({ conversationId: ID })).rejects.toMatchObject(refused);
  await expect(call.chat.findMessages({ conversationId: ID })).rejects.toMatchObject(refused);
  await expect(call.chat.send({ conversationId: ID, message: 'Hi' })).rejects.toMatchObject(refused);
  await expect(call.chat.edit({ id: ID, message: 'Hi' })).rejects.toMatchObject(refused);
  await expect(call.chat.delete({ id: ID })).rejects.toMatchObject(refused);
});

test.each([
  [{ message: ' ' }, 'Message is required'],
  [{}, 'Message is required'],
  [{ message: 'x'.repeat(4001) }, 'Message is too long: at most 4000'],
  [{ message: 'a\0b' }, 'Message contains characters that cannot be stored'],
])('a message %j is refused, sent or edited: %s', async (input, said) => {
  const { boss, conversationId } = await thread();
  const [first] = (await boss.call.chat.messages({ conversationId })).items;
  const refused = { code: 'BAD_REQUEST', message: said };
  const typed = input as { message: string };
  await expect(boss.call.chat.send({ ...typed, conversationId })).rejects.toMatchObject(refused);
  await expect(boss.call.chat.edit({ ...typed, id: first?.id ?? '' })).rejects.toMatchObject(refused);
  expect(await texts(boss, conversationId)).toEqual(['first']);
});

test('a message names its thread, its time is a time, an id is our kind of id, a page has a size', async () => {
  const { boss, conversationId } = await thread();
  const { send, messages, edit, delete: remove } = boss.call.chat;
  const said = (text: string) => ({ code: 'BAD_REQUEST', message: text });
  const message = 'Hi';
  await expect(send({ conversationId: '', message })).rejects.toMatchObject(said('Id is required'));
  const late = { conversationId, message, timestamp: 'tomorrow' };
  await expect(send(late)).rejects.toMatchObject(said('Timestamp is invalid'));
  const mine = { conversationId, message, id: 'mine' };
  await expect(send(mine)).rejects.toMatchObject(said('Id must be a version 7 UUID'));
  await expect(edit({ id: '', message })).rejects.toMatchObject(said('Id is required'));
  await expect(remove({ id: '' })).rejects.toMatchObject(said('Id is required'));
  const none = { conversationId, limit: 0 };
  await expect(messages(none)).rejects.toMatchObject(said('Limit must be at least 1'));
});
