import { createSweep, type Swept } from '@onus/api/sweep/sweep';
import type { FastifyBaseLogger } from 'fastify';

export interface SweepSchedule {
  /** Ends when no sweep is under way: the database may be closed then. */
  stop(): Promise<void>;
}

/** Milliseconds from the end of a sweep to the next. Each goes by the clock, so none is missed by a late timer. */
const EVERY = 60_000;

/** Removes what is over at the start and every minute: a flood of refusals must not grow the log for a day. */
export function scheduleSweeps(services: Swept, log: Pick<FastifyBaseLogger, 'error'>): SweepSchedule {
  const sweep = createSweep(services);
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    await sweep
      .run(ending.signal)
      .catch(error => log.error({ err: error }, 'expired rows could not be removed'));
    if (!ending.signal.aborted) timer = setTimeout(next, EVERY).unref();
  }

  function next(): void {
    current = run();
  }

  let current = run();
  return {
    async stop() {
      ending.abort();
      clearTimeout(timer);
      await current;
    },
  };
}
