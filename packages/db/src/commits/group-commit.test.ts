import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDb, type Db, openDb } from '../open.ts';
import { createGroupCommit } from './group-commit.ts';

let folder: string;
let db: Db;
/** Another connection, which sees only committed rows. */
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

function write(text: string): () => string {
  return () => {
    db.$client.prepare('insert into line values (?)').run(text);
    return text;
  };
}

function seen(from: Db): unknown[] {
  return from.$client.prepare('select text from line order by rowid').pluck().all();
}

function ended(writes: Promise<unknown>[]): Promise<string[]> {
  return Promise.allSettled(writes).then(ends =>
    ends.map(end => (end.status === 'fulfilled' ? String(end.value) : String(end.reason.code))),
  );
}

/** Takes longer than a group may. */
function slowly(text: string): () => string {
  return () => {
    for (const ends = performance.now() + 12; performance.now() < ends; );
    return write(text)();
  };
}

test('the writes of one turn commit together, and a failed one reverts only itself', async () => {
  const commits = createGroupCommit(db);
  const writes = [write('one'), write('two'), write('two')].map(one => commits.run(one));
  expect(seen(db)).toEqual([]);
  const [one] = writes;
  await one;
  expect(seen(outside)).toEqual(['one', 'two']);
  expect(await ended(writes)).toEqual(['one', 'two', 'SQLITE_CONSTRAINT_UNIQUE']);
});

test('each write sees the previous ones, and no other code runs between them', async () => {
  const commits = createGroupCommit(db);
  const reads: unknown[][] = [];
  const first = commits.run(write('one'));
  const second = commits.run(() => seen(db));
  for (let turn = 0; turn < 5; turn++) await Promise.resolve(reads.push(seen(db)));
  await first;
  expect(await second).toEqual(['one']);
  expect(reads).toEqual([[], [], [], [], []]);
});

test('a write of a later turn joins a later group', async () => {
  const commits = createGroupCommit(db);
  await commits.run(write('one'));
  expect(seen(outside)).toEqual(['one']);
  await commits.run(write('two'));
  expect(seen(outside)).toEqual(['one', 'two']);
});

test('a failed commit rejects every call of the group and stores nothing', async () => {
  const commits = createGroupCommit(db);
  db.$client.exec(`create table child (line text references line (text) deferrable initially deferred)`);
  const orphan = () => db.$client.exec("insert into child values ('nothing')");
  const writes = [commits.run(write('one')), commits.run(orphan), commits.run(write('one'))];
  expect(await ended(writes)).toEqual(Array(3).fill('SQLITE_CONSTRAINT_FOREIGNKEY'));
  expect(seen(db)).toEqual([]);
  await commits.run(write('after'));
  expect(seen(outside)).toEqual(['after']);
});

test('a full disk rejects the group, and the next group succeeds', async () => {
  const commits = createGroupCommit(db);
  db.$client.pragma(`max_page_count = ${db.$client.pragma('page_count', { simple: true })}`);
  const writes = [commits.run(write('before')), commits.run(write('x'.repeat(100_000)))];
  const ends = await ended(writes);
  expect(ends[1]).toBe('SQLITE_FULL');
  expect(seen(outside)).toEqual(ends[0] === 'before' ? ['before'] : []);
  db.$client.pragma('max_page_count = 100000');
  await commits.run(write('after'));
  expect(seen(outside)).toContain('after');
});

test('a write is refused while another process writes, and a later one succeeds', async () => {
  const commits = createGroupCommit(db);
  db.$client.pragma('busy_timeout = 0');
  outside.$client.exec('begin immediate');
  expect(await ended([commits.run(write('early'))])).toEqual(['SQLITE_BUSY']);
  outside.$client.exec('rollback');
  await commits.run(write('one'));
  expect(seen(outside)).toEqual(['one']);
});

test('an optional write neither waits nor fails', async () => {
  const commits = createGroupCommit(db);
  outside.$client.exec('begin immediate');
  await commits.attempt(write('one'));
  expect(db.$client.pragma('busy_timeout', { simple: true })).toBe(5_000);
  outside.$client.exec('rollback');
  await commits.attempt(write('two'));
  expect(seen(outside)).toEqual(['two']);
});

test('a long queue commits in several groups in its order', async () => {
  const commits = createGroupCommit(db);
  const turns: string[] = [];
  const writes = ['one', 'two', 'three'].map(text => commits.run(slowly(text)).then(() => turns.push(text)));
  setImmediate(() => turns.push('another turn'));
  await Promise.all(writes);
  expect(seen(outside)).toEqual(['one', 'two', 'three']);
  expect(turns.indexOf('another turn')).toBeLessThan(3);
});

test('a write waits for one write of another owner, not for all of them', async () => {
  const commits = createGroupCommit(db);
  const order: string[] = [];
  const of = (owner: string, text: string) => commits.run(slowly(text), owner).then(() => order.push(text));
  const many = ['a1', 'a2', 'a3', 'a4', 'a5'].map(text => of('ana', text));
  const [first] = many;
  await first;
  await of('ben', 'b1');
  expect(order.length).toBeLessThanOrEqual(3);
  await Promise.all(many);
  expect(seen(outside).filter(text => text !== 'b1')).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
});
