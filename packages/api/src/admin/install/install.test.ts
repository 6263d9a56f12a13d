import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBackup } from '@onus/db/backup/backup-log';
import { migrateDb } from '@onus/db/migrate';
import { openDb } from '@onus/db/open';
import { MIGRATIONS } from '@onus/db/testing';
import { expect, test } from 'vitest';
import { admin, testWorld } from '../../testing.ts';

const MINUTE = 60_000;

test('an Admin sees the last whole backup, the failure after it, and when one is overdue', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'onus-install-'));
  const database = join(folder, 'onus.sqlite');
  const db = openDb(database);
  migrateDb(db, MIGRATIONS);
  const world = testWorld(db, { backups: { folder, every: MINUTE } });
  const root = await admin(world, 'Root');
  const status = () => root.call.install.status();
  expect((await status()).backups).toEqual({ every: MINUTE, overdue: true, good: null, failed: null });

  const at = world.clock();
  const file = join(folder, 'copy.sqlite');
  await makeBackup(folder, database, file, at);
  const { databaseBytes, backups } = await status();
  expect(databaseBytes).toBeGreaterThan(4096);
  expect(backups).toMatchObject({ overdue: false, failed: null });
  expect(backups.good).toMatchObject({ at: new Date(at).toISOString(), file: 'copy.sqlite' });
  expect(backups.good?.rows).toMatchObject({ user: 1, session: 1, message: 0 });

  await expect(makeBackup(folder, database, file, at + 1)).rejects.toThrow('exists already');
  expect((await status()).backups).toMatchObject({
    good: { file: 'copy.sqlite' },
    failed: { at: new Date(at + 1).toISOString(), reason: expect.stringContaining('exists already') },
  });
  world.advance(3 * MINUTE);
  expect((await status()).backups.overdue).toBe(true);
  db.$client.close();
});

test('no one else does', async () => {
  const world = testWorld();
  const boss = await world.person('Boss', 'Manager');
  await expect(boss.call.install.status()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(world.browser().call.install.status()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});
