import { copyFile, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { faultsOf, lookAt } from '../copy.ts';
import { type Dice, dice } from '../dice.ts';
import { lostOf } from '../found.ts';
import { foundHousehold, SETTINGS, signInAll } from '../household.ts';
import { createWriter, emptyJournal } from '../journal.ts';
import { until } from '../moments.ts';
import { LAST_WORD, type NextVersion, nextVersion } from '../next-version.ts';
import { onInstall } from '../people.ts';
import { type Server, startServer } from '../server.ts';
import type { Proof, Seen } from './promise.ts';

const KILLS = { short: 3, full: 20 };
const WRITES = 60;
/** Milliseconds; what is left of the migration takes longer. */
const LATEST = 500;
/** Of those that are asked for: a machine on which more come too late is too quick for this. */
const MOST_LATE = 3;
const REFUSAL = /^onus: the database was written by a newer version of Onus; [^\n]+\n$/;

export const upgrade: Proof = {
  name: 'upgrade',
  promise: 'A failed upgrade is safe',
  demanded:
    'kill -9 inside a migration: the next start completes it or finds it untouched; an older build refuses a newer file',
  short: true,
  async measure(size) {
    const next = await nextVersion();
    try {
      return await onInstall(SETTINGS, older => upgradeTo(next, older, KILLS[size]));
    } finally {
      await next.remove();
    }
  },
};

async function upgradeTo(next: NextVersion, older: Server, kills: number): Promise<Seen> {
  const household = await foundHousehold(older, 2);
  const journal = emptyJournal();
  const writer = createWriter(household, household.manager, dice(8), journal);
  for (let write = 0; write < WRITES; write++) await writer.writeOnce();
  await older.stop();
  const newer = await startServer(SETTINGS, { bundle: next.bundle, dataDir: older.dataDir });
  await newer.stop();
  await next.addMigration();
  const { wrong, untouched, late } = await killInside(newer, kills);
  if (wrong[0]) return { measured: `after a kill: ${wrong[0]}`, kept: false };
  await newer.start();
  const there = await signInAll(newer, household);
  wrong.push(...(await lostOf(there, journal.acknowledged)), ...journal.refused);
  await newer.stop();
  const complete = await schemaOf(newer.file);
  if (!complete.includes(LAST_WORD)) wrong.push('the migration was not completed');
  wrong.push(...(await unrefused(older)));
  if ((await schemaOf(newer.file)) !== complete) wrong.push('the older build changed the file');
  return {
    measured: `${untouched} kills inside left it untouched, ${late} came when it was complete; then completed, ${journal.acknowledged.length} writes of before are there; the older build refuses it in one line${wrong.length > 0 ? `; NOT: ${wrong[0]}` : ''}`,
    kept: wrong.length === 0 && untouched >= kills,
  };
}

/** A kill that comes too late shows nothing about one inside: the file is put back, and it does not count. */
async function killInside(
  newer: Server,
  kills: number,
): Promise<{ wrong: string[]; untouched: number; late: number }> {
  const random = dice(7);
  const wrong: string[] = [];
  const before = await schemaOf(newer.file);
  const kept = `${newer.file}.before`;
  await copyFile(newer.file, kept);
  let [untouched, late] = [0, 0];
  while (untouched < kills && late < MOST_LATE * kills && wrong.length === 0) {
    const state = await killOnce(newer, random);
    wrong.push(...(await faultsOf(newer.file)));
    const schema = await schemaOf(newer.file);
    if (schema.includes(LAST_WORD)) {
      late += 1;
      for (const end of ['-wal', '-shm']) await rm(newer.file + end, { force: true });
      await copyFile(kept, newer.file);
      continue;
    }
    if (schema === before) untouched += 1;
    else wrong.push('half a migration is in the file');
    if (state === 'ready') wrong.push('it was ready without the migration');
  }
  return { wrong, untouched, late };
}

/** From when the migration is seen in the log: it writes there what it has no more room for in memory. */
async function killOnce(newer: Server, random: Dice): Promise<'ready' | 'killed'> {
  const changed = () =>
    stat(`${newer.file}-wal`).then(
      ({ mtimeMs, size }) => (size === 0 ? 0 : mtimeMs),
      () => 0,
    );
  const before = await changed();
  let isOver = false;
  const starting = newer
    .start()
    .then(
      () => 'ready' as const,
      () => 'killed' as const,
    )
    .finally(() => {
      isOver = true;
    });
  await until(async () => isOver || (await changed()) > before, 'the migration');
  await wait(random(LATEST));
  await newer.kill();
  return starting;
}

async function unrefused(older: Server): Promise<string[]> {
  const said = older.log().length;
  const started = await older.start().then(
    () => true,
    () => false,
  );
  if (started) return ['the older build started on it'];
  const refusal = older.log().slice(said);
  return REFUSAL.test(refusal) ? [] : [`the older build said ${refusal}`];
}

/** Every table and index, and how many migrations are on record. */
function schemaOf(file: string): Promise<string> {
  return lookAt(file, rows =>
    JSON.stringify([
      rows('select name, sql from sqlite_master order by name'),
      rows('select count(*) from __drizzle_migrations'),
    ]),
  );
}
