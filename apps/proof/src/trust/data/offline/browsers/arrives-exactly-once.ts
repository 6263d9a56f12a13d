import { rm } from 'node:fs/promises';
import { OPERATIONS_HEADER } from '@onus/contract/operation/headers';
import { inBackground } from '../../../../lib/concurrency.ts';
import { buildOther, createCheckout } from '../../../../lib/server/checkout.ts';
import { exceptions } from '../../../../lib/statistics.ts';
import type { Proof, Result, Size } from '../../../proof.ts';
import { differencesOf } from './expected.ts';
import { type Phone, waitForDrained } from './phone.ts';
import { household, type Play, ROUGH, recover, settle, storedBy, withPlay } from './play.ts';
import { tap } from './taps.ts';
import { breakThings, changeToNewest, discardTyped, isNewest } from './trouble.ts';

const SIZES = { short: { rounds: 2, operations: 60 }, full: { rounds: 20, operations: 5_000 } };
/** Milliseconds after which a browser that has not changed to the newer version, although no one types, never will. */
const AT_REST = 300_000;
/** Milliseconds from the last reconnect to equal screens. */
const MOST_MS = 1_000;
/** Operations of each browser in the control. Many have the same effect twice, so a few might show nothing. */
const CONTROL = 20;

export const arrivesExactlyOnce: Proof = {
  name: 'arrives-exactly-once',
  guarantee: 'An offline write arrives exactly once',
  target:
    '3 browsers × 2 tabs, two of them of one person, 20 rounds: browsers and server killed, connections cut, requests and responses lost, an upgrade in the middle: of 5,000 stored operations 0 lost, 0 duplicated, 0 deleted rows restored, 0 wrong counts, messages in order, all screens equal within 1 s of the last reconnect; without the ledger there are duplicates',
  // It takes from 80 s to more than 5 min, depending on the load of the machine.
  short: false,
  measure: size =>
    inCheckout(builds => withPlay(household, play => proven(play, size, builds), { bundle: builds.bundle })),
};

interface Builds {
  bundle: string;
  /** Puts another build of the app in the place of the one that is served. */
  upgrade(): Promise<void>;
}

/** Builds the newer version while the first rounds run. */
async function inCheckout<T>(work: (builds: Builds) => Promise<T>): Promise<T> {
  const other = inBackground(buildOther());
  const checkout = await createCheckout();
  try {
    return await work({ bundle: checkout.server, upgrade: async () => checkout.upgrade(await other) });
  } finally {
    await checkout.remove();
    await other.then(folder => rm(folder, { recursive: true, force: true })).catch(() => {});
  }
}

async function proven(play: Play, size: Size, { upgrade }: Builds): Promise<Result> {
  const { rounds, operations } = SIZES[size];
  const { phones, server, network } = play;
  const wrong: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const isMiddle = round === Math.ceil((rounds + 1) / 2);
    await playRound(play, Math.ceil((operations * round) / rounds), round, isMiddle ? upgrade : null);
    wrong.push(...(await settle(play)).map(what => `round ${round}: ${what}`));
  }
  const { lostRequests, lostResponses } = network.seen;
  const total = countOf(phones);
  const newest = await Promise.all(phones.map(phone => isNewest(phone, server)));
  const areUpgraded = newest.every(Boolean);
  const control = await withoutLedger(play);
  return {
    measured: `${exceptions(wrong, total, 'stored operations went wrong')}; ${rounds} rounds, ${play.kills} kills, ${lostRequests} requests and ${lostResponses} responses lost, ${areUpgraded ? '' : 'not '}all browsers changed to the newer version; all screens equal at most ${play.longest} ms after the last reconnect; without the ledger ${control} rows went wrong`,
    holds: wrong.length === 0 && play.longest <= MOST_MS && total >= operations && areUpgraded && control > 0,
  };
}

/** Everybody taps at once while things break. @param operations that are stored at its end at least. */
async function playRound(
  play: Play,
  operations: number,
  round: number,
  upgrade: (() => Promise<void>) | null,
): Promise<void> {
  const { random, network, phones } = play;
  network.faults = ROUGH;
  let isOver = false;
  const trouble = inBackground(
    breakThings(play, upgrade).finally(() => {
      isOver = true;
    }),
  );
  await Promise.all(
    phones.map(async (phone, number) => {
      for (let at = 0; !isOver || countOf(phones) < operations; at += 1) {
        if (random(12) === 0) await phone.setOffline(random(2) === 0).catch(() => {});
        await tap(phone, random, `${round}.${number}.${at}`).catch(() => {});
        await phone.note().catch(() => {});
      }
    }),
  );
  await trouble;
  // Those who typed all the time were not offered the newer version.
  if (!upgrade) return;
  await discardTyped(play);
  await changeToNewest(play, AT_REST);
}

function countOf(phones: readonly Phone[]): number {
  return phones.reduce((sum, { stored }) => sum + stored.size, 0);
}

/** The same app and the same losses; only the server does not hear the ids of the operations. @returns what differs. */
async function withoutLedger(play: Play): Promise<number> {
  const { network, phones, random, server } = play;
  network.withheld = OPERATIONS_HEADER;
  network.faults = { ...ROUGH, lostRequests: 0, lostResponses: 0.6 };
  await Promise.all(
    phones.map(async (phone, number) => {
      for (let at = 0; at < CONTROL; at += 1)
        await tap(phone, random, `control.${number}.${at}`).catch(() => {});
    }),
  );
  await recover(play);
  for (const phone of phones) await waitForDrained(phone);
  return (await differencesOf(server.file, storedBy(phones))).length;
}
