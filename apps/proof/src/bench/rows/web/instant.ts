import type { Row } from '../../bench.ts';
import { timeRow } from './time-row.ts';

/** What `apps/web/e2e/instant.ts` measures, in milliseconds. */
interface Instant {
  taps: Record<'0' | '400', Record<keyof typeof ACTIONS, number>>;
  bare: Record<'0' | '400', number>;
  coldOpen: Record<'online' | 'offline', number>;
  queue: number;
}

const ACTIONS = {
  complete: 'Completing a task',
  tick: 'Checking off an item',
  add: 'Adding a task',
  send: 'Sending a message',
};

/** 50 ms and one frame. */
const MOST_TAP_MS = 50 + 1_000 / 60;
const MOST_OPEN_MS = 500;
const MOST_QUEUE_MS = 2_000;

/** Taps, cold starts of the installed app, and a queue of 300 changes. */
export function instantRows({ taps, bare, coldOpen, queue }: Instant): Row[] {
  const actions = Object.entries(ACTIONS) as [keyof typeof ACTIONS, string][];
  const latencies = ['0', '400'] as const;
  return [
    ...actions.flatMap(([action, name]) =>
      latencies.map(latency =>
        timeRow(
          `${name}, tap to paint at ${latency} ms latency, CPU ÷ 4, p95`,
          taps[latency][action],
          MOST_TAP_MS,
          ['bare page', bare[latency]],
        ),
      ),
    ),
    timeRow('Installed app, cold start to the list, Slow 4G, CPU ÷ 4', coldOpen.online, MOST_OPEN_MS),
    timeRow(
      'Installed app, cold start to the list without a server, CPU ÷ 4',
      coldOpen.offline,
      MOST_OPEN_MS,
    ),
    timeRow('300 queued changes, network back to all applied', queue, MOST_QUEUE_MS),
  ];
}
