import { setTimeout as wait } from 'node:timers/promises';

/** The calls that have begun and not ended, also those whose client is gone. */
export interface CallsInFlight {
  run<T>(call: () => Promise<T>): Promise<T>;
  /** Ends when there is none, or after some milliseconds. @returns whether there is none. */
  settled(longest: number): Promise<boolean>;
}

export function createCallsInFlight(): CallsInFlight {
  let size = 0;
  let whenNone = Promise.withResolvers<void>();
  return {
    async run(call) {
      size += 1;
      try {
        return await call();
      } finally {
        size -= 1;
        if (size === 0) {
          whenNone.resolve();
          whenNone = Promise.withResolvers();
        }
      }
    },
    async settled(longest) {
      if (size > 0) await Promise.race([whenNone.promise, wait(longest, undefined, { ref: false })]);
      return size === 0;
    },
  };
}
