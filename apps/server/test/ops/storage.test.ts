import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { migrateDb } from '@onus/db/migrate';
import { openDb, setBusyWait } from '@onus/db/open';
import { MIGRATIONS } from '@onus/db/testing';
import { expect, onTestFinished, test } from 'vitest';
import { signUp, startServer } from '../server.ts';

const REFUSAL = 'The data cannot be written at the moment. Try again shortly.';

/** A server on a file, as the real one has it, with an account that has a task. */
async function furnished() {
  const path = join(mkdtempSync(join(tmpdir(), 'onus-storage-')), 'onus.sqlite');
  const db = openDb(path);
  migrateDb(db, MIGRATIONS);
  setBusyWait(db, 500);
  const server = await startServer({}, db);
  onTestFinished(() => server.close());
  const ana = await signUp(server, 'Ana');
  const task = await server.send('POST', '/tasks', {
    token: ana.token,
    body: { title: 'Bins', dueDate: '2026-01-01' },
  });
  return { path, db, server, ana, id: String(task.body.id) };
}

type Furnished = Awaited<ReturnType<typeof furnished>>;

function write({ server, ana: { token } }: Furnished, text = 'More') {
  return server.send('POST', '/tasks', { token, body: { title: 'More', text, dueDate: '2026-01-01' } });
}

/** Every way to write is told to come back, at each entry point; every way to read goes on. */
async function expectReadsOnly(world: Furnished): Promise<void> {
  const { server, ana, id } = world;
  const { token } = ana;
  const login = { email: 'ana@example.com', password: 'Ana-secret' };
  const writes = [
    await server.send('PATCH', '/tasks', { token, body: { id, title: 'Other' } }),
    await server.send('DELETE', '/tasks', { token, body: { id } }),
    await server.send('POST', '/trpc/grocery.create', { token, body: { name: 'Milk' } }),
    await server.send('POST', '/api/users/login', { body: login }),
    await server.send('GET', '/auth/refresh', { cookie: ana.cookie }),
  ];
  for (const { status, body, headers } of writes) {
    expect([status, headers.get('retry-after'), body.message ?? body.error.message]).toEqual([
      503,
      '5',
      REFUSAL,
    ]);
  }
  const elsewhere = { 'x-timezone': 'Asia/Kathmandu' };
  for (const path of ['/tasks', '/users', '/trpc/task.counts', '/trpc/auth.me']) {
    const { status } = await server.send('GET', path, { token, headers: elsewhere });
    expect([path, status]).toEqual([path, path === '/users' ? 403 : 200]);
  }
  const { body } = await server.send('GET', '/tasks', { token });
  expect(body.map((one: { title: string }) => one.title)).toContain('Bins');
}

async function expectWritesAgain(world: Furnished): Promise<void> {
  expect((await write(world)).status).toBe(201);
  expect((await world.server.send('GET', '/auth/refresh', { cookie: world.ana.cookie })).status).toBe(200);
}

test('while another process locks the file, writes return 503 and reads work', async () => {
  const world = await furnished();
  const other = openDb(world.path);
  other.$client.exec('begin immediate');
  // One write waits, and then none: fifty waits would take more than the time of this test.
  setBusyWait(world.db, 1_000);
  await expectReadsOnly(world);
  await Promise.all(Array.from({ length: 50 }, () => write(world)));
  other.$client.exec('commit');
  other.$client.close();
  await expectWritesAgain(world);
  expect(world.db.$client.pragma('busy_timeout', { simple: true })).toBe(1_000);
});

test('a write waits for one that is about to end', async () => {
  const world = await furnished();
  const worker = new Worker(HOLD, { eval: true, workerData: world.path });
  await new Promise(resolve => worker.once('message', resolve));
  expect((await write(world)).status).toBe(201);
  await worker.terminate();
});

/** Holds the file for a moment, from a thread that is not stopped by the wait. */
const HOLD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Database = require('better-sqlite3');
  const db = new Database(workerData);
  db.exec('begin immediate');
  parentPort.postMessage('held');
  setTimeout(() => { db.exec('commit'); db.close(); }, 100);
`;

test('on a full disk writes return 503 and reads work, until there is space', async () => {
  const world = await furnished();
  const pages = world.db.$client.pragma('page_count', { simple: true });
  world.db.$client.pragma(`max_page_count = ${pages}`);
  let last = await write(world, 'x'.repeat(5_000));
  for (let turn = 0; last.status === 201 && turn < 200; turn++) last = await write(world, 'x'.repeat(5_000));
  expect(last).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE', message: REFUSAL } });
  expect(last.headers.get('retry-after')).toBe('5');
  const { body } = await world.server.send('GET', '/tasks', { token: world.ana.token });
  expect(body.length).toBeGreaterThan(0);
  world.db.$client.pragma('max_page_count = 1073741823');
  await expectWritesAgain(world);
});

test('on a read-only file writes return 503 and reads work', async () => {
  const world = await furnished();
  world.db.$client.pragma('query_only = ON');
  await expectReadsOnly(world);
  world.db.$client.pragma('query_only = OFF');
  await expectWritesAgain(world);
});
