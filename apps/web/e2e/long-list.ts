import type { Page } from '@playwright/test';

/** Scrolling and keyboard speed of a list. */
export interface Feel {
  /** Frames per second while scrolling. */
  frames: number;
  /** Milliseconds from a key to the next paint, p95. */
  key: number;
}

/** Measures the list that is open on a page: a few seconds of scrolling, then the keys that walk through it. */
export async function feelOf(page: Page, seconds: number): Promise<Feel> {
  const frames = await page
    .getByRole('tabpanel')
    .locator('div')
    .first()
    .evaluate(scrolled, seconds * 1_000);
  await page.evaluate(watchKeys);
  for (let press = 0; press < 20 * seconds; press += 1) {
    await page.keyboard.press(press % 8 < 6 ? 'j' : 'k');
    await page.waitForTimeout(60);
  }
  const times = await page.evaluate(() => (globalThis as unknown as { keys: number[] }).keys);
  const sorted = times.toSorted((one, other) => one - other);
  return { frames, key: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN };
}

/** The speed of a flick. A person cannot see half a screen per frame. */
function scrolled(box: Element, forMs: number): Promise<number> {
  return new Promise(resolve => {
    let frames = 0;
    let began = 0;
    requestAnimationFrame(function next(now) {
      began ||= now;
      if (now - began >= forMs) return resolve((frames * 1_000) / (now - began));
      frames += 1;
      box.scrollTop += 40;
      requestAnimationFrame(next);
    });
  });
}

/** Time from a key press to the paint of its effect. The message arrives after the paint. */
function watchKeys(): void {
  const keys: number[] = [];
  Object.assign(globalThis, { keys });
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => keys.push(performance.now() - timeStamp);
      requestAnimationFrame(() => painted.port2.postMessage(null));
    },
    { capture: true },
  );
}
