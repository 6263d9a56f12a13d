import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrateDb } from './migrate.ts';
import { type Db, openDb } from './open.ts';
import { doSlice, hasPendingChanges, type Place } from './pending-changes.ts';
import { MIGRATIONS, testDb } from './testing.ts';

/** Returns the same numbers in every run, so that failures repeat. */
function dice(seed: number) {
  let state = seed;
  return function below(limit: number): number {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const KEPT = 'select task_id, user_id, own, managed, completed, due_date from task_reader order by 1, 2';
const RULED = `select task_id, user_id, max(own) own, max(managed) managed, completed, due_date
  from task_reader_rule group by task_id, user_id order by 1, 2`;

function household(db = testDb()): Db {
  const add = db.$client.prepare(
    'insert into user (id, username, email, roles, manager_id, created_at, updated_at) values (?, ?, ?, ?, ?, 1, 1)',
  );
  for (const [id, manager] of [
    ...[
      ['boss', null],
      ['other', null],
      ['solo', null],
    ],
    ...[
      ['ana', 'boss'],
      ['ben', 'boss'],
      ['cem', 'other'],
    ],
  ] as [string, string | null][]) {
    add.run(id, id, `${id}@example.com`, manager ? 'Employee' : 'Manager', manager);
  }
  return db;
}

/** Completes all pending changes in slices of this many rows. */
function settle(db: Db, most?: number): void {
  let place: Place = null;
  while (hasPendingChanges(db)) place = doSlice(db, place, most).place;
}

function addTask(db: Db, id: string, creator: string, manager: string | null): void {
  db.$client
    .prepare(
      "insert into task (id, creator_id, manager_id, title, due_date, created_at, updated_at) values (?, ?, ?, 'x', '2026-01-01T12:00:00.000Z', 1, 1)",
    )
    .run(id, creator, manager);
}

function readers(db: Db): string[] {
  const rows = db.$client.prepare(KEPT).all() as { user_id: string; own: number; managed: number }[];
  return rows.map(row => `${row.user_id}${row.own ? ' own' : ''}${row.managed ? ' managed' : ''}`);
}

test('a task is on the lists of all its readers', () => {
  const db = household();
  const run = (sql: string) => {
    db.$client.exec(sql);
    settle(db);
  };
  addTask(db, 't', 'boss', 'boss');
  expect(readers(db)).toEqual(['boss own managed']);
  run("insert into task_assignee values ('t', 'ana')");
  expect(readers(db)).toEqual(['ana own', 'boss managed']);
  run("insert into task_assignee values ('t', 'cem'), ('t', 'boss')");
  expect(readers(db)).toEqual(['ana own', 'boss own managed', 'cem own', 'other managed']);
  run(
    "delete from task_assignee where user_id = 'ana'; update user set manager_id = 'solo' where id = 'cem'",
  );
  expect(readers(db)).toEqual(['boss own managed', 'cem own', 'solo managed']);
  run("update task set deleted_at = 1, deleted_by = 'ana' where id = 't'");
  expect(readers(db)).toEqual([]);
  run('update task set deleted_at = null, deleted_by = null');
  expect(readers(db)).toEqual(['boss own managed', 'cem own', 'solo managed']);
  run("update task set unclaimed = 1; delete from task_assignee where task_id = 't'");
  expect(readers(db)).toEqual(['boss managed']);
  run("delete from task where id = 't'");
  expect(readers(db)).toEqual([]);
});

test('a manager who lost the role is not a reader, and the current manager becomes one', () => {
  const db = household();
  const run = (sql: string) => {
    db.$client.exec(sql);
    settle(db);
  };
  addTask(db, 't', 'ana', 'boss');
  run("update user set roles = 'Employee' where id = 'boss'");
  expect(readers(db)).toEqual(['ana own managed']);
  run("update user set manager_id = 'other' where id = 'ana'");
  expect(readers(db)).toEqual(['ana own managed', 'other managed']);
  run("update user set roles = 'Manager' where id = 'boss'");
  expect(readers(db)).toEqual(['ana own managed', 'boss managed']);
  run("update user set deleted_at = 1 where id = 'boss'");
  expect(readers(db)).toEqual(['ana own managed', 'other managed']);
});

test('a task without a manager stays hidden from its creator’s later manager', () => {
  const db = household();
  addTask(db, 't', 'ana', null);
  db.$client.exec("update user set manager_id = 'other' where id = 'ana'");
  settle(db);
  expect(readers(db)).toEqual(['ana own managed']);
});

test.each([1, 2, 3])('after random writes the readers match the rule (run %i)', seed => {
  const db = household();
  const below = dice(seed);
  const people = ['boss', 'other', 'solo', 'ana', 'ben', 'cem'];
  const someone = () => people[below(people.length)] ?? 'solo';
  const managerOrNone = () => ['boss', 'other', 'solo', null][below(4)] ?? null;
  const run = (sql: string, ...values: unknown[]) => db.$client.prepare(sql).run(...values);
  const steps = [
    (id: string) => run('delete from task where id = ?', id),
    (id: string) =>
      run('insert or ignore into task_assignee select id, ? from task where id = ?', someone(), id),
    (id: string) => run('delete from task_assignee where task_id = ? and user_id = ?', id, someone()),
    (id: string) => run('delete from task_assignee where task_id = ?', id),
    (id: string) => run('update task set completed = 1 - completed where id = ?', id),
    (id: string) =>
      run('update task set due_date = ? where id = ?', `2026-02-0${1 + below(9)}T00:00:00.000Z`, id),
    (id: string) =>
      run('update task set manager_id = ?, creator_id = ? where id = ?', managerOrNone(), someone(), id),
    (id: string) => run('update task set unclaimed = ? where id = ?', below(2), id),
    (id: string) => run("update task set deleted_at = 1, deleted_by = 'ana' where id = ?", id),
    (id: string) => run('update task set deleted_at = null, deleted_by = null where id = ?', id),
    () =>
      run('update user set manager_id = ? where id = ?', managerOrNone(), ['ana', 'ben', 'cem'][below(3)]),
    () =>
      run(
        'update user set roles = ? where id = ?',
        ['Employee', 'Manager', 'Admin'][below(3)] ?? '',
        ['boss', 'other', 'ana'][below(3)],
      ),
    () =>
      run(
        'update user set deleted_at = iif(deleted_at is null, 1, null) where id = ?',
        ['boss', 'other'][below(2)],
      ),
  ];
  for (let turn = 0; turn < 400; turn++) {
    const id = `t${below(12)}`;
    const exists = db.$client.prepare('select 1 from task where id = ?').get(id);
    if (exists) steps[below(steps.length)]?.(id);
    else addTask(db, id, someone(), managerOrNone());
    settle(db, 1 + below(5));
    expect(db.$client.prepare(KEPT).all()).toEqual(db.$client.prepare(RULED).all());
  }
});

test.each([4, 5, 6])('with changes between slices the readers match the rule (run %i)', seed => {
  const db = household();
  const below = dice(seed);
  const people = ['boss', 'other', 'solo', 'ana', 'ben', 'cem'];
  const someone = () => people[below(people.length)] ?? 'solo';
  const managerOrNone = () => ['boss', 'other', 'solo', null][below(4)] ?? null;
  const run = (sql: string, ...values: unknown[]) => db.$client.prepare(sql).run(...values);
  for (let n = 0; n < 40; n++) addTask(db, `t${n}`, someone(), managerOrNone());
  const task = () => `t${below(40)}`;
  const tasks = [
    () => run('insert or ignore into task_assignee values (?, ?)', task(), someone()),
    () => run('delete from task_assignee where task_id = ?', task()),
    () => run('update task set completed = 1 - completed where id = ?', task()),
    () => run('update task set due_date = ? where id = ?', `2026-02-0${1 + below(9)}T00:00:00.000Z`, task()),
    () => run('update task set manager_id = ? where id = ?', managerOrNone(), task()),
    () => run('update task set creator_id = ? where id = ?', someone(), task()),
  ];
  const roles = ['Employee', 'Manager'];
  for (let turn = 0; turn < 60; turn++) {
    const member = ['ana', 'ben', 'cem'][below(3)];
    run('update user set manager_id = ? where id = ?', managerOrNone(), member);
    run('update user set roles = ? where id = ?', roles[below(2)], ['boss', 'other', member][below(3)]);
    let place: Place = null;
    while (hasPendingChanges(db)) {
      place = doSlice(db, place, 4).place;
      tasks[below(tasks.length)]?.();
    }
    expect(db.$client.prepare(KEPT).all()).toEqual(db.$client.prepare(RULED).all());
  }
});

test('a slice has a row limit, and the rest stays pending in the file', () => {
  const db = household();
  for (let n = 0; n < 500; n++) addTask(db, `t${n}`, 'ana', 'boss');
  db.$client.exec("update user set roles = 'Employee' where id = 'boss'");
  const changes = () => Number(db.$client.prepare('select total_changes()').pluck().get());
  let before = changes();
  const written: number[] = [];
  let place: Place = null;
  while (hasPendingChanges(db)) {
    place = doSlice(db, place, 100).place;
    written.push(changes() - before);
    before = changes();
  }
  expect(Math.max(...written)).toBeLessThanOrEqual(100);
  expect(written.length).toBeGreaterThan(5);
  expect(new Set(readers(db))).toEqual(new Set(['ana own managed']));
});

test('the next process repeats the pending change from its start', () => {
  const db = household();
  for (let n = 0; n < 30; n++) addTask(db, `t${n}`, 'ana', 'boss');
  db.$client.exec("update user set roles = 'Employee' where id = 'boss'");
  doSlice(db, null, 10);
  const copy = openDb(db.$client.serialize());
  expect(hasPendingChanges(copy)).toBe(true);
  settle(copy);
  expect(new Set(readers(copy))).toEqual(new Set(['ana own managed']));
});

test('the migration adds readers for existing tasks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'onus-older-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...head } = JSON.parse(readFileSync(journal, 'utf8'));
  writeFileSync(journal, JSON.stringify({ ...head, entries: entries.slice(0, 1) }));
  const db = openDb(':memory:');
  migrateDb(db, folder);
  household(db);
  db.$client.exec(
    "insert into task (id, creator_id, manager_id, title, due_date, anchor_day, created_at, updated_at) values ('t', 'ana', 'boss', 'x', '2026-01-01T12:00:00.000Z', 1, 1, 1); insert into task_assignee values ('t', 'cem')",
  );
  migrateDb(db, MIGRATIONS);
  expect(readers(db)).toEqual(['ana managed', 'boss managed', 'cem own', 'other managed']);
});
