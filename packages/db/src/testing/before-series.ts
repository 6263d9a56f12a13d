import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDb } from '../migrate.ts';
import { type Db, openDb } from '../open.ts';
import { MIGRATIONS } from '../testing.ts';

/** The number of migrations before series got their own rows. */
const BEFORE_SERIES = 6;

/** A file of the build before series, with two people. */
export function dbBeforeSeries(source = ':memory:'): Db {
  const folder = mkdtempSync(join(tmpdir(), 'onus-older-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...head } = JSON.parse(readFileSync(journal, 'utf8'));
  writeFileSync(journal, JSON.stringify({ ...head, entries: entries.slice(0, BEFORE_SERIES) }));
  const db = openDb(source);
  migrateDb(db, folder);
  rmSync(folder, { recursive: true });
  db.$client.exec(`insert into user (id, username, email, roles, created_at, updated_at)
    values ('ana', 'Ana', 'ana@example.com', 'User', 1, 1), ('ben', 'Ben', 'ben@example.com', 'User', 1, 1)`);
  return db;
}

/** Adds tasks, of which every tenth repeats. @param count a multiple of 1,000, each of which is a series. */
export function addManyTasks({ $client: client }: Db, count: number): void {
  // Writes them as an older build did. The indexes take longest, and the migration drops them.
  client.exec(`
    drop trigger task_reader_made;
    drop index task_reader_own; drop index task_reader_own_any; drop index task_reader_managed;
    drop index task_reader_managed_any; drop index task_due; drop index task_due_any;
    with recursive n (i) as (select 0 union all select i + 1 from n where i < ${count - 1})
    insert into task (id, creator_id, title, due_date, completed, series_id, recurrence_type, anchor_day, created_at, updated_at)
    select printf('t%07d', i), iif(i % 2, 'ana', 'ben'), 'Chore', date('2020-01-01', (i / 10 % 100) || ' days') || 'T12:00:00.000Z',
      i % 1000 < 990, iif(i % 10 = 0, printf('t%07d', i / 1000 * 1000), null), iif(i % 10 = 0, 'daily', 'none'), 1, 1, 1 from n;
    insert into task_reader select id, creator_id, 1, 1, completed, due_date from task`);
}

/** The expected migrated rows: conditions with their counts. */
export function migratedTasks(count: number): [rows: string, count: number][] {
  return [
    ['task', count],
    ['task_reader', count],
    ["series where type = 'daily' and first_day = '2020-04-09' and not ended", count / 1_000],
    ['task where scheduled_day = due_day', count / 10],
  ];
}
