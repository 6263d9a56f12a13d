import { setTimeout as wait } from 'node:timers/promises';

/** Polls every millisecond. @param what the condition, for the error message. */
export async function waitUntil(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  { patience = 60_000, every = 1 } = {},
): Promise<void> {
  const end = performance.now() + patience;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${what} did not come in ${patience / 1000} s`);
    await wait(every);
  }
}

/**
 * Starts work in the background. A failure reaches the later `await`. Before that it is not an unhandled rejection,
 * which would end the whole run.
 */
export function inBackground<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

/** @throws Error when the work takes longer. It is not ended by that. @param patience in ms. */
export async function withinTime<T>(work: Promise<T>, patience: number): Promise<T> {
  const late = new AbortController();
  try {
    return await Promise.race([
      work,
      wait(patience, null, { signal: late.signal }).then(() => {
        throw new Error(`it took longer than ${patience / 1000} s`);
      }),
    ]);
  } finally {
    late.abort();
  }
}

/** Runs the work for each item with limited concurrency, and returns the results in order. */
export async function inParallel<T, R>(
  width: number,
  all: readonly T[],
  work: (one: T, at: number) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  const rest = all.entries();
  async function lane(): Promise<void> {
    for (const [at, one] of rest) done[at] = await work(one, at);
  }
  await Promise.all(Array.from({ length: width }, lane));
  return done;
}
