import { setTimeout as wait } from 'node:timers/promises';
import { hasUnindexed, indexSlice } from '@onus/db/search-index';
import type { Services } from '../core/context.ts';

/** Tries in a row to write a slice: another process may hold the file for a moment. */
const TRIES = 3;

/** Slices that a search waits for: what a household writes in many minutes, and less than a second of work. */
const SEARCH_WAITS_FOR = 200;

/** The sweep rests this many times as long as a slice took: after an upgrade the queue takes minutes. */
const REST = 4;

type Indexed = Pick<Services, 'db' | 'commits'>;

/**
 * Brings the index of words up to date, beside the calls of people. Ends early at the signal, and where the file cannot be
 * written now: a search then misses the latest changes.
 */
export async function catchUp({ db, commits }: Indexed, signal: AbortSignal): Promise<void> {
  let failed = 0;
  while (failed < TRIES && !signal.aborted && hasUnindexed(db)) {
    const began = performance.now();
    failed = (await commits.attempt(() => indexSlice(db))) ? 0 : failed + 1;
    // Resolves early at the signal.
    await wait(REST * (performance.now() - began), undefined, { signal }).catch(() => {});
  }
}

/**
 * The same for one search, without rests: the newest rows come first, and a long queue, as after an upgrade or an import,
 * is left to the sweep.
 */
export async function catchUpForSearch({ db, commits }: Indexed): Promise<void> {
  let failed = 0;
  for (let done = 0; done < SEARCH_WAITS_FOR && failed < TRIES && hasUnindexed(db); done += 1) {
    failed = (await commits.attempt(() => indexSlice(db))) ? 0 : failed + 1;
  }
}
