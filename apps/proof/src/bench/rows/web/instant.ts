import type { Row } from '../../bench.ts';
import { timeRow } from './time-row.ts';

/** What `apps/web/e2e/instant.ts` measures, in milliseconds. */
interface Instant {
  coldOpen: Record<'online' | 'offline', number>;
  queue: number;
}

const MOST_OPEN_MS = 500;
const MOST_QUEUE_MS = 2_000;

/** Cold starts of the installed app, and a queue of 300 changes. */
export function instantRows({ coldOpen, queue }: Instant): Row[] {
  return [
    timeRow('Installed app, cold start to the list, Slow 4G, CPU ÷ 4', coldOpen.online, MOST_OPEN_MS),
    timeRow(
      'Installed app, cold start to the list without a server, CPU ÷ 4',
      coldOpen.offline,
      MOST_OPEN_MS,
    ),
    timeRow('300 queued changes, network back to all applied', queue, MOST_QUEUE_MS),
  ];
}
