import { createHash } from 'node:crypto';
import { copyFile, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { rest } from '../../lib/client/trpc-client.ts';
import { inBackground, inParallel, waitUntil } from '../../lib/concurrency.ts';
import { pick, seededRandom } from '../../lib/seeded-random.ts';
import { openDatabaseState } from '../../lib/server/database-state.ts';
import { operatorCommand, runOperatorCommand } from '../../lib/server/onus-command.ts';
import type { Server } from '../../lib/server/server.ts';
import { withServer } from '../../lib/users/accounts.ts';
import {
  createHousehold,
  type Household,
  type HouseholdUser,
  SETTINGS,
  signInAll,
} from '../../lib/users/household.ts';
import { listPathsOf } from '../../lib/users/list-paths.ts';
import { lostWrites } from '../../lib/writes/lost-writes.ts';
import { createWriter, emptyWriteLog, type WriteLog } from '../../lib/writes/write-log.ts';
import type { Proof, Result, Size } from '../proof.ts';

/** How many are written before the backup begins. */
const BEFORE = { short: 200, full: 2_000 };
const A_SECOND = 200;
/** Limits concurrent calls, so that a slow server does not fall further behind. */
const AT_ONCE = 50;

export const backup: Proof = {
  name: 'backup',
  guarantee: 'A backup taken while the server runs can be restored',
  target:
    'taken at 200 writes/s: holds every write acknowledged before; a second server on it responds alike; restore checks before it replaces',
  // apps/server/test/cli/backup.test.ts does the same with fewer writes.
  short: false,
  measure: size => withServer(SETTINGS, one => withServer(SETTINGS, other => between(one, other, size))),
};

async function between(one: Server, other: Server, size: Size): Promise<Result> {
  const household = await createHousehold(one, 6);
  const busy = join(one.dataDir, 'busy.sqlite');
  const { before, rate } = await backUpAmidWrites(one, household, busy, BEFORE[size]);
  await other.stop();
  await runOperatorCommand(other.dataDir, ['restore', busy]);
  await other.start();
  const lost = await lostWrites(await signInAll(other, household), before);
  const quiet = join(one.dataDir, 'quiet.sqlite');
  await runOperatorCommand(one.dataDir, ['backup', quiet]);
  const { tried, wrong } = await refusals(other, quiet, size);
  await runOperatorCommand(other.dataDir, ['restore', quiet]);
  await other.start();
  const different = await differencesBetween(household, await signInAll(other, household));
  const [lines, others] = [different.all, different.found.length];
  return {
    measured: `${lost.length} of ${before.length} lost${size === 'full' ? ` at ${Math.round(rate)} writes/s` : ''}, ${others} of ${lines} responses differ, ${wrong.length} of ${tried} wrong restores accepted${wordsOf([...lost, ...different.found, ...wrong])}`,
    holds: lost.length + others + wrong.length === 0 && (size === 'short' || rate >= 0.95 * A_SECOND),
  };
}

/** Everyone writes, at this total rate per second, before, during and after the backup. */
async function backUpAmidWrites(
  { dataDir }: Server,
  household: Household,
  file: string,
  enough: number,
): Promise<{ before: WriteLog['acknowledged']; rate: number }> {
  const writeLog = emptyWriteLog();
  const random = seededRandom(4);
  const writers = household.everybody.map((by, at) =>
    createWriter(household, by, seededRandom(at), writeLog),
  );
  const pending = new Set<Promise<void>>();
  let isOver = false;
  const begun = performance.now();
  async function writeOn(): Promise<void> {
    for (let due = begun; !isOver; due += 1_000 / A_SECOND) {
      await wait(Math.max(0, due - performance.now()));
      while (pending.size >= AT_ONCE) await Promise.race(pending);
      const write = inBackground(pick(random, writers).writeOnce());
      pending.add(write);
      void inBackground(write.finally(() => pending.delete(write)));
    }
  }
  const writing = inBackground(writeOn());
  await waitUntil(() => writeLog.acknowledged.length >= enough, 'enough to copy');
  const before = [...writeLog.acknowledged];
  await runOperatorCommand(dataDir, ['backup', file]);
  const rate = writeLog.acknowledged.length / ((performance.now() - begun) / 1_000);
  isOver = true;
  await writing;
  await Promise.all(pending);
  if (writeLog.refused[0]) throw new Error(`a write was refused during the backup: ${writeLog.refused[0]}`);
  return { before, rate };
}

/** Files that a restore must refuse, each made from a good backup. The short run takes the first. */
const WRONG: [string, (file: string) => Promise<void>][] = [
  [
    'a database with rows that lead nowhere',
    async file => change(file, "pragma foreign_keys = off; delete from user where username <> 'Ana'"),
  ],
  ['a damaged file', overwrite],
  ['half a file', file => truncate(file, 50_000)],
  ['a file of text', file => writeFile(file, 'no database')],
  [
    'a database of another program',
    async file => {
      await rm(file);
      change(file, 'create table note (text text)');
    },
  ],
];

/** Leaves the other server stopped. @returns the files that were wrongly accepted or changed something. */
async function refusals(
  other: Server,
  good: string,
  size: Size,
): Promise<{ tried: number; wrong: string[] }> {
  const wrong: string[] = [];
  async function refuse(what: string, file: string, read: () => string | Promise<string>): Promise<void> {
    const before = await read();
    const { code, err } = await operatorCommand(other.dataDir, ['restore', file]);
    const isOneLine = /^onus: [^\n]+\n$/.test(err);
    if (code !== 1 || !isOneLine || before !== (await read())) wrong.push(`accepted ${what}`);
  }
  const kinds = size === 'short' ? WRONG.slice(0, 1) : WRONG;
  // A running server changes the bytes of its file at any time: it moves rows there from the log.
  const state = openDatabaseState(other);
  await refuse('a good one while the server runs', good, state.read);
  state.close();
  await other.stop();
  for (const [at, [what, spoil]] of kinds.entries()) {
    const file = join(other.dataDir, `wrong${at}`);
    await copyFile(good, file);
    await spoil(file);
    await refuse(what, file, () => sumOf(other.file));
  }
  return { tried: kinds.length + 1, wrong };
}

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** Damages a range in the middle, as a bad disk does. */
async function overwrite(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  const { size } = await handle.stat();
  await handle.write(Buffer.alloc(16_384, 7), 0, 16_384, Math.floor(size / 2));
  await handle.close();
}

async function sumOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

/** Every list of every person, byte for byte. */
async function differencesBetween(
  { everybody }: Household,
  others: HouseholdUser[],
): Promise<{ all: number; found: string[] }> {
  let all = 0;
  const found = await inParallel(2, everybody, async (one, at) => {
    const other = others[at];
    if (!other) throw new Error(`${one.email} is not there`);
    const paths = await listPathsOf(one);
    all += paths.length;
    const differ = await inParallel(4, paths, async path =>
      (await rest(one, 'GET', path)) === (await rest(other, 'GET', path)) ? [] : [`${path} of ${one.email}`],
    );
    return differ.flat();
  });
  return { all, found: found.flat() };
}

function wordsOf(wrong: string[]): string {
  return wrong.length > 0 ? `; ${wrong[0]}` : '';
}
