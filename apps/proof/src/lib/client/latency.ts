import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../statistics.ts';
import { send } from './http-client.ts';

/** Duration of a call in ms, whatever its response. */
export async function timed(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

/** p99 of one well-behaved client that reads for this many ms. */
export function p99OfReads(url: string, token: string, ms: number, pause = PAUSE): Promise<number> {
  const end = performance.now() + ms;
  return p99OfReadsUntil(url, token, () => performance.now() >= end, pause);
}

/** Milliseconds. */
const PAUSE = 5;

/**
 * The same until a condition holds. With this pause it reads a list or a file of the app, in turns. The server reads the list
 * in its own thread and the file outside of it.
 */
async function p99OfReadsUntil(
  url: string,
  token: string,
  isOver: () => boolean,
  pause: number,
): Promise<number> {
  const took: number[] = [];
  while (!isOver()) {
    const path = took.length % 2 === 0 ? '/tasks' : '/favicon.svg';
    took.push(
      await timed(async () => {
        const { status } = await send(url, path, { token });
        if (status !== 200) throw new Error(`a good client got ${status}`);
      }),
    );
    await sleep(pause);
  }
  return quantile(took, 0.99);
}

/** "12.3 ms" */
export function inMs(value: number): string {
  return `${value.toFixed(1)} ms`;
}
