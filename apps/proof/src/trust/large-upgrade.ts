import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDb } from '@onus/db/open';
import { addManyTasks, dbBeforeSeries, migratedTasks } from '@onus/db/testing/before-series';
import { faultsOf, lookAt } from '../copy.ts';
import { onInstall } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen } from './promise.ts';

const TASKS = 1_000_000;

export const largeUpgrade: Proof = {
  name: 'large-upgrade',
  promise: 'An upgrade keeps a large file',
  demanded: '1,000,000 tasks of an older version: the first start migrates them, and each task is there',
  // The tests migrate 100,000. A million take half a minute and show that nothing grows with their square.
  short: false,
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'onus-older-'));
    try {
      const data = join(folder, 'onus.sqlite');
      const db = dbBeforeSeries(data);
      addManyTasks(db, TASKS);
      closeDb(db);
      return await onInstall({}, migrated, { data });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** The server was ready once: it has migrated the file. */
async function migrated(server: Server): Promise<Seen> {
  await server.stop();
  const faults = await faultsOf(server.file);
  const wrong = await lookAt(server.file, rows =>
    migratedTasks(TASKS).flatMap(([what, expected]) => {
      const count = Number(rows(`select count(*) as count from ${what}`)[0]?.count);
      return count === expected ? [] : [`${count} instead of ${expected}: ${what}`];
    }),
  );
  const restart = await server.start();
  const found = [...faults, ...wrong];
  return {
    measured: `${TASKS.toLocaleString('en-US')} tasks migrated: ${found.length} faults${found[0] ? `, ${found[0]}` : ''}; ready again in ${Math.ceil(restart)} ms`,
    kept: found.length === 0,
  };
}
