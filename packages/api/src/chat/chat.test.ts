import { conversation, message } from '@onus/db/schema/chat';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Browser, idOf, member, testWorld, type World } from '../testing.ts';

const ID = '0198c0de-0000-7000-8000-000000000001';
const ABSENT = { code: 'NOT_FOUND', message: 'Conversation not found' };
const STRANGER = { code: 'BAD_REQUEST', message: 'You can only write to people of your household' };

async function alter(world: World, browser: Browser, changes: Partial<typeof user.$inferInsert>) {
  const { email } = await browser.call.auth.me();
  world.db.update(user).set(changes).where(eq(user.email, email)).run();
}

/** A household of three, another one, a single user and an Admin. */
async function town() {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  const [ana, ben] = [await member(world, boss, 'Ana'), await member(world, boss, 'Ben')];
  const rival = await world.person('Rival', 'Manager');
  const [zoe, sam, admin] = [
    await member(world, rival, 'Zoe'),
    await world.person('Sam'),
    await world.person('Admin'),
  ];
  await alter(world, admin, { roles: ['Admin', 'Manager'] });
  return { world, boss, ana, ben, rival, zoe, sam, admin };
}

async function start(from: Browser, to: Browser, text = 'Hello') {
  const [made] = await from.call.chat.start({ users: [await idOf(to)], message: text });
  if (!made) throw new Error('nothing was started');
  return made;
}

async function people(browser: Browser): Promise<string[]> {
  return (await browser.call.chat.people()).items.map(one => one.username);
}

/** What each has been told since: everyone is ticked once more, so that reading never waits. */
async function listen(world: World, browsers: Browser[]) {
  const ids = await Promise.all(browsers.map(idOf));
  const ears = ids.map(id => world.events.open(id)[Symbol.asyncIterator]());
  return async function heard() {
    world.events.tick('session', ids);
    const told = await Promise.all(ears.map(ear => ear.next()));
    return told.map(({ value }) => value?.filter((topic: string) => topic !== 'session'));
  };
}

test('the people one can write to: by role, only active ones, by name', async () => {
  const { world, boss, ana, ben, rival, zoe, sam, admin } = await town();
  const lead = await member(world, boss, 'Lead', { roles: ['Manager'] });
  const both = await member(world, boss, 'Both', { roles: ['Manager', 'Employee'] });
  const mine = await member(world, lead, 'Mine');
  expect(await people(boss)).toEqual(['Ana', 'Ben', 'Both', 'Lead']);
  expect(await people(ana)).toEqual(['Ben', 'Boss', 'Both', 'Lead']);
  expect(await people(lead)).toEqual(['Boss', 'Mine']);
  expect(await people(both)).toEqual(['Ana', 'Ben', 'Boss', 'Lead']);
  expect(await people(mine)).toEqual(['Lead']);
  expect(await people(zoe)).toEqual(['Rival']);
  expect(await people(sam)).toEqual([]);
  const all = ['Ana', 'Ben', 'Boss', 'Both', 'Lead', 'Mine', 'Rival', 'Sam', 'Zoe'];
  expect(await people(admin)).toEqual(all);
  await alter(world, ben, { active: false });
  await alter(world, rival, { deletedAt: 1 });
  expect(await people(ana)).toEqual(['Boss', 'Both', 'Lead']);
  expect(await people(zoe)).toEqual([]);
  expect(await people(admin)).not.toContain('Ben');
  const [first] = (await ana.call.chat.people()).items;
  expect(first).toEqual({ id: await idOf(boss), username: 'Boss', email: 'boss@example.com' });
});

test('a thread starts with its first message and looks the same to both people', async () => {
  const { boss, ana } = await town();
  const made = await start(ana, boss, 'Büro 🧹?');
  const users = [
    { id: await idOf(boss), username: 'Boss', email: 'boss@example.com' },
    { id: await idOf(ana), username: 'Ana', email: 'ana@example.com' },
  ];
  const same = {
    id: made.id,
    users,
    participants: 'boss@example.com-ana@example.com',
    lastMessage: 'Büro 🧹?',
    timestamp: expect.any(Number),
    lastSequence: 1,
    may: { send: true },
  };
  expect(made).toEqual({ ...same, with: { ...users[0], active: true }, unread: 0 });
  const theirs = { ...same, with: { ...users[1], active: true }, unread: 1 };
  expect(await boss.call.chat.conversation({ id: made.id })).toEqual(theirs);
  expect(await boss.call.chat.conversations({})).toEqual({ items: [theirs], nextCursor: null });
  const { items } = await boss.call.chat.messages({ conversationId: made.id });
  expect(items).toMatchObject([{ message: 'Büro 🧹?', sender: users[1], receiver: users[0] }]);
});

