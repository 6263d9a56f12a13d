import { seededRandom } from '../../../../lib/seeded-random.ts';
import type { Server } from '../../../../lib/server/server.ts';
import { withServer } from '../../../../lib/users/accounts.ts';
import { createHousehold, SETTINGS } from '../../../../lib/users/household.ts';
import type { Proof, Result, Size } from '../../../proof.ts';
import { halvesOf, type Sample, sampleOf } from './sample.ts';
import { createLosses, type Extent, visit } from './visit.ts';

const EXTENT: Record<Size, Extent> = {
  short: { people: 4, browsers: 24, calls: 1 },
  full: { people: 16, browsers: 160, calls: 20 },
};
/** The short run counts rounds. The full run lasts a fixed time. */
const ROUNDS = 16;
const MINUTES = 120;
/** The first rounds create compiled code and prepared statements. */
const WARM_UP = 4;
/** In parts of the heap. The heap of a few rounds is still settling. */
const MOST = { short: 0.04, full: 0.02 };
/** Descriptors and timers of connections that are just closing. */
const CLOSING = 20;
/** Ratio of the two halves. The machine does other things too. */
const SLOWER = 1.5;
/** Bytes: the log is never longer where checkpoints keep up (apps/server/src/cli/commands/checks/data.ts). */
const LARGE_WAL = 100_000_000;
/** Bytes of output at the level `warn`. */
const MUCH_OUTPUT = 100_000;

export const memoryDoesNotGrow: Proof = {
  name: 'memory-does-not-grow',
  guarantee: 'Memory does not grow',
  target:
    '2 h of mixed use, 160 browsers connecting and disconnecting: in the second hour the heap after garbage collection grows by at most 2%, descriptors and timers do not grow, p99 of a call ≤ 1.5 × that of the first; write-ahead log ≤ 100 MB, output ≤ 0.1 MB',
  short: true,
  measure: (size, minutes) => withServer(SETTINGS, server => used(server, size, minutes), { preload: true }),
};

async function used(server: Server, size: Size, minutes = MINUTES): Promise<Result> {
  const household = await createHousehold(server, EXTENT[size].people);
  const random = seededRandom(5);
  const lose = createLosses();
  for (let round = 0; round < WARM_UP; round += 1) await visit(server, household, EXTENT[size], random, lose);
  const samples: Sample[] = [];
  const began = performance.now();
  const isOver = () =>
    size === 'short' ? samples.length >= ROUNDS : performance.now() - began > minutes * 60_000;
  while (!isOver()) {
    const times = await visit(server, household, EXTENT[size], random, lose);
    samples.push(await sampleOf(server, times));
  }
  const [before, after] = halvesOf(samples);
  const wal = Math.max(...samples.map(one => one.wal));
  const output = server.log().length;
  const holds = [
    after.heap / before.heap - 1 <= MOST[size],
    after.descriptors <= before.descriptors + CLOSING,
    after.timers <= before.timers + CLOSING,
    // A few calls have no p99.
    size === 'short' || after.slow <= SLOWER * before.slow,
    wal <= LARGE_WAL,
    output <= MUCH_OUTPUT,
  ];
  return {
    measured: `${samples.length} rounds of ${EXTENT[size].browsers} browsers, first and second half: heap ${inMb(before.heap)} and ${inMb(after.heap)} (${(100 * (after.heap / before.heap - 1)).toFixed(1)}% more), ${before.descriptors} and ${after.descriptors} descriptors, ${before.timers} and ${after.timers} timers, p99 ${before.slow.toFixed(1)} and ${after.slow.toFixed(1)} ms; database ${inMb(before.file)} and ${inMb(after.file)}, write-ahead log at most ${inMb(wal)}, output ${output} bytes`,
    // With few rounds the first half is still warming up.
    holds: samples.length < ROUNDS ? null : holds.every(Boolean),
  };
}

function inMb(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
