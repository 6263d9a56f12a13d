import { copyFile, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { waitUntil } from '../../lib/concurrency.ts';
import { type Random, seededRandom } from '../../lib/seeded-random.ts';
import { integrityErrors, readCopy } from '../../lib/server/database-copy.ts';
import { type Server, startServer } from '../../lib/server/server.ts';
import { withServer } from '../../lib/users/accounts.ts';
import { createHousehold, SETTINGS, signInAll } from '../../lib/users/household.ts';
import { lostWrites } from '../../lib/writes/lost-writes.ts';
import { createWriter, emptyWriteLog } from '../../lib/writes/write-log.ts';
import type { Proof, Result } from '../proof.ts';
import { LAST_WORD, type NextVersion, nextVersion } from './next-version.ts';

const KILLS = { short: 1, full: 20 };
const WRITES = 60;
/** Milliseconds. The rest of the migration takes longer. */
const LATEST = 500;
/** The share of kills that may come too late. With more, the machine is too fast for this proof. */
const MOST_LATE = 3;
const REFUSAL = /^onus: the database was written by a newer version of Onus; [^\n]+\n$/;

export const upgrade: Proof = {
  name: 'upgrade',
  guarantee: 'A failed upgrade is safe',
  target:
    'kill -9 inside a migration: the next start completes it or finds it untouched; an older build refuses a newer file',
  short: true,
  async measure(size) {
    const next = await nextVersion();
    try {
      return await withServer(SETTINGS, older => upgradeTo(next, older, KILLS[size]));
    } finally {
      await next.remove();
    }
  },
};

async function upgradeTo(next: NextVersion, older: Server, kills: number): Promise<Result> {
  const household = await createHousehold(older, 2);
  const writeLog = emptyWriteLog();
  const writer = createWriter(household, household.manager, seededRandom(8), writeLog);
  for (let write = 0; write < WRITES; write++) await writer.writeOnce();
  await older.stop();
  const newer = await startServer(SETTINGS, { bundle: next.bundle, dataDir: older.dataDir });
  await newer.stop();
  await next.addMigration();
  const { wrong, untouched, late } = await killInside(newer, kills);
  if (wrong[0]) return { measured: `after a kill: ${wrong[0]}`, holds: false };
  await newer.start();
  const there = await signInAll(newer, household);
  wrong.push(...(await lostWrites(there, writeLog.acknowledged)), ...writeLog.refused);
  await newer.stop();
  const complete = await schemaOf(newer.file);
  if (!complete.includes(LAST_WORD)) wrong.push('the migration was not completed');
  wrong.push(...(await unrefused(older)));
  if ((await schemaOf(newer.file)) !== complete) wrong.push('the older build changed the file');
  return {
    measured: `${untouched} kills inside left it untouched, ${late} came when it was complete; then completed, ${writeLog.acknowledged.length} writes of before are there; the older build refuses it in one line${wrong.length > 0 ? `; NOT: ${wrong[0]}` : ''}`,
    holds: wrong.length === 0 && untouched >= kills,
  };
}

/** A kill after the migration does not count. The file is restored for another attempt. */
async function killInside(
  newer: Server,
  kills: number,
): Promise<{ wrong: string[]; untouched: number; late: number }> {
  const random = seededRandom(7);
  const wrong: string[] = [];
  const before = await schemaOf(newer.file);
  const original = `${newer.file}.before`;
  await copyFile(newer.file, original);
  let [untouched, late] = [0, 0];
  while (untouched < kills && late < MOST_LATE * kills && wrong.length === 0) {
    const state = await killOnce(newer, random);
    wrong.push(...(await integrityErrors(newer.file)));
    const schema = await schemaOf(newer.file);
    if (schema.includes(LAST_WORD)) {
      late += 1;
      for (const end of ['-wal', '-shm']) await rm(newer.file + end, { force: true });
      await copyFile(original, newer.file);
      continue;
    }
    if (schema === before) untouched += 1;
    else wrong.push('half a migration is in the file');
    if (state === 'ready') wrong.push('it was ready without the migration');
  }
  return { wrong, untouched, late };
}

/** Starts when the migration appears in the log, to which SQLite spills what its memory cannot hold. */
async function killOnce(newer: Server, random: Random): Promise<'ready' | 'killed'> {
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
  await waitUntil(async () => isOver || (await changed()) > before, 'the migration');
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
  return readCopy(file, rows =>
    JSON.stringify([
      rows('select name, sql from sqlite_master order by name'),
      rows('select count(*) from __drizzle_migrations'),
    ]),
  );
}
