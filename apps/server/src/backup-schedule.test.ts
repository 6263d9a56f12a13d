import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { closeDb, openDb } from '@onus/db/open';
import { expect, test, vi } from 'vitest';
import { folder, onus, startProcess } from './cli/testing.ts';
import { signUp } from './testing.ts';

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

test('backups come by themselves, the newest are kept, and nothing else is touched', async () => {
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
  await running.says(/"msg":"a backup is written and checked"/);
  expect(await running.stop()).toEqual([0, null]);

  const whole = readdirSync(backups).filter(name => NAME.test(name));
  for (const name of whole) expect(statSync(join(backups, name)).mode & 0o777).toBe(0o600);
  const newest = join(backups, whole.sort().at(-1) ?? '');
  expect(await onus(dataDir, ['restore', newest])).toMatchObject({ code: 0 });
});

test('a folder that is gone for a while ends nothing: the failure is told, and the next backup comes', async () => {
  const [dataDir, backups] = [folder(), join(folder(), 'backups')];
  const running = await startProcess(dataDir, { BACKUP_DIR: backups, BACKUP_EVERY: '1s' });
  await until(() => readdirSync(backups).some(name => NAME.test(name)));
  rmSync(backups, { recursive: true });
  await running.says(/"msg":"a backup failed; the ones before it are kept"/);
  mkdirSync(backups);
  await until(() => readdirSync(backups).some(name => NAME.test(name)));
  expect(await running.stop()).toEqual([0, null]);
});

test('a backup that fails is logged and seen by the Admin, and no older one is given up for it', async () => {
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
  db.$client.exec("insert into task_assignee values ('no task', 'nobody')");
  closeDb(db);
  await running.says(
    /"reason":"the copy failed its check[^\n]*"msg":"a backup failed; the ones before it are kept"/,
  );
  const kept = readdirSync(backups).filter(name => NAME.test(name));
  expect(kept).toHaveLength(1);
  const after = (await status()).backups;
  expect(after.good.file).toBe(kept[0]);
  expect(after.failed.reason).toContain('a row of task_assignee belongs to no');
  await until(() => readdirSync(backups).filter(name => name.endsWith('.failed')).length === 1);
  expect(await running.stop()).toEqual([0, null]);
});
