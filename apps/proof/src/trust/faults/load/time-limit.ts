import type { Server } from '../../../lib/server/server.ts';
import type { Result } from '../../proof.ts';
import { watchOtherCpuUse } from './other-cpu-use.ts';

const TAKES = 3;
/** The share of all processors above which other programs influence a time too much. */
const MUCH = 0.2;

/**
 * In multiples of the target. Other programs may leave the server a half or a third of the processor time that it
 * needs. A slower result is slow by itself.
 */
const FAR = 3;

interface Timed extends Result {
  /** Duration as a share of the limit. Up to 1 is in time. */
  took: number;
}

/**
 * Measures again if a result was too slow while other programs were busy, because their load passes and the server's own
 * cost stays. If they stay busy and the time is near its limit, the verdict is neither pass nor fail. Everything except
 * the time is judged at once.
 */
export async function inTime(server: Server, measure: () => Promise<Timed>): Promise<Result> {
  for (let take = 1; ; take++) {
    const others = watchOtherCpuUse([process.pid, server.pid()]);
    const { measured, holds, took } = await measure();
    const share = others();
    if (!holds || took <= 1) return { measured, holds };
    if (share < MUCH) return { measured, holds: false };
    const part = `${Math.round(100 * share)} % of the machine`;
    // Other programs may have disturbed the first takes. The last of three takes counts.
    if (take === TAKES)
      return { measured: `${measured}; other programs took ${part}`, holds: took > FAR ? false : null };
  }
}
