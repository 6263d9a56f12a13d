import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { closeDb, type Db, openDb } from '@onus/db/open';
import { expect, test, vi } from 'vitest';
import { startCheckpoints } from '../../src/ops/checkpoints.ts';
import { folder, startProcess } from '../process.ts';
import { signUp } from '../server.ts';

vi.setConfig({ testTimeout: 60_000 });

function openFile() {
  const path = join(mkdtempSync(join(tmpdir(), 'onus-checkpoints-')), 'onus.sqlite');
  const db = openDb(path);
  db.$client.exec('create table line (text)');
  return { path, db };
}

/** Keeps what is logged. */
function notebook() {
  const lines: string[] = [];
  const write = (...said: unknown[]) => void lines.push(String(said.at(-1)));
  return { lines, log: { info: write, warn: write, error: write } };
}

function pagesPerCheckpoint({ $client }: Db): unknown {
  return $client.pragma('wal_autocheckpoint', { simple: true });
}

function restOf({ $client }: Db): number {
  const { log, checkpointed } = $client.prepare('pragma wal_checkpoint(NOOP)').get() as Record<
    string,
    number
  >;
  return Number(log) - Number(checkpointed);
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(20);
}

test('a thread checkpoints a database under writes and leaves no log', async () => {
  const { path, db } = openFile();
  const { lines, log } = notebook();
  const checkpoints = startCheckpoints(db, path, log);
  expect(pagesPerCheckpoint(db)).toBe(16_000);
  const insert = db.$client.prepare("insert into line values (printf('%.*c', 130000, 'x'))");
  for (let n = 0; n < 150; n++) insert.run();
  await until(() => restOf(db) < 1_000);
  await checkpoints.stop();
  expect(pagesPerCheckpoint(db)).toBe(4_000);
  closeDb(db);
  expect(existsSync(`${path}-wal`)).toBe(false);
  expect(lines).toEqual([]);
});

test('an idle thread ends, and a new one starts when needed', async () => {
  const { path, db } = openFile();
  const { lines, log } = notebook();
  const checkpoints = startCheckpoints(db, path, log, 0);
  const insert = db.$client.prepare("insert into line values (printf('%.*c', 130000, 'x'))");
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 50; n++) insert.run();
    await until(() => restOf(db) < 1_000);
    // Two looks: the first finds the checkpoint made, and ends the thread.
    await wait(600);
  }
  expect(pagesPerCheckpoint(db)).toBe(16_000);
  expect(lines).toEqual([]);
  await checkpoints.stop();
  closeDb(db);
});

test('if the thread fails, commits run the checkpoints', async () => {
  const { db } = openFile();
  const { lines, log } = notebook();
  const checkpoints = startCheckpoints(db, join(folder(), 'gone.sqlite'), log);
  const insert = db.$client.prepare("insert into line values (printf('%.*c', 130000, 'x'))");
  for (let n = 0; n < 50; n++) insert.run();
  await until(() => lines.length === 1);
  expect(lines).toEqual(['the checkpoint thread ended; commits run the checkpoints until the next start']);
  expect(pagesPerCheckpoint(db)).toBe(4_000);
  await checkpoints.stop();
  closeDb(db);
});

test('the shipped server uses the thread and leaves no log after a stop', async () => {
  const dataDir = folder();
  const running = await startProcess(dataDir);
  const { token } = await signUp(running, 'Ana');
  const other = openDb(join(dataDir, 'onus.sqlite'));
  const body = { title: 'Long', text: 'x'.repeat(5_000), dueDate: '2026-03-05' };
  // More than a checkpoint is made for, and less than a commit would make one for.
  for (let n = 0; restOf(other) < 1_500 && n < 500; n++)
    await running.send('POST', '/tasks', { token, body });
  await until(() => restOf(other) < 1_000);
  closeDb(other);
  expect(await running.stop()).toEqual([0, null]);
  expect(existsSync(join(dataDir, 'onus.sqlite-wal'))).toBe(false);
  expect(running.said.out).not.toContain('checkpoint');
});
