import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '@onus/api/core/context';
import { createRunner } from '@onus/api/notify/runner';
import type { FastifyBaseLogger } from 'fastify';

export interface NotifySchedule {
  /** Starts nothing more, and waits a little for what is being sent. */
  stop(): Promise<void>;
}

/** Milliseconds between two looks at the queue. */
const EVERY = 1_000;
/** What a start sends again if it is not done by then. */
const PATIENCE = 3_000;

/** Sends queued notifications, beside the calls: no call waits for one. */
export function scheduleNotifications(
  services: Services,
  log: Pick<FastifyBaseLogger, 'error'>,
): NotifySchedule {
  let isTroubled = false;
  let hadTrouble = false;
  const runner = createRunner(services, error => {
    // A full disk is written down once, not every second.
    if (!hadTrouble) log.error({ err: error }, 'notifications could not be sent');
    isTroubled = true;
  });
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    isTroubled = false;
    await runner.tick();
    hadTrouble = isTroubled;
    if (!isStopped) timer = setTimeout(next, EVERY).unref();
  }

  function next(): void {
    current = run();
  }

  let current = run();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
      await Promise.race([runner.idle(), wait(PATIENCE, undefined, { ref: false })]);
    },
  };
}
