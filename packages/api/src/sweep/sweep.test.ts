import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDb } from '@onus/db/migrate';
import { openDb } from '@onus/db/open';
import { MIGRATIONS } from '@onus/db/testing';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { idOf, member, testWorld, type World } from '../testing.ts';
import { createSweep } from './sweep.ts';

const DAY = 86_400_000;

function sweep(world: World): Promise<void> {
  return createSweep(world).run(new AbortController().signal);
}

function count(world: World, from: string): number {
  return Number(world.db.$client.prepare(`select count(*) from ${from}`).pluck().get());
}

/** Lines of the log, the oldest first. */
function addLines(world: World, lines: number, at: number, refused: 0 | 1): void {
  world.db.$client
    .prepare(
      `insert into audit (at, event, refused, address, procedure, detail)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       select ?, 'logout', ?, '', '', '{}' from n`,
    )
    .run(lines, at, refused);
}

test('sessions that are over go, by the clock of the installation, and no other', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  const ben = await world.person('Ben', 'User', { address: '192.0.2.2' });
  const ends = world.db.$client.prepare('update session set expires_at = ? where user_id = ?');
  ends.run(world.clock() + DAY, (await ana.call.auth.me()).id);
  ends.run(world.clock() + 2 * DAY, (await ben.call.auth.me()).id);
  await sweep(world);
  expect(count(world, 'session')).toBe(2);
  world.advance(DAY + 1);
  await sweep(world);
  expect(count(world, 'session')).toBe(1);
  await expect(ana.call.auth.me()).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('links that were used or are over go, and one that opens stays', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana', 'Manager');
  for (const name of ['Ben', 'Cleo', 'Dan']) await member(world, ana, name);
  const links = world.db.$client.prepare<[], { id: string }>('select id from credential_link').all();
  expect(links).toHaveLength(3);
  const set = (at: number, column: string, value: number) =>
    world.db.$client
      .prepare(`update credential_link set ${column} = ? where id = ?`)
      .run(value, links[at]?.id);
  set(0, 'used_at', world.clock());
  set(1, 'expires_at', world.clock());
  await sweep(world);
  expect(world.db.$client.prepare('select id from credential_link').all()).toEqual([links[2]]);
});

test('take-backs of an email go once they have expired, and no other', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  const { id } = await ana.call.auth.me();
  const add = world.db.$client.prepare(
    'insert into email_take_back (user_id, email, token_hash, expires_at) values (?, ?, ?, ?)',
  );
  for (let n = 0; n < 450; n++) add.run(id, `old-${n}@example.com`, `hash ${n}`, world.clock() - n);
  add.run(id, 'older@example.com', 'good', world.clock() + DAY);
  await sweep(world);
  const left = () => world.db.$client.prepare('select email from email_take_back').pluck().all();
  expect(left()).toEqual(['older@example.com']);
  world.advance(DAY + 1);
  await sweep(world);
  expect(left()).toEqual([]);
});

test('invitations that are used up or have expired go, and an open one stays', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana', 'Manager');
  for (const uses of [1, 2, 2]) await ana.call.invite.create({ role: 'Employee', uses });
  const ids = (await ana.call.invite.list()).map(({ id }) => id);
  const set = world.db.$client.prepare('update invitation set used = ?, expires_at = ? where id = ?');
  set.run(1, world.clock() + DAY, ids[0]);
  set.run(2, world.clock() + DAY, ids[1]);
  set.run(0, world.clock(), ids[2]);
  await sweep(world);
  expect(world.db.$client.prepare('select id from invitation').pluck().all()).toEqual([ids[0]]);
});

