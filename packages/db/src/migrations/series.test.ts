import { expect, test } from 'vitest';
import { migrateDb } from '../migrate.ts';
import type { Db } from '../open.ts';
import { addManyTasks, dbBeforeSeries, migratedTasks } from '../testing/before-series.ts';
import { MIGRATIONS } from '../testing.ts';

/** A task in files from before series had their own rows. `deleted` tasks were JSON. */
interface Old {
  id: string;
  series: string | null;
  day: string;
  completed: boolean;
  deleted: boolean;
  type: string;
  interval: number;
  end: string | null;
  anchor: number;
  at: number;
}

/** Returns the same numbers in every run, so that failures repeat. */
function dice(seed: number) {
  let state = seed;
  return function below(limit: number): number {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function add(db: Db, one: Old): void {
  const due = `${one.day}T07:30:00.000Z`;
  const end = one.end && `${one.end}T12:00:00.000Z`;
  if (!one.deleted) {
    db.$client
      .prepare(
        `insert into task (id, creator_id, title, text, due_date, completed, series_id, recurrence_type,
          recurrence_interval, recurrence_end_date, anchor_day, created_at, updated_at)
         values (?, 'ana', ?, 'what', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        one.id,
        one.id,
        due,
        Number(one.completed),
        one.series,
        one.type,
        one.interval,
        end,
        one.anchor,
        one.at,
        one.at + 5,
      );
    db.$client.prepare("insert into task_assignee values (?, 'ben')").run(one.id);
    return;
  }
  const row = {
    ...{ id: one.id, creatorId: 'ana', managerId: null, title: one.id, text: 'what', dueDate: due },
    ...{ completed: one.completed, seriesId: one.series, recurrenceType: one.type, anchorDay: one.anchor },
    ...{ recurrenceInterval: one.interval, recurrenceEndDate: end, createdAt: one.at, updatedAt: one.at + 5 },
  };
  db.$client
    .prepare("insert into deleted_task values (?, 'ana', 77, ?)")
    .run(one.id, JSON.stringify({ row, assignees: ['ben'] }));
}

/** Random series: late, early, reopened, moved, ended, turned off and deleted ones. */
function someSeries(below: (limit: number) => number, number: number): Old[] {
  const type = ['daily', 'weekly', 'monthly', 'interval'][below(4)] ?? 'daily';
  const interval = 1 + below(20);
  const anchor = [1, 28, 29, 30, 31][below(5)] ?? 1;
  const days = new Set<string>();
  while (days.size < 1 + below(6))
    days.add(new Date(Date.UTC(2027, below(14), 1 + below(31))).toISOString().slice(0, 10));
  return [...days].map((day, place) => {
    const isOff = below(8) === 0;
    return {
      id: `s${number}-${place}`,
      series: `s${number}-0`,
      day,
      completed: below(3) > 0,
      deleted: below(6) === 0,
      type: isOff ? 'none' : below(9) === 0 ? 'weekly' : type,
      interval: isOff ? 1 : interval,
      end: isOff || below(3) > 0 ? null : '2028-04-30',
      anchor,
      at: 1_000 + below(1_000),
    };
  });
}

/** The expected result of migrating a series, computed without SQL. */
function expected(all: readonly Old[]) {
  const members = all.filter(one => one.series !== null && one.type !== 'none');
  const live = members.filter(one => !one.deleted);
  const latest = (some: readonly Old[]) => some.reduce((one, other) => (other.day > one.day ? other : one));
  const isOpen = (one: Old) => !one.completed && !one.deleted;
  if (members.length === 0) return { series: null, places: new Map<string, string | null>() };
  const source = live.some(isOpen) ? latest(live.filter(isOpen)) : latest(members);
  const places = new Map(members.map(one => [one.id, isOpen(one) && one !== source ? null : one.day]));
  const { type, interval, end, anchor } = source;
  const ended = !isOpen(source) && (end === null || end > source.day);
  return { series: { type, interval, end, anchor, first: source.day, ended }, places };
}

test.each([1, 2, 3, 4])('the migration keeps tasks, series and schedules (run %i)', seed => {
  const below = dice(seed);
  const db = dbBeforeSeries();
  const groups = Array.from({ length: 120 }, (_, number) => someSeries(below, number));
  const plain = { series: null, type: 'none', interval: 1, end: null, anchor: 9, at: 5 };
  const single = { ...plain, id: 'plain', day: '2027-02-03', completed: false, deleted: false };
  for (const one of [...groups.flat(), single]) add(db, one);
  migrateDb(db, MIGRATIONS);
  expect(db.$client.pragma('foreign_key_check')).toEqual([]);
  const series = db.$client.prepare(
    `select type, interval, substr(end_date, 1, 10) as "end", anchor_day as anchor, first_day as first, ended
     from series where id = ?`,
  );
  for (const group of groups) {
    const { series: rule, places } = expected(group);
    const found = series.get(group[0]?.series) as { ended: number } | undefined;
    expect(found ? { ...found, ended: found.ended === 1 } : null).toEqual(rule);
    for (const one of group) {
      expect(taskOf(db, one.id)).toEqual({
        ...{ id: one.id, title: one.id, text: 'what', due_date: `${one.day}T07:30:00.000Z` },
        completed: Number(one.completed),
        series_id: places.has(one.id) ? one.series : null,
        scheduled_day: places.get(one.id) ?? null,
        ...{ deleted_by: one.deleted ? 'ana' : null, deleted_at: one.deleted ? 77 : null },
        ...{ created_at: one.at, updated_at: one.at + 5, assignees: 'ben' },
      });
    }
  }
  expect(taskOf(db, 'plain')).toMatchObject({ series_id: null, scheduled_day: null, assignees: 'ben' });
  const readers = 'select task_id, user_id, own, managed, completed, due_date from task_reader order by 1, 2';
  const rule = `select task_id, user_id, max(own) own, max(managed) managed, completed, due_date
    from task_reader_rule group by task_id, user_id order by 1, 2`;
  expect(db.$client.prepare(readers).all()).toEqual(db.$client.prepare(rule).all());
});

test('an occurrence refers to the completed one before it', () => {
  const db = dbBeforeSeries();
  const old = { series: 'a', type: 'daily', interval: 1, end: null, anchor: 1, at: 5, deleted: false };
  add(db, { ...old, id: 'a', day: '2027-01-01', completed: true });
  add(db, { ...old, id: 'b', day: '2027-01-04', completed: false });
  add(db, { ...old, id: 'c', day: '2027-01-09', completed: true });
  add(db, { ...old, id: 'd', day: '2027-01-10', completed: false });
  migrateDb(db, MIGRATIONS);
  const rows = db.$client.prepare('select id, follows_id from task order by id').raw().all();
  expect(rows).toEqual([
    ['a', null],
    ['b', 'a'],
    ['c', null],
    ['d', 'c'],
  ]);
});

// `pnpm trust --only large-upgrade` starts the server on a million.
test('the migration handles 10,000 tasks, of which every tenth repeats', () => {
  const many = 10_000;
  const db = dbBeforeSeries();
  addManyTasks(db, many);
  migrateDb(db, MIGRATIONS);
  const count = (what: string) => db.$client.prepare(`select count(*) from ${what}`).pluck().get();
  for (const [rows, expected] of migratedTasks(many)) expect([rows, count(rows)]).toEqual([rows, expected]);
  expect(db.$client.pragma('foreign_key_check')).toEqual([]);
});

function taskOf(db: Db, id: string): unknown {
  return db.$client
    .prepare(
      `select id, title, text, due_date, completed, series_id, scheduled_day, deleted_by, deleted_at, created_at,
        updated_at, (select group_concat(user_id) from task_assignee where task_id = task.id) as assignees
       from task where id = ?`,
    )
    .get(id);
}
