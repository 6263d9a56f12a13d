import { setTimeout as wait } from 'node:timers/promises';

/** Looks again every millisecond. @param what it waits for, to be said when it never comes. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  patience = 60_000,
): Promise<void> {
  const end = performance.now() + patience;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${what} did not come in ${patience / 1000} s`);
    await wait(1);
  }
}

/**
 * Work that goes on while something else is awaited. Its failure belongs to the one who awaits it in the end: until
 * then it is not an unhandled rejection, which would end the whole run.
 */
export function beside<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

/** Does the work for each, so many at a time, and answers in their order. */
export async function inParallel<T, R>(
  width: number,
  all: readonly T[],
  work: (one: T, at: number) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  const rest = all.entries();
  async function hand(): Promise<void> {
    for (const [at, one] of rest) done[at] = await work(one, at);
  }
  await Promise.all(Array.from({ length: width }, hand));
  return done;
}
