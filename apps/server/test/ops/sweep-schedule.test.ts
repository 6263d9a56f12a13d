import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { closeDb, openDb } from '@onus/db/open';
import { expect, test } from 'vitest';
import { scheduleSweeps } from '../../src/ops/sweep-schedule.ts';
import { folder, startProcess } from '../process.ts';
import { signUp, startServer } from '../server.ts';

test('the shipped server removes at its start what ended while it was stopped', async () => {
  const dataDir = folder();
  const first = await startProcess(dataDir);
  await signUp(first, 'Ana');
  const ben = await signUp(first, 'Ben');
  await first.stop();
  const db = openDb(join(dataDir, 'onus.sqlite'));
  const count = db.$client.prepare('select count(*) from session').pluck();
  db.$client.prepare('update session set expires_at = 1 where user_id <> ?').run(ben.id);
  expect(count.get()).toBe(2);

  const second = await startProcess(dataDir);
  while (count.get() !== 1) await wait(20);
  expect((await second.send('GET', '/tasks', { token: ben.token })).status).toBe(200);
  closeDb(db);
  expect(await second.stop()).toEqual([0, null]);
});

test('the shipped server removes at its start what a crash left of an import', async () => {
  const dataDir = folder();
  const first = await startProcess(dataDir);
  const { token } = await signUp(first, 'Ana');
  const ids: string[] = [];
  for (const name of ['Kept', 'Part', 'Part'])
    ids.push((await first.send('POST', '/groceries', { token, body: { name } })).body.id);
  await first.stop('SIGKILL');
  const db = openDb(join(dataDir, 'onus.sqlite'));
  const add = db.$client.prepare("insert into sheet_part (row_id, import_id) values (?, 'cut off')");
  for (const id of ids.slice(1)) add.run(id);

  const second = await startProcess(dataDir);
  const left = db.$client.prepare('select count(*) from sheet_part').pluck();
  while (left.get() !== 0) await wait(20);
  const { body } = await second.send('GET', '/groceries', { token });
  expect(body).toMatchObject([{ name: 'Kept' }]);
  closeDb(db);
  expect(await second.stop()).toEqual([0, null]);
});

test('a failed sweep is logged, and a stop waits for a running one', async () => {
  const server = await startServer();
  const { $client } = server.services.db;
  $client.exec(
    "insert into sheet_part values ('row', 'import'); create trigger stuck before delete on sheet_part begin select raise(abort, 'stuck'); end",
  );
  const lines: unknown[] = [];
  const sweeps = scheduleSweeps(server.services, {
    error: (...said: unknown[]) => void lines.push(said.at(-1)),
  });
  await sweeps.stop();
  expect(lines).toEqual(['expired rows could not be removed']);
  await server.close();
});
