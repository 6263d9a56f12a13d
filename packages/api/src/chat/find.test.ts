import { conversation, message } from '@onus/db/schema/chat';
import { user } from '@onus/db/schema/user';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { admin, idOf, member, testWorld } from '../testing.ts';

/** json-server 0.17.4, lib/server/router/plural.js, on rows in the order they were made. */
function served<Row>(
  rows: Row[],
  placeOf: (row: Row) => string | number,
  query: { order: string; page?: number | string; limit?: number },
): Row[] {
  const down = query.order.toLowerCase() === 'desc' ? -1 : 1;
  const sorted = rows.toSorted((one, other) => {
    if (placeOf(one) === placeOf(other)) return 0;
    return (placeOf(one) < placeOf(other) ? -1 : 1) * down;
  });
  if (query.page === undefined) return sorted.slice(0, query.limit ?? 100);
  const parsed = Number.parseInt(String(query.page), 10);
  const page = Math.max(parsed || 1, 1);
  const limit = query.limit ?? 10;
  return sorted.slice((page - 1) * limit, page * limit);
}

/** Boss with ten members, their emails full of hyphens; some threads and messages of equal time. */
async function office() {
  const world = testWorld();
  const boss = await world.person('The-Boss', 'Manager');
  const members = [];
  for (let number = 0; number < 10; number++) {
    const browser = await member(world, boss, `M-${number}`);
    members.push(browser);
    const users = [await idOf(browser)];
    await boss.call.chat.start({ users, message: `to ${number}`, timestamp: 500 - 100 * (number % 3) });
    world.advance(1);
  }
  return { world, boss, members, me: 'the-boss@example.com' };
}

const QUERIES = ['asc', 'desc', 'DESC', 'down'].flatMap(order =>
  [
    {},
    { limit: 4 },
    { page: 1 },
    { page: 2, limit: 3 },
    { page: '3', limit: 4 },
    { page: 6, limit: 4 },
    { page: 8, limit: 4 },
    { page: 9, limit: 4 },
  ].map(slice => ({ order, ...slice })),
);

test('messages are listed as json-server lists them, ties in the order they were sent', async () => {
  const { world, boss, members } = await office();
  const [{ id: conversationId } = { id: '' }] = (await boss.call.chat.conversations({ limit: 1 })).items;
  for (let number = 0; number < 30; number++) {
    const from = number % 3 ? boss : (members[9] ?? boss);
    const timestamp = (number * 7) % 4;
    await from.call.chat.send({ conversationId, message: `n ${number}`, timestamp });
  }
  const rows = world.db.select().from(message).where(eq(message.conversationId, conversationId)).all();
  for (const sort of ['timestamp', 'id', 'sequence'] as const) {
    for (const query of QUERIES) {
      const found = await boss.call.chat.findMessages({ conversationId, sort, ...query });
      const ids = found.rows.map(row => row.id);
      expect(ids).toEqual(served(rows, row => row[sort], query).map(row => row.id));
      expect(found.total).toBe(31);
    }
  }
  const unsorted = await boss.call.chat.findMessages({ conversationId, order: 'desc', sort: '', page: '' });
  expect(unsorted.rows.map(row => row.id)).toEqual(rows.map(row => row.id));
  expect(unsorted.rows[3]).toMatchObject({ sender: { username: 'The-Boss' }, receiver: { username: 'M-9' } });
});

test('conversations are listed as json-server lists them', async () => {
  const { world, boss, members, me } = await office();
  await members[4]?.call.chat.start({ users: [me], message: 'again', timestamp: 9 });
  const rows = world.db.select().from(conversation).all();
  const places = { timestamp: 'lastTimestamp', id: 'id', sequence: 'lastSequence' } as const;
  for (const sort of ['timestamp', 'id', 'sequence'] as const) {
    for (const query of QUERIES) {
      const found = await boss.call.chat.findConversations({ participants: me, sort, ...query });
      const ids = found.rows.map(row => row.id);
      expect(ids).toEqual(served(rows, row => row[places[sort]], query).map(row => row.id));
      expect(found.total).toBe(10);
    }
  }
  const all = await boss.call.chat.findConversations({ order: 'desc' });
  expect(all.rows.map(row => row.id)).toEqual(rows.map(row => row.id));
});

test('a pair that contains oneself finds its thread, in either order, among others and in capitals', async () => {
  const { boss, members, me } = await office();
  const pair = `${me}-m-3@example.com`;
  const turned = `m-3@example.com-${me}`;
  const [first] = (await boss.call.chat.findConversations({ participants: pair })).rows;
  expect(first).toMatchObject({ with: { email: 'm-3@example.com' }, lastMessage: 'to 3' });
  const likes = [turned, [pair, turned], [turned, '', 'rubbish'], pair.toUpperCase(), [turned, turned]];
  for (const participants of likes) {
    expect(await boss.call.chat.findConversations({ participants })).toEqual({
      rows: [first],
      total: 1,
      nextCursor: null,
    });
  }
  const theirs = await members[3]?.call.chat.findConversations({ participants: [turned, pair] });
  expect(theirs).toMatchObject({ rows: [{ id: first?.id, with: { email: me } }], total: 1 });
  const own = await members[3]?.call.chat.findConversations({ participants: ['m-3@example.com', pair] });
  expect(own).toMatchObject({ rows: [{ id: first?.id }], total: 1 });
});

