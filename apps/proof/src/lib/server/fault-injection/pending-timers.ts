/** Replaces the global functions for timers by ones that count those that have neither fired nor been cleared. */
export function countTimers(): () => number {
  const pending = new Set<unknown>();
  const { setTimeout: start, setInterval: repeat, clearTimeout: clear } = globalThis;
  const startCounted = (callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const timer = start(() => {
      pending.delete(timer);
      callback(...args);
    }, ms);
    pending.add(timer);
    return timer;
  };
  const repeatCounted = (callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const timer = repeat(callback, ms, ...args);
    pending.add(timer);
    return timer;
  };
  const clearCounted = (timer?: NodeJS.Timeout | string | number) => {
    pending.delete(timer);
    clear(timer);
  };
  globalThis.setTimeout = Object.defineProperties(startCounted, propertiesOf(start)) as typeof start;
  globalThis.setInterval = Object.defineProperties(repeatCounted, propertiesOf(repeat)) as typeof repeat;
  globalThis.clearTimeout = clearCounted;
  globalThis.clearInterval = clearCounted;
  return () => pending.size;
}

/** Among them the forms that return promises. */
function propertiesOf(of: object): PropertyDescriptorMap {
  return Object.getOwnPropertyDescriptors(of);
}