test('each recipient gets a thread, and an existing pair continues in its own', async () => {
  const { boss, ana, ben } = await town();
  const first = await start(ana, boss);
  const named = [await idOf(ana), 'Ben@Example.com', 'ana@example.com', await idOf(boss)];
  const made = await boss.call.chat.start({ users: named, message: 'Dinner!', timestamp: 5 });
  expect(made.map(one => one.with.username)).toEqual(['Ana', 'Ben']);
  expect(made[0]).toMatchObject({ id: first.id, lastMessage: 'Dinner!', timestamp: 5 });
  expect(await ben.call.chat.conversations({})).toMatchObject({ items: [{ id: made[1]?.id, unread: 1 }] });
  expect((await ana.call.chat.messages({ conversationId: first.id })).items).toHaveLength(2);
});

test.each([1, 5])('%d starts of the same pair at once, from both ends, make one thread', async times => {
  const { world, boss, ana } = await town();
  const [bossId, anaId] = [await idOf(boss), await idOf(ana)];
  const both = Array.from({ length: times }, (_, turn) => [
    ana.call.chat.start({ users: [bossId], message: `from Ana ${turn}` }),
    boss.call.chat.start({ users: [anaId], message: `from Boss ${turn}` }),
  ]);
  const made = (await Promise.all(both.flat())).flat();
  expect(new Set(made.map(one => one.id)).size).toBe(1);
  expect(world.db.select().from(conversation).all()).toHaveLength(1);
  expect(world.db.select().from(message).all()).toHaveLength(2 * times);
});

test('a repeated start creates no duplicate, with one person or several', async () => {
  const { world, boss, ana, ben, rival, zoe } = await town();
  const users = [await idOf(ana), await idOf(ben)];
  const several = { id: ID, users, message: 'Dinner!' };
  const first = await boss.call.chat.start(several);
  world.advance(5);
  expect(await boss.call.chat.start(several)).toEqual(first);
  const again = { ...several, id: ID.replace(/1$/, '2') };
  expect(await boss.call.chat.start(again)).toMatchObject(first.map(({ id }) => ({ id })));
  await boss.call.chat.start(again);
  expect(world.db.select().from(message).all()).toHaveLength(4);

  const single = { id: ID.replace(/1$/, '3'), users: [await idOf(ana)], message: 'Only you' };
  const [made] = await ben.call.chat.start(single);
  expect(made?.id).toBe(single.id);
  expect(await ben.call.chat.start(single)).toEqual([made]);
  const dated = { users: [await idOf(ana)], message: 'On a date', timestamp: '2026-03-05T10:00:00Z' };
  expect(await ben.call.chat.start(dated)).toEqual(await ben.call.chat.start(dated));
  expect(world.db.select().from(message).all()).toHaveLength(6);
  await expect(rival.call.chat.start({ ...single, users: [await idOf(zoe)] })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Id is in use',
  });
});

test('an id from an old thread of other people does not conflict', async () => {
  const { world, boss, ana, ben } = await town();
  await start(ana, boss);
  const again = { id: ID, users: [await idOf(boss)], message: 'Hi' };
  await ana.call.chat.start(again);
  expect(await ben.call.chat.start(again)).toMatchObject([{ id: ID, lastMessage: 'Hi' }]);
  expect(world.db.select().from(message).all()).toHaveLength(3);
});