test('the ledger keeps an answer for a day and an operation for 90 days; then it is refused as too old', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  const op = v7({ msecs: world.clock() });
  const add = () => ana.under(op).grocery.create({ name: 'Milk' });
  const first = await add();
  await sweep(world);
  expect(await add()).toEqual(first);
  world.advance(DAY + 1);
  await sweep(world);
  ana.held.accessToken = (await ana.call.auth.refresh()).accessToken;
  expect(await add()).toBe(null);
  expect(count(world, 'applied_op')).toBe(1);
  world.db.$client.exec(`update session set expires_at = expires_at + ${200 * DAY}`);
  world.advance(89 * DAY);
  await sweep(world);
  expect(count(world, 'applied_op')).toBe(0);
  const again = await world.person('Ben');
  await expect(again.under(op).grocery.create({ name: 'Milk' })).rejects.toMatchObject({
    cause: { code: 'OPERATION_TOO_OLD' },
  });
  expect(count(world, 'grocery_item')).toBe(1);
});

test('what an edit of a field replaced is kept for 30 days', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  const { id } = await ana.call.grocery.create({ name: 'Milk' });
  for (const name of ['Oat milk', 'Rye bread']) await ana.call.grocery.update({ id, name });
  world.db.$client.exec(`update field_edit set at = at - ${31 * DAY} where value = '"Milk"'`);
  await sweep(world);
  const left = world.db.$client.prepare('select value from field_edit').pluck().all();
  expect(left).toEqual(['"Oat milk"']);
});

test('a finished import makes nothing when it is sent again, and is forgotten after 90 days', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  const send = (n: number) =>
    ana.call.sheet.import({
      kind: 'groceries',
      table: 'name\nMilk\n',
      id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
      count: 1,
    });
  await send(1);
  world.db.$client.exec('delete from grocery_item');
  world.advance(90 * DAY - 60_000);
  await sweep(world);
  const login = { email: 'ana@example.com', password: 'Ana-secret' };
  ana.held.accessToken = (await ana.call.auth.login(login)).accessToken;
  await send(1);
  expect(count(world, 'grocery_item')).toBe(0);
  await send(2);
  world.advance(120_000);
  await sweep(world);
  expect(world.db.$client.prepare('select id from sheet_import').pluck().all()).toEqual([
    '0198c0de-0000-7000-8000-000000000002',
  ]);
});

test('more finished imports than one slice go in one sweep', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  world.db.$client
    .prepare(
      `insert into sheet_import (id, user_id, finished_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 450)
       select 'import ' || i, ?, ? from n`,
    )
    .run(await idOf(ana), world.clock() - 91 * DAY);
  await sweep(world);
  expect(count(world, 'sheet_import')).toBe(0);
});

test('what edits of tasks replaced is forgotten after thirty days', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const { id } = await ana.call.task.create({ title: 'Bins', dueDate: '2026-01-01' });
  await ana.call.task.update({ id, title: 'Green bins' });
  world.db.$client.exec('update task_edit set replaced_at = replaced_at - 30 * 86400000 - 1');
  const other = await ana.call.task.create({ title: 'Paper', dueDate: '2026-01-01' });
  await ana.call.task.update({ id: other.id, completed: true });
  expect(count(world, 'task_edit')).toBe(2);
  await sweep(world);
  expect(world.db.$client.prepare('select task_id from task_edit').pluck().all()).toEqual([other.id]);
});

test('what was deleted 30 days ago is removed for good, with its series', async () => {
  const world = testWorld();
  const ana = await world.person('Ana');
  const weekly = { title: 'Bins', dueDate: '2026-01-01', recurrenceType: 'weekly' } as const;
  const old = await ana.call.task.create(weekly);
  const kept = await ana.call.task.create({ title: 'Paper', dueDate: '2026-01-01' });
  const open = await ana.call.task.create({ title: 'Glass', dueDate: '2026-01-01' });
  await ana.call.task.delete({ id: old.id });
  await ana.call.task.delete({ id: kept.id });
  world.db.$client.exec(
    `update task set deleted_at = deleted_at - 30 * 86400000 + 60000 where id = '${old.id}'`,
  );
  await sweep(world);
  expect(count(world, 'task')).toBe(3);
  world.db.$client.exec(`update task set deleted_at = deleted_at - 60001 where id = '${old.id}'`);
  await sweep(world);
  const left = world.db.$client.prepare('select id from task order by created_at, id').pluck().all();
  expect(left).toEqual([kept.id, open.id]);
  expect([count(world, 'series'), count(world, 'deleted_task_reader')]).toEqual([0, 1]);
});

