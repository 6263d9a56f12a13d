import type { ReadonlyAtom } from '@tanstack/react-store';
import { flushSync } from 'react-dom';

const waiting: (() => void)[] = [];

/**
 * Runs the function once the browser has painted what is rendered now. It runs earlier if the person does something else
 * first or leaves the page, so that what they see is in the order of their actions. @returns when it has run.
 */
export function afterPaint(run: () => void): Promise<void> {
  return new Promise(resolve => {
    const count = waiting.push(() => {
      run();
      resolve();
    });
    // Asking for a frame takes time, and a change has many listeners.
    if (count === 1) whenPainted(runAll);
  });
}

/**
 * The same atom. What renders by it renders a change after the next paint.
 * @param isLate false for a change that cannot wait.
 */
export function heardAfterPaint<T>(atom: Pick<ReadonlyAtom<T>, 'get' | 'subscribe'>, isLate = () => true) {
  return {
    get: () => atom.get(),
    subscribe: (hear: (value: T) => void) =>
      atom.subscribe(value => void (isLate() ? afterPaint(() => hear(value)) : hear(value))),
  };
}

/** Runs the function once the browser has painted what is rendered now, whatever the person does. */
export function whenPainted(run: () => void): void {
  // A page that is not visible has no frames.
  const late = setTimeout(run, LONGEST);
  requestAnimationFrame(() => {
    clearTimeout(late);
    // The paint follows in this task. On a slow phone a frame that is due at once would hold it back.
    setTimeout(run, FRAMES);
  });
}

/** Milliseconds: of two frames, and the longest wait for one. */
const FRAMES = 32;
const LONGEST = 200;

function runAll(): void {
  // Rendered at once: a handler of the same event must see what has changed.
  for (const run of waiting.splice(0)) flushSync(run);
}

for (const type of ['pointerdown', 'keydown', 'click', 'pagehide', 'visibilitychange']) {
  addEventListener(type, runAll, { capture: true });
}
