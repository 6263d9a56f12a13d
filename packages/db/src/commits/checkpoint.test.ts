import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closeDb, type Db, leaveCheckpoints, openDb, takeCheckpointsBack } from '../open.ts';
import { createCheckpointer, hasLogGrown } from './checkpoint.ts';

function openFile() {
  const path = join(mkdtempSync(join(tmpdir(), 'onus-log-')), 'onus.sqlite');
  const db = openDb(path);
  db.$client.exec('create table line (text)');
  db.$client.pragma('wal_checkpoint(TRUNCATE)');
  return { path, db };
}

/** Runs this many commits of about 33 pages each. */
function write(db: Db, commits: number): void {
  const insert = db.$client.prepare("insert into line values (printf('%.*c', 130000, 'x'))");
  for (let n = 0; n < commits; n++) insert.run();
}

function standing(db: Db) {
  return db.$client.prepare('pragma wal_checkpoint(NOOP)').get() as { log: number; checkpointed: number };
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

test('with a checkpoint thread, commits run no checkpoint', () => {
  const { path, db } = openFile();
  leaveCheckpoints(db);
  const before = hashOf(path);
  write(db, 200);
  const { log, checkpointed } = standing(db);
  expect(log).toBeGreaterThan(6_000);
  expect(checkpointed).toBe(0);
  expect(hashOf(path)).toBe(before);

  const checkpointer = createCheckpointer(path);
  expect(checkpointer.checkpoint()).toBeNull();
  expect(standing(db)).toMatchObject({ log, checkpointed: log });
  write(db, 1);
  // The log restarted at its beginning.
  expect(standing(db).log).toBeLessThan(100);
  checkpointer.close();
  closeDb(db);
});

test('commits run the checkpoints without a checkpoint thread and after its end', () => {
  const { path, db } = openFile();
  const before = hashOf(path);
  write(db, 200);
  expect(hashOf(path)).not.toBe(before);
  leaveCheckpoints(db);
  takeCheckpointsBack(db);
  const then = hashOf(path);
  write(db, 200);
  expect(hashOf(path)).not.toBe(then);
  closeDb(db);
});

test('a checkpoint is due only after the log has grown', () => {
  const { path, db } = openFile();
  leaveCheckpoints(db);
  write(db, 3);
  expect(hasLogGrown(db)).toBe(false);
  write(db, 40);
  expect(hasLogGrown(db)).toBe(true);
  const checkpointer = createCheckpointer(path);
  checkpointer.checkpoint();
  expect(hasLogGrown(db)).toBe(false);
  checkpointer.close();
  closeDb(db);
});

test('if the thread never catches up, the backstop limits the log and its file', () => {
  const { path, db } = openFile();
  leaveCheckpoints(db);
  let longest = 0;
  for (let turn = 0; turn < 80; turn++) {
    write(db, 10);
    longest = Math.max(longest, standing(db).log);
  }
  expect(longest).toBeLessThan(16_100);
  expect(readFileSync(`${path}-wal`).length).toBeLessThan(70_000_000);
  closeDb(db);
});

test('a reader of an older state, such as a backup, delays the log without losing data', () => {
  const { path, db } = openFile();
  leaveCheckpoints(db);
  write(db, 1);
  const reader = openDb(path);
  reader.$client.exec('begin');
  const rows = (of: Db) => of.$client.prepare('select count(*) from line').pluck().get();
  expect(rows(reader)).toBe(1);
  write(db, 100);
  const checkpointer = createCheckpointer(path);
  expect(checkpointer.checkpoint()).toBeNull();
  expect(standing(db).checkpointed).toBeLessThan(100);
  expect([rows(reader), rows(db)]).toEqual([1, 101]);
  reader.$client.exec('commit');
  closeDb(reader);
  expect(checkpointer.checkpoint()).toBeNull();
  const { log, checkpointed } = standing(db);
  expect(checkpointed).toBe(log);
  expect(rows(db)).toBe(101);
  checkpointer.close();
  closeDb(db);
});

test('a checkpoint of a file locked by another process is retried later', () => {
  const { path, db } = openFile();
  leaveCheckpoints(db);
  write(db, 100);
  const checkpointer = createCheckpointer(path);
  const other = openDb(path);
  other.$client.exec('begin immediate');
  other.$client.exec("insert into line values ('x')");
  expect(checkpointer.checkpoint()).toBeNull();
  other.$client.exec('commit');
  closeDb(other);
  expect(checkpointer.checkpoint()).toBeNull();
  expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok');
  checkpointer.close();
  closeDb(db);
});

test('a checkpoint of another connection keeps this connection’s cache', () => {
  const { path, db } = openFile();
  leaveCheckpoints(db);
  write(db, 100);
  const version = () => db.$client.pragma('data_version', { simple: true });
  const before = version();
  const checkpointer = createCheckpointer(path);
  checkpointer.checkpoint();
  write(db, 100);
  checkpointer.checkpoint();
  expect(version()).toBe(before);
  checkpointer.close();
  closeDb(db);
});
