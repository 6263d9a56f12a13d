import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDb, type Db, openDb } from '../open.ts';
import { remembered } from './remembered.ts';

interface Line {
  text: string;
}

let folder: string;
let db: Db;
/** Another process, as far as SQLite can tell. */
let other: Db;
let reads: number;

const lineOf = remembered<Line>(['line'], ({ $client }, id) => {
  reads += 1;
  return $client.prepare<string[], Line>('select text from line where id = ?').get(id);
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'onus-remembered-'));
  db = openDb(join(folder, 'lines.sqlite'));
  db.$client.exec(`create table page (id text primary key);
    create table line (id text primary key, text text, page text references page on delete cascade);
    create table other (text text);
    insert into page values ('p');
    insert into line values ('a', 'one', 'p'), ('b', 'two', null)`);
  other = openDb(join(folder, 'lines.sqlite'));
  reads = 0;
});

afterEach(() => {
  closeDb(db);
  closeDb(other);
  rmSync(folder, { recursive: true });
});

function text(id: string): string | undefined {
  return lineOf(db, id)?.text;
}

test('what has not changed is read once', () => {
  expect([text('a'), text('b'), text('a'), text('b')]).toEqual(['one', 'two', 'one', 'two']);
  expect(reads).toBe(2);
});

test('what this connection changed is read again, a change of other tables is not looked at', () => {
  expect(text('a')).toBe('one');
  db.$client.exec("insert into other values ('x')");
  expect(text('a')).toBe('one');
  expect(reads).toBe(1);
  db.$client.exec("update line set text = 'three' where id = 'a'");
  expect(text('a')).toBe('three');
  db.$client.exec('delete from page');
  expect(text('a')).toBeUndefined();
  db.$client.exec('delete from line');
  expect(text('b')).toBeUndefined();
});

test('what another process changed is read again within a moment', async () => {
  expect(text('a')).toBe('one');
  other.$client.exec("update line set text = 'three' where id = 'a'");
  await expect.poll(() => text('a')).toBe('three');
  other.$client.exec("delete from line where id = 'a'");
  await expect.poll(() => text('a')).toBeUndefined();
});

test('what a transaction wrote is not remembered once it is taken back', () => {
  expect(text('a')).toBe('one');
  for (const end of ['rollback', 'rollback to inner; commit', 'commit']) {
    db.$client.exec("begin; savepoint inner; update line set text = 'three' where id = 'a'");
    expect([text('a'), text('a')]).toEqual(['three', 'three']);
    db.$client.exec(end);
    expect(text('a')).toBe(end === 'commit' ? 'three' : 'one');
  }
});

test('in a transaction that changes nothing of it, it is remembered', () => {
  expect(text('a')).toBe('one');
  db.$client.exec("begin; insert into other values ('x')");
  expect([text('a'), text('b'), text('b')]).toEqual(['one', 'two', 'two']);
  expect(reads).toBe(2);
  db.$client.exec('rollback');
  expect([text('a'), text('b')]).toEqual(['one', 'two']);
  expect(reads).toBe(2);
});

test('first asked in a transaction that is taken back, it is watched all the same', () => {
  db.$client.exec('begin');
  expect(text('a')).toBe('one');
  db.$client.exec('rollback');
  expect(text('a')).toBe('one');
  db.$client.exec("update line set text = 'three' where id = 'a'");
  expect(text('a')).toBe('three');
});

test('what is not there is asked for again, and comes when it is', () => {
  expect([text('c'), text('c')]).toEqual([undefined, undefined]);
  expect(reads).toBe(2);
  db.$client.exec("insert into line values ('c', 'new', null)");
  expect(text('c')).toBe('new');
});

test('two databases know nothing of each other', () => {
  const memory = openDb(':memory:');
  memory.$client.exec("create table line (id text, text text); insert into line values ('a', 'elsewhere')");
  expect(text('a')).toBe('one');
  expect(lineOf(memory, 'a')?.text).toBe('elsewhere');
  memory.$client.close();
});

test('what is forgotten needs no major garbage collection', () => {
  setFlagsFromString('--expose-gc');
  const collect: (how: { type: 'minor' | 'major' }) => void = runInNewContext('gc');
  const large = remembered(['line'], () => ({ numbers: new Array(10_000).fill(0) }));
  const megabytes = () => process.memoryUsage().heapUsed / 1e6;
  large(db, 'the first of all');
  collect({ type: 'major' });
  const before = megabytes();
  for (let round = 0; round < 10; round++) {
    for (let key = 0; key < 20; key++) large(db, `${key}`);
    db.$client.exec("update line set text = 'new'");
    large(db, 'the first after the change');
    collect({ type: 'minor' });
  }
  // All answers of all rounds are 16 MB.
  expect(megabytes() - before).toBeLessThan(8);
});
