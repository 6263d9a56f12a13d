import { NOTICE_CHANNELS, type NoticeChannel } from '@onus/contract/notify/settings';
import type { Services } from '../core/context.ts';
import { CHANNELS } from './channels.ts';
import { deliver, OWNER, type Taken, take } from './delivery.ts';
import { hasJobs, resumeJobs } from './jobs.ts';
import { createPace } from './pace.ts';
import { createScanner } from './reminders/scanner.ts';
import { serverScope } from './server-scope.ts';

/** Sends what is queued. It never fails: what cannot be done now is done later. */
export interface Runner {
  /** Queues the reminders of this minute, and starts what is due, as much as may run at once. */
  tick(): Promise<void>;
  /** Ends when nothing is being sent. */
  idle(): Promise<void>;
}

/** @param onTrouble hears what cannot be written at the moment. */
export function createRunner(services: Services, onTrouble: (error: unknown) => void): Runner {
  const { db, commits, clock, deliveries } = services;
  /** The deliveries under way, by channel and person. */
  const running = { push: new Map<string, Promise<void>>(), mail: new Map<string, Promise<void>>() };
  /** What was delivered and could not be written down yet. It must not be sent again. */
  const unsettled: (() => Promise<boolean>)[] = [];
  const pace = createPace();
  const scanner = createScanner(services);
  let isResumed = false;

  async function run(channel: NoticeChannel, { batch, addressed }: Taken): Promise<void> {
    if (!addressed) return;
    const settle = await deliver(services, channel, batch, addressed);
    if (!(await settle())) unsettled.push(settle);
  }

  function start(channel: NoticeChannel, taken: Taken): void {
    const userId = taken.addressed?.userId;
    if (!userId) {
      deliveries.add(channel, 'dropped');
      return;
    }
    pace.count(channel, userId, clock());
    const ending = run(channel, taken)
      .catch(onTrouble)
      .finally(() => running[channel].delete(userId));
    running[channel].set(userId, ending);
  }

  async function fill(channel: NoticeChannel): Promise<void> {
    while (running[channel].size < CHANNELS[channel].atOnce) {
      const busy = [...running[channel].keys(), ...pace.resting(channel, clock())];
      // Only looked at while there is nothing to do.
      if (!hasJobs(db, serverScope({ clock }), channel, busy)) return;
      const taken = await take(services, channel, busy);
      if (taken) start(channel, taken);
    }
  }

  async function work(): Promise<void> {
    if (!isResumed) await commits.run(() => resumeJobs(db, serverScope({ clock })), OWNER);
    isResumed = true;
    for (const settle of unsettled.splice(0)) if (!(await settle())) unsettled.push(settle);
    await scanner.scan();
    for (const channel of NOTICE_CHANNELS) await fill(channel);
  }

  return {
    tick: () => work().catch(onTrouble),
    async idle() {
      await Promise.all(NOTICE_CHANNELS.flatMap(channel => [...running[channel].values()]));
    },
  };
}
