import { BUDGETS } from '@onus/contract/limits/budgets';
import { joinPages } from '@onus/contract/transfer/export-parts';
import type { Db } from '@onus/db/open';
import { conversation, message } from '@onus/db/schema/chat';
import { user } from '@onus/db/schema/user';
import { beforeAll, describe, expect, test } from 'vitest';
import { admin, type Browser, idOf, testWorld } from '../../testing.ts';
import { fitting } from './page-size.ts';

const { most } = BUDGETS.pageBytes;
/** What a page has besides its rows: the cursor, the head of an export, the caller in a list of people. */
const HEAD = 2_000;
/** A control character takes six bytes of a response, and one of a text. */
const WIDE = '\u0001';

let boss: Browser;
let me: string;
let conversationId: string;

/** More than a page of everything, with texts as long and wide as they may be. */
function fill({ $client: client }: Db): void {
  const numbers = (count: number) =>
    `with recursive n (i) as (select 10000 union all select i + 1 from n where i < ${9_999 + count})`;
  const run = (sql: string, ...values: unknown[]) => void client.prepare(sql).run(...values);
  const [title, text, name, email] = [200, 5_000, 100, 240].map(length => WIDE.repeat(length));
  const message = WIDE.repeat(4_000);
  run(
    `${numbers(300)} insert into user (id, username, email, password_hash, roles,
      active, manager_id, time_zone, created_at, updated_at, deleted_at)
      select 'p' || i, ?, i || ?, null, 'Employee', 1, ?, null, 0, 0, null from n`,
    name,
    email,
    me,
  );
  run(
    `${numbers(120)} insert into task (id, creator_id, manager_id, title, text, due_date, created_at, updated_at)
      select 't' || i, ?, ?, ?, ?, date('2026-01-01', (i % 7) || ' days') || 'T12:00:00.000Z', 0, 0 from n`,
    me,
    me,
    title,
    text,
  );
  run(
    `${numbers(400)} insert into task (id, creator_id, manager_id, title, due_date, created_at, updated_at)
      select 's' || i, 'p' || (10000 + i % 300), ?, 'Chore', '2026-02-01T12:00:00.000Z', 0, 0 from n`,
    me,
  );
  run(`${numbers(100)} insert into task_assignee select 't' || (10000 + i % 20), 'p' || i from n`);
  run(
    `${numbers(600)} insert into grocery_item (id, household_id, user_id, name, count, price_cents, purchased, created_at, updated_at)
      select 'g' || i, ?, 'p' || (10000 + i % 300), ?, 1, 0, i % 2, i % 5, 0 from n`,
    me,
    WIDE.repeat(120),
  );
  run(
    `${numbers(120)} insert into conversation
      select 'c' || i, min(?, 'p' || i), max(?, 'p' || i), ?, i, i - 9999, 0, 0, 0, 0 from n group by i`,
    me,
    me,
    message,
  );
  run(
    `${numbers(120)} insert into message select null, 'm' || i, 'c10000', ?, ?, 7, null, null from n`,
    me,
    message,
  );
  run(
    `${numbers(300)} insert into session (id, user_id, secret_hash, rotated_at, expires_at, ends_at, user_agent, created_at)
      select 'x' || i, ?, '', 0, 9e12, 9e12, ?, i % 5 from n`,
    me,
    WIDE.repeat(300),
  );
  run(
    `${numbers(150)} insert into audit (at, event, refused, actor_id, actor_name, subject_id, subject_name, address, procedure, detail)
      select i, 'login', 0, 'a', ?, 'b', ?, '', '', json_object('from', ?, 'to', ?) from n`,
    name,
    name,
    email,
    email,
  );
}

beforeAll(async () => {
  const world = testWorld();
  boss = await admin(world, 'Boss');
  me = await idOf(boss);
  fill(world.db);
  conversationId = 'c10000';
});

/** An Admin and people to write to. */
async function office(count: number) {
  const world = testWorld();
  const { call } = await admin(world, 'Boss');
  const people = Array.from({ length: count }, (_, n) => `p${n}`);
  for (const id of people)
    world.db
      .insert(user)
      .values({
        id,
        username: id,
        email: `${id}@example.com`,
        roles: ['Employee'],
        createdAt: 0,
        updatedAt: 0,
      })
      .run();
  return { world, people, call };
}

