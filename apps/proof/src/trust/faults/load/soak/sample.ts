import { readdirSync, statSync } from 'node:fs';
import type { Server } from '../../../../lib/server/server.ts';
import { median, quantile } from '../../../../lib/statistics.ts';

/** What a server holds after a round, when all browsers of the round have gone. */
export interface Sample {
  /** Bytes after garbage collection. */
  heap: number;
  /** Open files and connections; 0 where the system does not tell. */
  descriptors: number;
  timers: number;
  /** p99 of the calls of the round, in milliseconds. */
  slow: number;
  /** Bytes of the database file. */
  file: number;
  /** Bytes of its write-ahead log. */
  wal: number;
}

/** @param times of the calls of the round, in milliseconds */
export async function sampleOf(server: Server, times: readonly number[]): Promise<Sample> {
  return {
    // First: it waits until connections that clients have closed are released.
    heap: await server.sendCommand({ heap: true }),
    descriptors: process.platform === 'linux' ? readdirSync(`/proc/${server.pid()}/fd`).length : 0,
    timers: await server.sendCommand({ timers: true }),
    slow: quantile([...times], 0.99),
    file: statSync(server.file).size,
    wal: statSync(`${server.file}-wal`).size,
  };
}

/** The medians of the first and of the second half. */
export function halvesOf(samples: readonly Sample[]): [Sample, Sample] {
  const half = samples.length >> 1;
  return [middleOf(samples.slice(0, half)), middleOf(samples.slice(half))];
}

function middleOf(samples: readonly Sample[]): Sample {
  const middle = (of: (sample: Sample) => number) => median(samples.map(of));
  return {
    heap: middle(one => one.heap),
    descriptors: middle(one => one.descriptors),
    timers: middle(one => one.timers),
    slow: middle(one => one.slow),
    file: middle(one => one.file),
    wal: middle(one => one.wal),
  };
}
