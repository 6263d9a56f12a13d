import { setTimeout as wait } from 'node:timers/promises';
import { faultsOf } from '../copy.ts';
import { type Dice, dice } from '../dice.ts';
import { lostOf } from '../found.ts';
import { foundHousehold, type Household, SETTINGS } from '../household.ts';
import { createWriter, emptyJournal, type Journal } from '../journal.ts';
import { until } from '../moments.ts';
import { onInstall } from '../people.ts';
import type { Server } from '../server.ts';
import type { Proof, Seen, Size } from './promise.ts';

const EXTENT = { short: { writes: 600, kills: 6 }, full: { writes: 10_000, kills: 50 } };
const WRITERS = 16;
/** Milliseconds. */
const READY_IN = 2_000;

export const crash: Proof = {
  name: 'crash',
  promise: 'An acknowledged write survives a crash',
  demanded: '10,000 acknowledged writes, kill -9 at 50 random moments: 0 lost, file whole, ready in 2 s',
  short: true,
  measure: size => onInstall(SETTINGS, server => measured(server, size)),
};

async function measured(server: Server, size: Size): Promise<Seen> {
  const { writes, kills } = EXTENT[size];
  const household = await foundHousehold(server, WRITERS);
  const journal = emptyJournal();
  const { faults, slowest } = await writeThroughCrashes(server, household, journal, writes, kills);
  faults.push(...(await faultsAfter(server)));
  const lost = await lostOf(household.everybody, journal.acknowledged);
  faults.push(...journal.refused.map(refusal => `the server said: ${refusal}`));
  const count = journal.acknowledged.length;
  const ready = size === 'full' ? `, ready again in ${Math.ceil(slowest)} ms at the most` : '';
  const what = [...lost, ...faults].slice(0, 3).map(line => `; ${line}`);
  return {
    measured: `${count} acknowledged by ${WRITERS} writers at once, ${kills} kills, ${journal.unanswered} unanswered: ${lost.length} lost, ${faults.length} faults${ready}${what.join('')}`,
    kept: lost.length === 0 && faults.length === 0 && (size === 'short' || slowest <= READY_IN),
  };
}

/** All people write all the time. A person who finds the server dead continues when it is back. */
async function writeThroughCrashes(
  server: Server,
  household: Household,
  journal: Journal,
  writes: number,
  kills: number,
): Promise<{ faults: string[]; slowest: number }> {
  const random = dice(1);
  let left = kills;
  let isUp = Promise.resolve();
  const writers = household.everybody.map(async (by, at) => {
    const writer = createWriter(household, by, dice(at), journal);
    try {
      while (left > 0 || journal.acknowledged.length < writes) {
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
      await momentOf(random, journal, Math.ceil(writes / kills));
      if (left === 0) return;
      const back = Promise.withResolvers<void>();
      isUp = back.promise;
      await server.kill();
      faults.push(...(await faultsOf(server.file)));
      slowest = Math.max(slowest, await server.start());
      back.resolve();
    }
  }
  // A writer that the server says no to ends the run.
  await Promise.all([killAll(), ...writers]);
  return { faults, slowest };
}

/** After so many acknowledgements on average, and not only at the moment of one. */
async function momentOf(random: Dice, { acknowledged }: Journal, average: number): Promise<void> {
  const enough = acknowledged.length + 1 + random(2 * average - 1);
  await until(() => acknowledged.length >= enough, 'the next acknowledged write');
  await wait(random(10));
}

async function faultsAfter(server: Server): Promise<string[]> {
  await server.kill();
  const faults = await faultsOf(server.file);
  await server.start();
  return faults;
}