interface Page {
  items: { id: string | number }[];
  nextCursor: unknown;
}

/** Every page of a list, none of which may be larger than allowed. */
async function pagesOf(list: (cursor: never) => Promise<Page>): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: unknown = null; pages.length === 0 || cursor !== null; ) {
    const page = await list(cursor as never);
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(most + HEAD);
    pages.push(page);
    cursor = page.nextCursor;
  }
  return pages;
}

function idsOf(pages: Page[]) {
  return pages.flatMap(page => page.items.map(item => item.id));
}

describe('no page is larger than its budget, and each row is on one', () => {
  const LISTS: Record<string, { rows: number; list: (cursor: never) => Promise<Page> }> = {
    'task.list': {
      rows: 100,
      list: cursor => boss.call.task.list({ view: 'all', limit: 500, cursor }),
    },
    'task.list by words': {
      rows: 100,
      list: cursor => boss.call.task.list({ view: 'all', limit: 500, cursor, find: WIDE }),
    },
    'manager.tasks': {
      rows: 520,
      list: cursor => boss.call.manager.tasks({ view: 'all', limit: 500, cursor }),
    },
    'member.tasks': {
      rows: 100,
      list: cursor => boss.call.member.tasks({ view: 'all', userId: me, limit: 500, cursor }),
    },
    'member.list': { rows: 301, list: cursor => boss.call.member.list({ limit: 100, cursor }) },
    'member.assignable': { rows: 301, list: cursor => boss.call.member.assignable({ limit: 100, cursor }) },
    'grocery.page': { rows: 600, list: cursor => boss.call.grocery.page({ cursor }) },
    'chat.messages': {
      rows: 120,
      list: cursor => boss.call.chat.messages({ conversationId, limit: 100, cursor }),
    },
    'chat.conversations': {
      rows: 120,
      list: cursor => boss.call.chat.conversations({ limit: 100, cursor }),
    },
  };

  test.each(Object.entries(LISTS))('%s', async (_name, { rows, list }) => {
    const ids = idsOf(await pagesOf(list));
    expect(new Set(ids).size).toBe(rows);
    expect(ids).toHaveLength(rows);
  });

  test('audit.list', async () => {
    const ids = idsOf(await pagesOf(cursor => boss.call.audit.list({ limit: 100, cursor })));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(150);
  });
});

describe('a page by its number that is too large goes on at its cursor', () => {
  type Cut = { rows: { id: string }[]; nextCursor: unknown };
  type List = (place: { limit: number; cursor: never }) => Promise<Page>;
  const LISTS: Record<
    string,
    { find: (place: { page: number; limit: number }) => Promise<Cut>; list: List }
  > = {
    'task.find': {
      find: place => boss.call.task.find({ view: 'all', ...place }),
      list: place => boss.call.task.list({ view: 'all', ...place }),
    },
    'manager.findTasks': {
      find: place => boss.call.manager.findTasks({ view: 'all', ...place }),
      list: place => boss.call.manager.tasks({ view: 'all', ...place }),
    },
    'member.findTasks': {
      find: place => boss.call.member.findTasks({ view: 'all', userId: me, ...place }),
      list: place => boss.call.member.tasks({ view: 'all', userId: me, ...place }),
    },
    'member.find': {
      find: place => boss.call.member.find(place),
      list: place => boss.call.member.list(place),
    },
    'grocery.find': {
      find: place => boss.call.grocery.find(place),
      list: place => boss.call.grocery.page(place),
    },
  };

  test.each(Object.entries(LISTS))('%s', async (_name, { find, list }) => {
    const limit = 60;
    const first = await find({ page: 1, limit });
    const second = await find({ page: 2, limit });
    const pages: Page[] = [{ items: second.rows, nextCursor: second.nextCursor }];
    expect(Buffer.byteLength(JSON.stringify(second))).toBeLessThanOrEqual(most + HEAD);
    for (let cursor = second.nextCursor; cursor !== null && idsOf(pages).length < limit; ) {
      const page = await list({ limit: limit - idsOf(pages).length, cursor: cursor as never });
      pages.push(page);
      cursor = page.nextCursor;
    }
    const all = idsOf(await pagesOf(cursor => list({ limit: 100, cursor })));
    expect(idsOf(pages)).toEqual(all.slice(60, 120));
    expect(first.rows.map(row => row.id)).toEqual(all.slice(0, first.rows.length));
  });

  const SERVED: Record<string, (cursor: string[] | null) => Promise<Cut>> = {
    'chat.findMessages': cursor =>
      boss.call.chat.findMessages({ conversationId, sort: 'id', order: 'desc', limit: 100, cursor }),
    'chat.findConversations': cursor =>
      boss.call.chat.findConversations({ sort: 'id', order: 'desc', limit: 100, cursor }),
  };

  test.each(Object.entries(SERVED))('%s', async (name, find) => {
    const pages = await pagesOf(async cursor => {
      const { rows: items, nextCursor } = await find(cursor);
      return { items, nextCursor };
    });
    const letter = name === 'chat.findMessages' ? 'm' : 'c';
    expect(idsOf(pages)).toEqual(Array.from({ length: 100 }, (_, at) => `${letter}${10_119 - at}`));
    expect(pages.length).toBeGreaterThan(5);
  });
});

