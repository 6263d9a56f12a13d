import type { Row } from '../../bench.ts';
import { timeRow } from './time-row.ts';
import { webFigures } from './web-figures.ts';

/** What `apps/web/e2e/tap-speed.ts` prints: milliseconds, p95, by round trip time. */
interface Speed {
  taps: Record<'0' | '400', Record<keyof typeof ACTIONS, number>>;
  bare: Record<'0' | '400', number>;
}

const ACTIONS = {
  complete: 'Completing a task',
  tick: 'Checking off an item',
  add: 'Adding a task',
  send: 'Sending a message',
};

/** 50 ms and one frame. */
const MOST_MS = 50 + 1_000 / 60;

/** From a tap, or a key, to the paint of its result, beside a tap on a page with nothing but a button. */
export async function measureTaps(): Promise<Row[]> {
  const { taps, bare } = await webFigures<Speed>('tap-speed.ts');
  const actions = Object.entries(ACTIONS) as [keyof typeof ACTIONS, string][];
  const latencies = ['0', '400'] as const;
  return actions.flatMap(([action, name]) =>
    latencies.map(latency =>
      timeRow(
        `${name}, tap to paint at ${latency} ms latency, CPU ÷ 4, p95`,
        taps[latency][action],
        MOST_MS,
        ['bare page', bare[latency]],
      ),
    ),
  );
}