test('a person outside the household cannot be written to, and then no one is', async () => {
  const { world, boss, ana, rival, zoe, sam, admin } = await town();
  const refused: [Browser, Browser][] = [
    [boss, rival],
    [boss, zoe],
    [boss, admin],
    [ana, zoe],
    [ana, sam],
    [sam, boss],
    [sam, admin],
  ];
  for (const [from, to] of refused) await expect(start(from, to)).rejects.toMatchObject(STRANGER);
  const mixed = [await idOf(ana), await idOf(zoe)];
  await expect(boss.call.chat.start({ users: mixed, message: 'Hi' })).rejects.toMatchObject(STRANGER);
  await expect(boss.call.chat.start({ users: ['no-such'], message: 'Hi' })).rejects.toMatchObject(STRANGER);
  await alter(world, ana, { active: false });
  const inactive = { users: ['ana@example.com'], message: 'Hi' };
  await expect(boss.call.chat.start(inactive)).rejects.toMatchObject(STRANGER);
  expect(world.db.select().from(conversation).all()).toEqual([]);
});

test('who was written to by an Admin may answer, and go on in the thread, but not begin one', async () => {
  const { sam, admin } = await town();
  const { id } = await start(admin, sam);
  expect(await sam.call.chat.conversation({ id })).toMatchObject({ may: { send: true } });
  await sam.call.chat.send({ conversationId: id, message: 'Yes?' });
  expect(await start(sam, admin, 'And?')).toMatchObject({ id, lastMessage: 'And?' });
});

test('only its two participants see a thread: no manager, no Admin', async () => {
  const { boss, ana, ben, admin, rival } = await town();
  const { id } = await start(ana, ben, 'Secret');
  for (const { call } of [boss, admin, rival]) {
    await expect(call.chat.conversation({ id })).rejects.toMatchObject(ABSENT);
    await expect(call.chat.markRead({ conversationId: id, sequence: 1 })).rejects.toMatchObject(ABSENT);
    expect((await call.chat.conversations({})).items).toEqual([]);
    expect(await call.chat.unread()).toEqual([]);
  }
  await expect(ana.call.chat.conversation({ id: 'no-such' })).rejects.toMatchObject(ABSENT);
});

test('without signing in nothing of a thread is reached', async () => {
  const { call } = testWorld().browser();
  const refused = { code: 'UNAUTHORIZED', message: 'Please log in' };
  await expect(call.chat.people()).rejects.toMatchObject(refused);
  await expect(call.chat.start({ users: ['x'], message: 'Hi' })).rejects.toMatchObject(refused);
  await expect(call.chat.conversations({})).rejects.toMatchObject(refused);
  await expect(call.chat.conversation({ id: ID })).rejects.toMatchObject(refused);
  await expect(call.chat.findConversations({})).rejects.toMatchObject(refused);
  await expect(call.chat.markRead({ conversationId: ID, sequence: 1 })).rejects.toMatchObject(refused);
  await expect(call.chat.unread()).rejects.toMatchObject(refused);
  await expect(call.chat.onMessage({})).rejects.toMatchObject(refused);
});

test.each([
  [{ users: [], message: 'Hi' }, 'Choose at least one person'],
  [{ users: ['boss@example.com'], message: 'Hi' }, 'Choose at least one person'],
  [{ message: 'Hi' }, 'Users is required'],
  [{ users: ['x'], message: ' \n' }, 'Message is required'],
  [{ users: ['x'], message: 'x'.repeat(4001) }, 'Message is too long: at most 4000'],
  [{ users: ['x'], message: '\ud800' }, 'Message contains characters that cannot be stored'],
  [{ users: ['x'], message: 'Hi', timestamp: 'soon' }, 'Timestamp is invalid'],
  [{ users: ['x'], message: 'Hi', timestamp: -1 }, 'Timestamp is invalid'],
  [{ users: ['x'], message: 'Hi', timestamp: 0.5 }, 'Timestamp is invalid'],
  [{ users: ['x'], message: 'Hi', timestamp: 1e18 }, 'Timestamp is invalid'],
  [{ users: ['x'], message: 'Hi', id: 'mine' }, 'Id must be a version 7 UUID'],
])('a start with %j is refused: %s', async (input, said) => {
  const { world, boss } = await town();
  const refused = { code: 'BAD_REQUEST', message: said };
  const typed = input as { users: string[]; message: string };
  await expect(boss.call.chat.start(typed)).rejects.toMatchObject(refused);
  expect(world.db.select().from(conversation).all()).toEqual([]);
});

