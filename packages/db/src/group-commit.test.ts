import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';
import { closeDb, type Db, openDb } from './open.ts';

let folder: string;
let db: Db;
/** Another connection: it sees what is committed and nothing else. */
let outside: Db;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'onus-group-'));
  db = openDb(join(folder, 'group.sqlite'));
  db.$client.exec('create table line (text text unique)');
  outside = openDb(join(folder, 'group.sqlite'));
});

afterEach(() => {
  closeDb(db);
  closeDb(outside);
  rmSync(folder, { recursive: true });
});

function write(text: string): void {
  db.$client.transaction(() => db.$client.prepare('insert into line values (?)').run(text)).immediate();
}

function seen(from: Db): unknown[] {
  return from.$client.prepare('select text from line order by rowid').pluck().all();
}

test('the writes of one turn are committed together, and one that fails takes only itself back', async () => {
  const commits = createGroupCommit(db);
  for (const text of ['one', 'two']) {
    commits.join();
    write(text);
  }
  commits.join();
  expect(() => write('two')).toThrow(/UNIQUE/);
  expect(seen(db)).toEqual(['one', 'two']);
  expect(seen(outside)).toEqual([]);
  await commits.committed();
  expect(seen(outside)).toEqual(['one', 'two']);
});

test('the next turn is another group, and nobody waits when there is none', async () => {
  const commits = createGroupCommit(db);
  await commits.committed();
  commits.join();
  write('one');
  await commits.committed();
  commits.join();
  write('two');
  expect(seen(outside)).toEqual(['one']);
  await commits.committed();
  expect(seen(outside)).toEqual(['one', 'two']);
});

test('a write outside of a group, and one inside of somebody else’s transaction, are what they always were', async () => {
  const commits = createGroupCommit(db);
  write('alone');
  expect(seen(outside)).toEqual(['alone']);
  db.$client.exec('begin');
  commits.join();
  write('inside');
  await commits.committed();
  expect(seen(outside)).toEqual(['alone']);
  db.$client.exec('rollback');
  expect(seen(db)).toEqual(['alone']);
});

test('a full disk: nobody of the group is told that it was written, and the next group is', async () => {
  const commits = createGroupCommit(db);
  commits.join();
  write('before');
  const first = commits.committed();
  db.$client.pragma(`max_page_count = ${db.$client.pragma('page_count', { simple: true })}`);
  expect(() => write('x'.repeat(100_000))).toThrow(/full/);
  commits.join();
  await commits.settled();
  await expect(first).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  db.$client.pragma('max_page_count = 100000');
  write('after');
  await commits.committed();
  expect(seen(outside)).toEqual(['after']);
});

test('a file that somebody else is writing: the write is refused, and the one after it goes through', async () => {
  const commits = createGroupCommit(db);
  db.$client.pragma('busy_timeout = 0');
  outside.$client.exec('begin immediate');
  expect(() => commits.join()).toThrow(/locked/);
  outside.$client.exec('rollback');
  commits.join();
  write('one');
  await commits.committed();
  expect(seen(outside)).toEqual(['one']);
});
