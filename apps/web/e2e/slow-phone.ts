import type { Browser, BrowserContext, CDPSession, Locator } from '@playwright/test';

/** Opens a browser with an empty profile, at the address of a server. */
export type Open = (
  baseURL: string,
  options?: Parameters<Browser['newContext']>[0],
) => Promise<BrowserContext>;

/** A phone: nothing hovers, and a finger taps. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** How many times slower the processor of a cheap phone is. */
export const SLOWDOWN = 4;
/** Chromium's preset "Slow 4G", in ms and bytes per second. */
const SLOW_4G = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** Slows down the network and the processor of a page. */
export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Taps as a finger does. Playwright's own tap looks at the page while it happens, which a slow processor notices. */
export async function tap(button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error(`Nothing to tap: ${button}`);
  await button.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** Something on the page: what a CSS selector finds, with this text if there is one. */
export interface Result {
  css: string;
  text?: string;
}

/**
 * Milliseconds from the end of the next tap, or an Enter key, to the paint that shows a result; without either, from the
 * beginning of the navigation.
 */
export function resultPainted({ css, text }: Result): Promise<number> {
  return new Promise(resolve => {
    let began = 0;
    const begin = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter') return;
      began = event.timeStamp;
    };
    addEventListener('pointerup', begin, { capture: true });
    addEventListener('keydown', begin, { capture: true });
    const isThere = () =>
      text === undefined
        ? document.querySelector(css) !== null
        : [...document.querySelectorAll(css)].some(found => found.textContent === text);
    // Looks only after a change, because looking takes time that an app without a measurement has.
    const watch = new MutationObserver(look);
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    look();

    function look(): void {
      if (!isThere()) return;
      watch.disconnect();
      removeEventListener('pointerup', begin, { capture: true });
      removeEventListener('keydown', begin, { capture: true });
      requestAnimationFrame(() => {
        // The message arrives after the paint.
        const painted = new MessageChannel();
        painted.port1.onmessage = () => resolve(performance.now() - began);
        painted.port2.postMessage(null);
      });
    }
  });
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