test('threads come in pages, the newest first, as they move up', async () => {
  const { world, boss } = await town();
  const others = [];
  for (let number = 0; number < 7; number++) others.push(await member(world, boss, `Member${number}`));
  const ids: string[] = [];
  for (const [number, other] of others.entries()) {
    const made = number % 2 ? await start(other, boss) : await start(boss, other);
    ids.unshift(made.id);
  }
  const seen: string[] = [];
  for (let cursor: number | null = null, first = true; first || cursor; first = false) {
    const page: Awaited<ReturnType<typeof boss.call.chat.conversations>> = await boss.call.chat.conversations(
      { limit: 3, cursor },
    );
    seen.push(...page.items.map(item => item.id));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(ids);
  const last = ids.at(-1) ?? '';
  await boss.call.chat.send({ conversationId: last, message: 'Up' });
  const { items } = await boss.call.chat.conversations({ limit: 7 });
  expect(items.map(item => item.id)).toEqual([last, ...ids.slice(0, -1)]);
  await expect(boss.call.chat.conversations({ limit: 101 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('unread counts what the other wrote and is not read or deleted; reading never goes back', async () => {
  const { boss, ana, ben } = await town();
  const { id: conversationId } = await start(ana, boss, 'one');
  const two = await ana.call.chat.send({ conversationId, message: 'two' });
  await ben.call.chat.start({ users: [await idOf(boss)], message: 'also' });
  await boss.call.chat.send({ conversationId, message: 'mine' });
  const unread = async (browser: Browser) => [
    (await browser.call.chat.conversation({ id: conversationId })).unread,
    (await browser.call.chat.unread()).reduce((sum, { count }) => sum + count, 0),
  ];
  expect(await unread(boss)).toEqual([2, 3]);
  expect(await boss.call.chat.unread()).toContainEqual({ conversationId, count: 2 });
  expect(await unread(ana)).toEqual([1, 1]);
  await ana.call.chat.delete({ id: two.id });
  expect(await unread(boss)).toEqual([1, 2]);
  const read = await boss.call.chat.markRead({ conversationId, sequence: 1 });
  expect(read).toMatchObject({ id: conversationId, unread: 0 });
  expect(await unread(boss)).toEqual([0, 1]);
  const three = await ana.call.chat.send({ conversationId, message: 'three' });
  await boss.call.chat.markRead({ conversationId, sequence: 0 });
  expect(await unread(boss)).toEqual([1, 2]);
  await boss.call.chat.markRead({ conversationId, sequence: three.sequence + 1000 });
  await ana.call.chat.send({ conversationId, message: 'four' });
  expect(await unread(boss)).toEqual([1, 2]);
  const wrong = { conversationId, sequence: -1 };
  await expect(boss.call.chat.markRead(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('only the two participants get a change event, and only the reader one about reading', async () => {
  const { world, boss, ana, ben, admin, zoe } = await town();
  const heard = await listen(world, [boss, ana, ben, admin, zoe]);
  const { id: conversationId } = await start(ana, boss);
  expect(await heard()).toEqual([['chat'], ['chat'], [], [], []]);
  const sent = await boss.call.chat.send({ conversationId, message: 'Hi', timestamp: 1 });
  expect(await heard()).toEqual([['chat'], ['chat'], [], [], []]);
  await boss.call.chat.send({ conversationId, message: 'Hi', timestamp: 1 });
  await boss.call.chat.edit({ id: sent.id, message: 'Hi' });
  await expect(ana.call.chat.edit({ id: sent.id, message: 'Ha' })).rejects.toThrow();
  await expect(start(ana, zoe)).rejects.toThrow();
  expect(await heard()).toEqual([[], [], [], [], []]);
  await ana.call.chat.markRead({ conversationId, sequence: sent.sequence });
  expect(await heard()).toEqual([[], ['chat'], [], [], []]);
  await ana.call.chat.markRead({ conversationId, sequence: sent.sequence });
  expect(await heard()).toEqual([[], [], [], [], []]);
  await boss.call.chat.edit({ id: sent.id, message: 'Ho' });
  expect(await heard()).toEqual([['chat', 'message'], ['chat', 'message'], [], [], []]);
  await boss.call.chat.delete({ id: sent.id });
  expect(await heard()).toEqual([['chat', 'message'], ['chat', 'message'], [], [], []]);
  await boss.call.chat.delete({ id: sent.id });
  expect(await heard()).toEqual([[], [], [], [], []]);
});
