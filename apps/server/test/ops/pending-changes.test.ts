import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { closeDb, openDb } from '@onus/db/open';
import { expect, test } from 'vitest';
import { folder, startProcess } from '../process.ts';
import { signUp } from '../server.ts';

const TASKS = 10_000;

test('the next start completes a handover interrupted by a kill', async () => {
  const dataDir = folder();
  const first = await startProcess(dataDir);
  const [head, heir, ben] = [
    await signUp(first, 'Ana'),
    await signUp(first, 'Ben'),
    await signUp(first, 'Cem'),
  ];
  const db = openDb(join(dataDir, 'onus.sqlite'));
  const { $client: client } = db;
  client.prepare("update user set roles = 'Manager' where id = ?").run(head.id);
  client.prepare('update user set manager_id = ? where id in (?, ?)').run(head.id, heir.id, ben.id);
  client
    .prepare(
      `insert into task (id, creator_id, manager_id, title, due_date, created_at, updated_at)
       with recursive n (i) as (select 0 union all select i + 1 from n where i < ? - 1)
       select 't' || i, ?, ?, 'Job', '2099-01-01T12:00:00.000Z', 1, 1 from n`,
    )
    .run(TASKS, ben.id, head.id);
  const pending = client.prepare('select count(*) from pending_change').pluck();
  const passed = client.prepare('select count(*) from task where manager_id = ?').pluck();
  const call = first.send('POST', '/trpc/member.handOver', { token: head.token, body: { to: heir.id } });
  const answer = call.catch(() => 'cut off');
  while (Number(passed.get(heir.id)) === 0) await wait(1);
  await first.stop('SIGKILL');
  expect(await answer).toBe('cut off');
  expect(Number(passed.get(heir.id))).toBeLessThan(TASKS);

  const second = await startProcess(dataDir);
  while (pending.get() !== 0) await wait(20);
  expect(passed.get(heir.id)).toBe(TASKS);
  expect(client.prepare('select distinct user_id from task_reader order by 1').pluck().all()).toEqual(
    [ben.id, heir.id].sort(),
  );
  expect((await second.send('GET', '/tasks/t0', { token: head.token })).status).toBe(404);
  closeDb(db);
  expect(await second.stop()).toEqual([0, null]);
}, 60_000);
