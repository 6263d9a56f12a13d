import { setTimeout as wait } from 'node:timers/promises';
import { waitUntil } from '../../lib/concurrency.ts';
import { type Random, seededRandom } from '../../lib/seeded-random.ts';
import { integrityErrors } from '../../lib/server/database-copy.ts';
import type { Server } from '../../lib/server/server.ts';
import { withServer } from '../../lib/users/accounts.ts';
import { createHousehold, type Household, SETTINGS } from '../../lib/users/household.ts';
import { lostWrites } from '../../lib/writes/lost-writes.ts';
import { createWriter, emptyWriteLog, type WriteLog } from '../../lib/writes/write-log.ts';
import type { Proof, Result, Size } from '../proof.ts';

const EXTENT = {
  short: { writers: 6, writes: 150, kills: 2 },
  full: { writers: 16, writes: 10_000, kills: 50 },
};
/** Milliseconds. */
const READY_IN = 2_000;

export const crash: Proof = {
  name: 'crash',
  guarantee: 'An acknowledged write survives a crash',
  target: '10,000 acknowledged writes, kill -9 at 50 random moments: 0 lost, file whole, ready in 2 s',
  short: true,
  measure: size =>
    withServer(SETTINGS, server => measured(server, size), { hasCheapPasswords: size === 'short' }),
};

async function measured(server: Server, size: Size): Promise<Result> {
  const { writers, writes, kills } = EXTENT[size];
  const household = await createHousehold(server, writers);
  const writeLog = emptyWriteLog();
  const { faults, slowest } = await writeThroughCrashes(server, household, writeLog, writes, kills);
  faults.push(...(await faultsAfter(server)));
  const lost = await lostWrites(household.everybody, writeLog.acknowledged);
  faults.push(...writeLog.refused.map(refusal => `the server said: ${refusal}`));
  const count = writeLog.acknowledged.length;
  const ready = size === 'full' ? `, ready again in ${Math.ceil(slowest)} ms at the most` : '';
  const what = [...lost, ...faults].slice(0, 3).map(line => `; ${line}`);
  return {
    measured: `${count} acknowledged by ${writers} writers at once, ${kills} kills, ${writeLog.unanswered} unanswered: ${lost.length} lost, ${faults.length} faults${ready}${what.join('')}`,
    holds: lost.length === 0 && faults.length === 0 && (size === 'short' || slowest <= READY_IN),
  };
}

/** All people write constantly. After a crash they continue when the server is back. */
async function writeThroughCrashes(
  server: Server,
  household: Household,
  writeLog: WriteLog,
  writes: number,
  kills: number,
): Promise<{ faults: string[]; slowest: number }> {
  const random = seededRandom(1);
  let left = kills;
  let isUp = Promise.resolve();
  const writers = household.everybody.map(async (by, at) => {
    const writer = createWriter(household, by, seededRandom(at), writeLog);
    try {
      while (left > 0 || writeLog.acknowledged.length < writes) {
        await isUp;
        await writer.writeOnce();
      }
    } finally {
      left = 0;
    }
  });
  const faults: string[] = [];
  let slowest = 0;
  async function killAll(): Promise<void> {
    for (; left > 0; left--) {
      await momentOf(random, writeLog, Math.ceil(writes / kills));
      if (left === 0) return;
      const back = Promise.withResolvers<void>();
      isUp = back.promise;
      await server.kill();
      faults.push(...(await integrityErrors(server.file)));
      slowest = Math.max(slowest, await server.start());
      back.resolve();
    }
  }
  // A writer that the server refuses ends the run.
  await Promise.all([killAll(), ...writers]);
  return { faults, slowest };
}

/** After this many acknowledgements on average, and also between them. */
async function momentOf(random: Random, { acknowledged }: WriteLog, average: number): Promise<void> {
  const enough = acknowledged.length + 1 + random(2 * average - 1);
  await waitUntil(() => acknowledged.length >= enough, 'the next acknowledged write');
  await wait(random(10));
}

async function faultsAfter(server: Server): Promise<string[]> {
  await server.kill();
  const faults = await integrityErrors(server.file);
  await server.start();
  return faults;
}