test.each(['mine', 'household'] as const)(
  'no page of an export of %s is too large, and none loses a row',
  async of => {
    const pages = [await boss.call.archive[of]({})];
    for (let page = pages[0]; page?.nextCursor; ) {
      page = await boss.call.archive[of]({ cursor: page.nextCursor });
      pages.push(page);
    }
    for (const page of pages) {
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThanOrEqual(most + HEAD);
    }
    const [first, ...more] = pages;
    if (!first) throw new Error('no page');
    const file = joinPages([first, ...more]);
    expect(file.messages).toHaveLength(120);
    expect(file.conversations).toHaveLength(120);
    expect(file.tasks).toHaveLength(of === 'mine' ? 120 : 520);
    expect(file.groceries).toHaveLength(of === 'mine' ? 0 : 600);
    for (const rows of [file.tasks, file.messages, file.groceries, file.conversations, file.people])
      expect(new Set(rows.map(row => row.id)).size).toBe(rows.length);
    const named = new Set(file.people.filter(one => one.username !== null).map(one => one.id));
    const assignees = file.tasks.flatMap(task => task.assignees);
    expect(assignees.filter(id => !named.has(id))).toEqual([]);
    expect(assignees).toHaveLength(100);
  },
);

test('a start with many people answers the first threads that fit, and the same call with the others the rest', async () => {
  const { world, people, call } = await office(100);
  const input = { id: '0198c0de-0000-7000-8000-000000000001', message: WIDE.repeat(4_000) };
  const made: string[] = [];
  for (let rest = people; rest.length > 0; ) {
    const threads = await call.chat.start({ ...input, users: rest });
    expect(Buffer.byteLength(JSON.stringify(threads))).toBeLessThanOrEqual(most + HEAD);
    expect(threads.map(thread => thread.with.id)).toEqual(rest.slice(0, threads.length));
    made.push(...threads.map(thread => thread.id));
    rest = rest.slice(threads.length);
    // The first call has written to everyone.
    expect(world.db.select().from(conversation).all()).toHaveLength(100);
    expect(world.db.select().from(message).all()).toHaveLength(100);
  }
  expect(new Set(made).size).toBe(100);
});

test('a start with a short message answers a thread for each of 100 people', async () => {
  const { people, call } = await office(100);
  const threads = await call.chat.start({ users: people, message: 'Dinner!' });
  expect(threads.map(thread => thread.with.id)).toEqual(people);
});

test('a row that is larger than a page has a page of its own', () => {
  const large = { text: 'x'.repeat(most) };
  expect(fitting([large, large], row => [row.text])).toEqual([large]);
  const small = Array.from({ length: 5 }, () => ({ text: 'x' }));
  expect(fitting(small, row => [row.text])).toEqual(small);
});
