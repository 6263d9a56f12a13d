import { join } from 'node:path';
import { runOperatorCommand } from '../../../../lib/server/onus-command.ts';
import { exceptions } from '../../../../lib/statistics.ts';
import type { Proof, Result, Size } from '../../../proof.ts';
import { differencesOf } from './expected.ts';
import { household, type Play, settle, storedBy, withPlay } from './play.ts';
import { tap } from './taps.ts';

/** Taps of each browser, before the backup and after it. */
const TAPS = { short: 4, full: 60 };
/** Of the household's three, of which the first two are one person's. */
const BROWSERS = { short: [0, 2], full: [0, 1, 2] };

export const restoredServer: Proof = {
  name: 'restored-server',
  guarantee: 'A server restored from a backup recovers what its clients know',
  target:
    'restore of an older copy with 3 browsers online: 0 of their acknowledged operations missing after a minute, 0 duplicated',
  short: true,
  measure: size =>
    withPlay(
      async server => (await household(server)).filter((_, at) => BROWSERS[size].includes(at)),
      play => restored(play, size),
    ),
};

async function restored(play: Play, size: Size): Promise<Result> {
  const { server, phones } = play;
  const copy = join(server.dataDir, 'copy.sqlite');
  const wrong = await tapped(play, 'before', TAPS[size]);
  await runOperatorCommand(server.dataDir, ['backup', copy]);
  wrong.push(...(await tapped(play, 'after', TAPS[size])));
  await server.stop();
  await runOperatorCommand(server.dataDir, ['restore', copy]);
  const missing = (await differencesOf(server.file, storedBy(phones))).length;
  await server.start();
  wrong.push(...(await settle(play)));
  const operations = storedBy(phones).flat().length;
  return {
    measured: `${exceptions(wrong, operations, 'acknowledged operations were missing or duplicated')}; the restored copy differed in ${missing} rows; all were back ${(play.longest / 1000).toFixed(1)} s after the last reconnect`,
    holds: wrong.length === 0 && missing > 0,
  };
}

/** Everybody taps, and the server has acknowledged it all at the end. @returns what went wrong. */
async function tapped(play: Play, when: string, taps: number): Promise<string[]> {
  await Promise.all(
    play.phones.map(async (phone, number) => {
      for (let at = 0; at < taps; at += 1) {
        await tap(phone, play.random, `${when}.${number}.${at}`).catch(() => {});
      }
    }),
  );
  return settle(play);
}
