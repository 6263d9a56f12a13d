import { setTimeout as sleep } from 'node:timers/promises';
import { send } from './door.ts';
import { quantile } from './figures.ts';

/** Milliseconds a call took, whatever it answered. */
export async function timed(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

/** p99 of one good client that reads for so many milliseconds. */
export function p99OfReads(url: string, token: string, ms: number): Promise<number> {
  const end = performance.now() + ms;
  return p99OfReadsUntil(url, token, () => performance.now() >= end);
}

/**
 * The same until something is so. It reads again and again, a moment apart: a list, and a file of the app in turns.
 * The one is read in the server's own thread, the other beside it.
 */
async function p99OfReadsUntil(url: string, token: string, isOver: () => boolean): Promise<number> {
  const took: number[] = [];
  while (!isOver()) {
    const path = took.length % 2 === 0 ? '/tasks' : '/favicon.svg';
    took.push(
      await timed(async () => {
        const { status } = await send(url, path, { token });
        if (status !== 200) throw new Error(`a good client was answered ${status}`);
      }),
    );
    await sleep(5);
  }
  return quantile(took, 0.99);
}

/** "12.3 ms" */
export function inMs(value: number): string {
  return `${value.toFixed(1)} ms`;
}
