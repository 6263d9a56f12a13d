import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { closeDb, openDb } from '@onus/db/open';
import { expect, test, vi } from 'vitest';
import { folder, onus, startProcess } from '../process.ts';
import { signUp } from '../server.ts';

// A backup a second, and several of them.
vi.setConfig({ testTimeout: 60_000 });

const NAME = /^onus-\d{8}T\d{6}Z\.sqlite$/;
const ADMIN = ['admin', 'create', '--email', 'boss@example.com', '--username', 'Boss'];

/** Looks until it is so. */
async function until<T>(look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await wait(50);
  }
}

test('the schedule makes backups, keeps the newest, and touches nothing else', async () => {
  const [dataDir, backups] = [folder(), join(folder(), 'backups')];
  const settings = { BACKUP_DIR: backups, BACKUP_EVERY: '1s', BACKUP_KEEP: '2' };
  const running = await startProcess(dataDir, settings);
  await until(() => readdirSync(backups).some(name => NAME.test(name)));
  const [first = ''] = readdirSync(backups).filter(name => NAME.test(name));
  writeFileSync(join(backups, 'onus-by-hand.sqlite'), 'mine');
  writeFileSync(join(backups, 'onus-20200101T000000Z.sqlite.part'), 'half');
  await signUp(running, 'Ana');
  await until(() => {
    const names = readdirSync(backups);
    return names.filter(name => NAME.test(name)).length === 2 && !names.includes(first);
  });
  await until(() => !readdirSync(backups).some(name => name === 'onus-20200101T000000Z.sqlite.part'));
  expect(readFileSync(join(backups, 'onus-by-hand.sqlite'), 'utf8')).toBe('mine');
  await running.says(/"msg":"a backup was written and checked"/);
  expect(await running.stop()).toEqual([0, null]);

  const whole = readdirSync(backups).filter(name => NAME.test(name));
  for (const name of whole) expect(statSync(join(backups, name)).mode & 0o777).toBe(0o600);
  const newest = join(backups, whole.sort().at(-1) ?? '');
  expect(await onus(dataDir, ['restore', newest])).toMatchObject({ code: 0 });
});

test('backups that a clock which was ahead has named are the first to go', async () => {
  const [dataDir, backups] = [folder(), folder()];
  const ahead = ['01', '02'].map(day => `onus-299901${day}T000000Z.sqlite`);
  for (const name of ahead) writeFileSync(join(backups, name), 'before the clock was set');
  const running = await startProcess(dataDir, { BACKUP_DIR: backups, BACKUP_KEEP: '2' });
  await running.says(/"msg":"a backup was written and checked"/);
  expect(await running.stop()).toEqual([0, null]);
  const names = readdirSync(backups);
  expect(names.filter(name => ahead.includes(name))).toEqual(ahead.slice(1));
  expect(names).toHaveLength(2);
});

test('an Admin makes a backup without a schedule, one at a time; it can be restored', async () => {
  const dataDir = folder();
  expect(await onus(dataDir, ADMIN, 'secret\n')).toMatchObject({ code: 0 });
  const running = await startProcess(dataDir);
  const body = { email: 'boss@example.com', password: 'secret' };
  const { token } = (await running.send('POST', '/api/users/login', { body })).body;
  const backUp = async () => (await running.send('POST', '/trpc/admin.backUp', { token, body: {} })).status;
  expect((await Promise.all([backUp(), backUp(), backUp()])).sort()).toEqual([200, 409, 409]);
  expect(await backUp()).toBe(200);
  await running.says(/"msg":"a backup was written and checked"/);
  const names = readdirSync(join(dataDir, 'backups')).sort();
  expect(names).toEqual([expect.stringMatching(NAME), expect.stringMatching(NAME)]);
  const status = await running.send('GET', '/trpc/admin.status', { token });
  expect(status.body.result.data).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    storage: { disk: { free: expect.any(Number), total: expect.any(Number) } },
    backups: { every: null, next: null, isRunning: false, last: { file: names[1] } },
  });
  expect(await running.stop()).toEqual([0, null]);
  const newest = join(dataDir, 'backups', names[1] ?? '');
  expect(await onus(dataDir, ['restore', newest])).toMatchObject({ code: 0 });
});

test('after a failure because of a missing folder the next backup succeeds', async () => {
  const [dataDir, backups] = [folder(), join(folder(), 'backups')];
  const running = await startProcess(dataDir, { BACKUP_DIR: backups, BACKUP_EVERY: '1s' });
  await until(() => readdirSync(backups).some(name => NAME.test(name)));
  rmSync(backups, { recursive: true });
  await running.says(/"msg":"a backup failed; earlier backups are kept"/);
  mkdirSync(backups);
  await until(() => readdirSync(backups).some(name => NAME.test(name)));
  expect(await running.stop()).toEqual([0, null]);
});

test('a failed backup is logged, shown to Admins, and deletes no older one', async () => {
  const [dataDir, backups] = [folder(), join(folder(), 'backups')];
  expect(await onus(dataDir, ADMIN, 'secret\n')).toMatchObject({ code: 0 });
  const settings = { BACKUP_DIR: backups, BACKUP_EVERY: '1s', BACKUP_KEEP: '1' };
  const running = await startProcess(dataDir, settings);
  const body = { email: 'boss@example.com', password: 'secret' };
  const { token } = (await running.send('POST', '/api/users/login', { body })).body;
  const status = async () => (await running.send('GET', '/trpc/install.status', { token })).body.result.data;
  const before = await until(async () => {
    const { backups: known } = await status();
    return known.good?.rows.session === 1 && known;
  });
  expect(before).toMatchObject({ every: 1_000, failed: null, good: { file: expect.stringMatching(NAME) } });
  expect(before.good.rows).toMatchObject({ user: 1, session: 1, task: 0 });

  const db = openDb(join(dataDir, 'onus.sqlite'));
  db.$client.pragma('foreign_keys = OFF');
  db.$client.exec("insert into task_assignee values ('no task', 'unknown')");
  closeDb(db);
  await running.says(
    /"reason":"the copy failed its check[^\n]*"msg":"a backup failed; earlier backups are kept"/,
  );
  const kept = readdirSync(backups).filter(name => NAME.test(name));
  expect(kept).toHaveLength(1);
  const after = (await status()).backups;
  expect(after.good.file).toBe(kept[0]);
  expect(after.failed.reason).toContain('a row of task_assignee belongs to no');
  await until(() => readdirSync(backups).filter(name => name.endsWith('.failed')).length === 1);
  expect(await running.stop()).toEqual([0, null]);
});
