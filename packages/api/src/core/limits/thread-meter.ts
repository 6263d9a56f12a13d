import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { ThreadUse } from '@onus/contract/admin/thread-use';

/** Measures how busy the server's thread is. It runs out before anything else of an installation does. */
export interface ThreadMeter {
  /** What came before does not count. */
  begin(): void;
  /** Ends a minute. */
  sample(): void;
  /** Null in the first minute. */
  use(): ThreadUse | null;
}

const MINUTES_OF_A_DAY = 24 * 60;

/** @param read the time that the thread was busy and idle, since a moment of its own. */
export function createThreadMeter(
  read: () => EventLoopUtilization = performance.eventLoopUtilization,
): ThreadMeter {
  let before = read();
  const minutes: number[] = [];
  return {
    begin() {
      before = read();
    },
    sample() {
      const now = read();
      minutes.push(performance.eventLoopUtilization(now, before).utilization);
      if (minutes.length > MINUTES_OF_A_DAY) minutes.shift();
      before = now;
    },
    use() {
      const lastMinute = minutes.at(-1);
      return lastMinute === undefined ? null : { lastMinute, busiestMinute: Math.max(...minutes) };
    },
  };
}
