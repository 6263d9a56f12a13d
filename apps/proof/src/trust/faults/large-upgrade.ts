import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDb } from '@onus/db/open';
import { addManyTasks, dbBeforeSeries, migratedTasks } from '@onus/db/testing/before-series';
import { integrityErrors, readCopy } from '../../lib/server/database-copy.ts';
import type { Server } from '../../lib/server/server.ts';
import { withServer } from '../../lib/users/accounts.ts';
import type { Proof, Result } from '../proof.ts';

const TASKS = 1_000_000;

export const largeUpgrade: Proof = {
  name: 'large-upgrade',
  guarantee: 'An upgrade keeps a large file',
  target: '1,000,000 tasks of an older version: the first start migrates them, and each task is there',
  // The tests migrate 100,000. A million takes 30 s and shows that no cost grows quadratically.
  short: false,
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'onus-older-'));
    try {
      const data = join(folder, 'onus.sqlite');
      const db = dbBeforeSeries(data);
      addManyTasks(db, TASKS);
      closeDb(db);
      return await withServer({}, migrated, { data });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** The server was ready once, so it has migrated the file. */
async function migrated(server: Server): Promise<Result> {
  await server.stop();
  const faults = await integrityErrors(server.file);
  const wrong = await readCopy(server.file, rows =>
    migratedTasks(TASKS).flatMap(([what, expected]) => {
      const count = Number(rows(`select count(*) as count from ${what}`)[0]?.count);
      return count === expected ? [] : [`${count} instead of ${expected}: ${what}`];
    }),
  );
  const restart = await server.start();
  const found = [...faults, ...wrong];
  return {
    measured: `${TASKS.toLocaleString('en-US')} tasks migrated: ${found.length} faults${found[0] ? `, ${found[0]}` : ''}; ready again in ${Math.ceil(restart)} ms`,
    holds: found.length === 0,
  };
}