test('thousands of rows go in slices, and other calls have their turn in between', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  const { id } = await ana.call.auth.me();
  world.db.$client
    .prepare(
      `insert into session (id, user_id, secret_hash, rotated_at, expires_at, ends_at, created_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
       select 's' || i, ?, '', 0, 1, 1, 0 from n`,
    )
    .run(id);
  const seen: number[] = [];
  let isOver = false;
  const sweeping = sweep(world).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await ana.call.task.create({ title: 'Bins', dueDate: '2026-01-01' });
    seen.push(count(world, 'session'));
  }
  await sweeping;
  expect(count(world, 'session')).toBe(1);
  const steps = [2_001, ...seen].map((rows, at, all) => rows - (all[at + 1] ?? 1));
  expect(Math.max(...steps)).toBeLessThanOrEqual(400);
});

test('a write trims no log: the sweep does, to the newest 200,000 refusals and 400 days', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const ana = await world.person('Ana');
  addLines(world, 100, world.clock() - 401 * DAY, 0);
  addLines(world, 200_394, world.clock(), 1);
  const lines = () => [
    count(world, 'audit where refused = 1'),
    count(world, `audit where at < ${world.clock() - 400 * DAY}`),
  ];
  const newest = () => Number(world.db.$client.prepare('select max(id) from audit').pluck().get());
  do await ana.call.auth.login({ email: 'ana@example.com', password: 'Ana-secret' });
  while (newest() % 500 !== 0);
  expect(lines()).toEqual([200_394, 100]);

  const sweeper = createSweep(world);
  const { signal } = new AbortController();
  await sweeper.run(signal);
  expect(lines()).toEqual([200_000, 0]);
  // Older than every refusal, and no refusal: it stays.
  expect(count(world, "audit where event = 'account.registered'")).toBe(1);

  addLines(world, 300, world.clock(), 1);
  await sweeper.run(signal);
  expect(lines()).toEqual([200_000, 0]);
});

test('a clock that was set forward clears nothing of a log that rests', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  await world.person('Ana');
  const before = count(world, 'audit');
  world.advance(500 * DAY);
  await sweep(world);
  expect(count(world, 'audit')).toBe(before);
});

test('while another process writes, a sweep leaves everything for the next', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'onus-sweep-')), 'onus.sqlite');
  const db = openDb(path);
  migrateDb(db, MIGRATIONS);
  const world = testWorld(db, { areCommitsSteady: true });
  await world.person('Ana');
  world.db.$client.exec('update session set expires_at = 1');
  const other = openDb(path);
  other.$client.exec('begin immediate');
  await sweep(world);
  expect(count(world, 'session')).toBe(1);
  other.$client.exec('commit');
  other.$client.close();
  await sweep(world);
  expect(count(world, 'session')).toBe(0);
});

test('a sweep that is told to end removes no more', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  await world.person('Ana');
  world.db.$client.exec('update session set expires_at = 1');
  await createSweep(world).run(AbortSignal.abort());
  expect(count(world, 'session')).toBe(1);
});

test('a member who never chose a password gets an activation link, also after the first has expired', async () => {
  const world = testWorld(undefined, { areCommitsSteady: true });
  const boss = await world.person('Boss', 'Manager');
  const ana = await member(world, boss, 'Ana');
  const { id } = await ana.call.auth.me();
  const kind = async () => (await boss.call.member.link({ id })).kind;
  world.db.$client.prepare('update credential_link set expires_at = ?').run(world.clock());
  await sweep(world);
  expect(count(world, 'credential_link')).toBe(0);
  expect(await kind()).toBe('activation');
  // Another email ends the links, and changes nothing of this.
  await boss.call.member.update({ id, email: 'other@example.com' });
  expect(await kind()).toBe('activation');
  await ana.call.auth.changePassword({ current: 'secret', password: 'my own' });
  expect(await kind()).toBe('reset');
});
