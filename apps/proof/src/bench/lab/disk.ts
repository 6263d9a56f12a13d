import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Bytes of a commit of one change, and of the file that the commits go around in, as in a log. */
const COMMIT = 16_384;
const LOG = 4_194_304;

/**
 * What the disk of the databases takes for commits, without a database: so many each second, each synced, one after the other.
 * @returns milliseconds of each from the time at which it was due, so that those which wait behind a slow one count.
 */
export async function timesOfCommits(rate: number, seconds: number): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'onus-disk-'));
  const file = await open(join(folder, 'log'), 'w');
  try {
    await file.write(Buffer.alloc(LOG));
    await file.sync();
    const pages = Buffer.alloc(COMMIT, 1);
    const times: number[] = [];
    const began = performance.now();
    for (let number = 0; number < rate * seconds; number += 1) {
      const due = began + (number / rate) * 1_000;
      const early = due - performance.now();
      if (early > 0) await wait(early);
      await file.write(pages, 0, COMMIT, (number * COMMIT) % LOG);
      await file.datasync();
      times.push(performance.now() - due);
    }
    return times;
  } finally {
    await file.close();
    await rm(folder, { recursive: true });
  }
}