test('anything else finds nothing', async () => {
  const { boss, me } = await office();
  const strange = [
    '',
    [],
    '-',
    '.*',
    '%',
    'the-boss',
    'example.com',
    `${me}-`,
    `-${me}`,
    `${me}-unknown@example.com`,
    `${me}-${me}`,
    `${me}-m-1%`,
    `${me}-m-1@example.co`,
    'm-1@example.com',
    'm-1@example.com-m-2@example.com',
    ['m-1@example.com', "' or 1=1 --"],
  ];
  for (const participants of strange) {
    expect(await boss.call.chat.findConversations({ participants })).toEqual({
      rows: [],
      total: 0,
      nextCursor: null,
    });
  }
});

test('a thread of others is not found', async () => {
  const { members, me } = await office();
  const [one] = members;
  const found = await one?.call.chat.findConversations({});
  expect(found).toMatchObject({ rows: [{ with: { email: me } }], total: 1 });
  const participants = [`${me}-m-2@example.com`, 'm-2@example.com', me];
  expect(await one?.call.chat.findConversations({ participants })).toEqual({
    rows: [],
    total: 0,
    nextCursor: null,
  });
});

test('a cursor that names what others have written finds none of it', async () => {
  const { boss, members } = await office();
  const [one, two] = members;
  const [theirs, own] = await Promise.all([two, one].map(who => who?.call.chat.findConversations({})));
  const [foreign, mine] = [theirs?.rows[0]?.id ?? '', own?.rows[0]?.id ?? ''];
  const { items } = await boss.call.chat.messages({ conversationId: foreign });
  const cursor = items.map(({ id }) => id);
  expect(cursor).not.toEqual([]);
  const found = await one?.call.chat.findMessages({ conversationId: mine, limit: 100, cursor });
  expect(found).toMatchObject({ rows: [], nextCursor: null });
  await expect(one?.call.chat.findConversations({ limit: 100, cursor: [foreign] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a hyphen in an email does not mislead', async () => {
  const world = testWorld();
  const admin = await world.person('A');
  world.db
    .update(user)
    .set({ email: 'a@x.com', roles: ['Admin'] })
    .run();
  for (const name of ['B', 'C']) await world.person(name);
  world.db.update(user).set({ email: 'b@x.com-a@x.com' }).where(eq(user.username, 'B')).run();
  world.db.update(user).set({ email: 'b@x.com' }).where(eq(user.username, 'C')).run();
  await admin.call.chat.start({ users: ['b@x.com', 'b@x.com-a@x.com'], message: 'Hi' });
  const participants = 'a@x.com-b@x.com-a@x.com';
  const found = await admin.call.chat.findConversations({ participants, sort: 'id' });
  expect(found.rows.map(row => row.with.username).sort()).toEqual(['B']);
});

test.each([
  [{ sort: 'message' }, 'Sort must be one of timestamp, id, sequence'],
  [{ sort: 'timestamp,id' }, 'Sort must be one of timestamp, id, sequence'],
  [{ sort: 'timestamp; drop table message' }, 'Sort must be one of timestamp, id, sequence'],
  [{ limit: 0 }, 'Limit must be from 1 to 100'],
  [{ limit: '101' }, 'Limit must be from 1 to 100'],
  [{ limit: 'all' }, 'Limit must be from 1 to 100'],
  [{ limit: 2.5 }, 'Limit must be from 1 to 100'],
])('%j is refused: %s', async (query, said) => {
  const boss = await testWorld().person('Boss', 'Manager');
  const refused = { code: 'BAD_REQUEST', message: said };
  const typed = query as { limit?: number };
  await expect(boss.call.chat.findConversations(typed)).rejects.toMatchObject(refused);
  await expect(boss.call.chat.findMessages({ ...typed, conversationId: 'c' })).rejects.toMatchObject(refused);
});

test('whatever page is asked for, there is an answer', async () => {
  const { boss } = await office();
  const first = await boss.call.chat.findConversations({ page: 1, limit: 3 });
  for (const page of ['0', '-3', 'x', '2e9999', '1.9']) {
    const found = await boss.call.chat.findConversations({ page, limit: '3' });
    expect(found.total).toBe(10);
    expect(found.rows).toEqual(page === '2e9999' ? expect.any(Array) : first.rows);
  }
  const far = await boss.call.chat.findConversations({ page: '99999999999999999999' });
  expect(far).toEqual({ rows: [], total: 10, nextCursor: null });
});

test('an email that a new person has leads to their thread, and not to that of its former owner', async () => {
  const { world, boss, members, me } = await office();
  const [former] = members;
  if (!former) throw new Error('no member');
  const { email } = await former.call.auth.me();
  const found = () => boss.call.chat.findConversations({ participants: [`${me}-${email}`] });
  const [old] = (await found()).rows;
  const root = await admin(world, 'Admin');
  await root.call.member.delete({ id: await idOf(former) });
  // Alone with the email, the former owner is still found.
  expect((await found()).rows).toMatchObject([{ id: old?.id }]);
  const successor = await member(world, boss, 'M-0');
  expect((await found()).rows).toEqual([]);
  const [made] = await boss.call.chat.start({ users: [await idOf(successor)], message: 'Welcome' });
  expect((await found()).rows).toMatchObject([{ id: made?.id, with: { active: true } }]);
  expect(await found()).toMatchObject({ total: 1 });
  const all = await boss.call.chat.findConversations({});
  expect(all.rows.map(({ id }) => id)).toContain(old?.id);
});
