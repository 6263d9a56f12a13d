import { TASK_VIEWS } from '@onus/contract/task';
import type { Db } from '@onus/db/open';
import { testDb } from '@onus/db/testing';
import { beforeAll, expect, test } from 'vitest';
import { admin, type Browser, idOf, member, testWorld, whole } from './testing.ts';

/** One step of a plan, as EXPLAIN QUERY PLAN answers it. */
interface Step {
  parent: number;
  detail: string;
}

const ORDERS = ['asc', 'desc'] as const;
const PARTS = [{}, { month: '2026-03' }, { find: 'chore' }, { month: '2026-03', find: 'chore' }];

/**
 * What may be read whole: rows that the same statement has picked, what a call named, the few Admins, and the first
 * rows to index. What FTS5 looks up in its index, SQLite calls a scan too.
 */
const FEW =
  /^SCAN (?:place|unread|json_each|CONSTANT ROW|\(subquery|user USING (?:COVERING )?INDEX user_admin|search_queue|\w+_words VIRTUAL TABLE INDEX \d+:(?:=|M))/;

let boss: Browser;
let kid: Browser;
let root: Browser;
/** The plan of every statement that was prepared, by its text. */
let plans: Map<string, Step[]>;

beforeAll(async () => {
  const db = testDb();
  fill(db);
  plans = explained(db);
  const world = testWorld(db);
  boss = await world.person('Ana', 'Manager');
  kid = await member(world, boss, 'Ben');
  root = await admin(world, 'Cleo');
  // People come once; what is asked at every call of theirs is only who they are.
  for (const text of plans.keys()) if (!text.includes('from "session"')) plans.delete(text);
  await readTasks();
  await changeTasks();
  await readRest();
});

/** Explains whatever is prepared from now on: the very SQL that runs, before it runs. */
function explained({ $client: client }: Db): Map<string, Step[]> {
  const known = new Map<string, Step[]>();
  const prepare = client.prepare.bind(client);
  Object.assign(client, {
    prepare(text: string) {
      const nothing = Array.from(text.matchAll(/\?/g), () => null);
      if (/^\s*(?:select|insert|update|delete|with)\b/i.test(text))
        known.set(text, prepare<unknown[], Step>(`explain query plan ${text}`).all(...nothing));
      return prepare(text);
    },
  });
  return known;
}

/** So much of everything that to read it all is never the better plan, and the numbers by which SQLite chooses. */
function fill({ $client: client }: Db): void {
  function numbers(count: number): string {
    return `with recursive n (i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
  }
  client.exec(`
    pragma foreign_keys = off;
    ${numbers(2_000)} insert into user (id, username, email, password_hash, roles,
        active, manager_id, time_zone, created_at, updated_at, deleted_at)
      select 'p' || i, 'Person ' || i, 'p' || i || '@example.com', null, iif(i % 10 = 0, 'Manager', 'Employee'),
        1, iif(i % 10 = 0, null, 'p' || (i / 10 * 10)), null, 0, 0, null from n;
    ${numbers(20_000)} insert into task
      (id, creator_id, title, due_date, completed, created_at, updated_at)
      select 't' || i, 'p' || (i % 2000), 'Chore', date('2026-01-01', (i % 401) || ' days') || 'T00:00:00.000Z',
        i % 3 = 0, 0, 0 from n;
    ${numbers(10_000)} insert into task_assignee select 't' || (i * 2), 'p' || (i % 1999) from n;
    ${numbers(1_000)} insert into conversation
      select 'c' || i, 'p' || i, 'q' || i, '', 0, i * 20 + 20, 0, 0, 0, 0 from n;
    ${numbers(20_000)} insert into message
      select null, 'm' || i, 'c' || (i / 20), 'p' || (i / 20), 'Hello', i, null, null from n;
    ${numbers(2_000)} insert into grocery_item
      select 'g' || i, 'p' || (i / 20 * 10), 'p' || (i / 20 * 10), 'Milk', 1, 0, i % 2, i, i, null from n;
    ${numbers(20_000)} insert into grocery_memory
      select 'p' || (i / 200 * 10), 'milk ' || i, 'Milk', 1, 0, null, 1, i from n;
    ${numbers(2_000)} insert into session
      (id, user_id, secret_hash, rotated_at, expires_at, ends_at, created_at)
      select 's' || i, 'p' || i, '', 0, i, i, i from n;
    delete from search_queue;
    pragma foreign_keys = on;
    analyze;`);
}

/** Every list of tasks in every part and order, by every kind of person, and what is counted of them. */
async function readTasks(): Promise<void> {
  const userId = await idOf(kid);
  for (const view of TASK_VIEWS) {
    for (const order of ORDERS) {
      for (const part of PARTS) {
        const input = { view, order, ...part };
        await boss.call.task.list(input);
        await boss.call.manager.tasks(input);
        await boss.call.member.tasks({ ...input, userId });
        await root.call.manager.tasks(input);
      }
    }
    for (const order of ORDERS) {
      const input = { view, order, page: 2 };
      await boss.call.task.find(input);
      await boss.call.manager.findTasks(input);
      await root.call.manager.findTasks(input);
    }
    await whole(boss.call.task.list, { view });
    await whole(root.call.manager.tasks, { view });
  }
  for (const person of [boss, root]) {
    await person.call.task.counts();
    await person.call.manager.counts();
    await person.call.manager.chart();
  }
}

/** A task's life; each change asks who may see it. */
async function changeTasks(): Promise<void> {
  const assignees = [await idOf(kid)];
  const { id } = await boss.call.task.create({ title: 'Bins', dueDate: '2026-05-05', assignees });
  await kid.call.task.update({ id, completed: true });
  await root.call.task.get({ id });
}

/** The people of a household to choose from. An Admin's are everyone, and a search reads all of them. */
async function searchPeople(): Promise<void> {
  const input = { search: 'zoemiller', limit: 100 };
  for (const { call } of [boss, kid]) {
    await call.member.assignable(input);
    await call.member.teammates(input);
    await call.chat.people(input);
  }
}

/** A thread and its pages, and the list of the household. */
async function readRest(): Promise<void> {
  const [thread] = await boss.call.chat.start({ users: [await idOf(kid)], message: 'Hello' });
  const conversationId = thread?.id ?? '';
  await kid.call.chat.send({ conversationId, message: 'Hello yourself', timestamp: 5 });
  await boss.call.chat.conversations({});
  await boss.call.chat.messages({ conversationId });
  await boss.call.chat.unread();
  for (const sort of ['timestamp', 'id', 'sequence', ''] as const) {
    for (const order of ORDERS) await boss.call.chat.findMessages({ conversationId, sort, order, page: '1' });
  }
  await boss.call.grocery.create({ name: 'Milk' });
  const items = await kid.call.grocery.list();
  await kid.call.grocery.page({ limit: 1, cursor: `0 ${Date.parse(items[0]?.createdAt ?? '')} x` });
  await kid.call.grocery.find({ page: 2 });
  await kid.call.grocery.suggestions({ text: 'mi' });
  await kid.call.auth.sessions();
  for (const { call } of [boss, kid, root]) await call.search.find({ text: 'chore' });
}

async function readNewMessages(): Promise<void> {
  const stream = await kid.call.chat.onMessage({ lastEventId: '0' });
  const messages = stream[Symbol.asyncIterator]();
  await messages.next();
  await messages.return?.();
}

test('pages come in the order of an index: what is sorted is the page itself', () => {
  expect(sorts().map(named)).toEqual([]);
});

test('what is ordered or limited is planned once, not at each run', () => {
  const texts = [...plans.keys()].filter(text => /\b(?:order by|limit)\b/.test(text));
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter(text => /(?<!\+)\?/.test(text))).toEqual([]);
});

test('nothing that is asked often reads a whole table', async () => {
  await searchPeople();
  await readNewMessages();
  expect(scans().map(named)).toEqual([]);
  expect(plans.size).toBeGreaterThan(150);
});

test('a plan that reads or sorts everything would be seen', () => {
  const { $client: client } = boss.context.db;
  plans.clear();
  client.prepare('select id from task where title = ?');
  client.prepare('select id from task where completed = ? and deleted_at is null order by title limit 5');
  expect(scans().map(named)).toEqual(['SCAN task: select id from task where title = ?']);
  expect(sorts().map(({ text }) => text)).toEqual([expect.stringContaining('order by title')]);
});

function scans() {
  return stepsLike(/^SCAN /).filter(({ step }) => !FEW.test(step.detail));
}

function sorts() {
  return stepsLike(/^USE TEMP B-TREE FOR (?:ORDER BY|LAST)/).filter(({ step, plan }) => {
    // Rows of equal time only.
    if (step.detail.includes('FOR LAST TERM')) return false;
    // At the top, over the few rows that a statement within has picked: as many as the limit lets through.
    const picked = plan.some(one => one.parent === 0 && /^(?:SCAN place|LIST SUBQUERY)/.test(one.detail));
    return step.parent !== 0 || !picked;
  });
}

function named({ text, step }: { text: string; step: Step }): string {
  return `${step.detail}: ${text}`;
}

function stepsLike(pattern: RegExp) {
  return [...plans].flatMap(([text, plan]) =>
    plan.filter(({ detail }) => pattern.test(detail)).map(step => ({ text, step, plan })),
  );
}
