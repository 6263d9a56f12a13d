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

/** Milliseconds that the finger of a quick tap is on the screen. */
const TOUCH = 80;

/**
 * Taps as a finger does. Playwright's own tap takes no time at all, so that a slow processor is still busy with its
 * beginning, and looks at the page while it happens.
 */
export async function tap(button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error(`Nothing to tap: ${button}`);
  const page = button.page();
  const finger = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(TOUCH);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}

/** Something on the page: what a CSS selector finds, with this text if there is one. */
export interface Result {
  css: string;
  text?: string;
}

/**
 * Milliseconds from the end of the next tap, or an Enter key, to the paint that shows a result; without either, from the
 * beginning of the navigation. If the result comes before the first frame after an event of the press, the browser says when
 * that frame was on the screen (Event Timing, to 8 ms). Else it is the next task after the frame, which may have to wait for
 * more frames.
 */
export function resultPainted({ css, text }: Result): Promise<number> {
  return new Promise(resolve => {
    let began = 0;
    /** The last event of the press, until a frame follows it. */
    let unpainted: Event | null = null;
    const listening = new AbortController();
    const entries: PerformanceEntry[] = [];
    const timing = new PerformanceObserver(list => entries.push(...list.getEntries()));
    const eventsOf16ms: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      durationThreshold: 16,
    };
    timing.observe(eventsOf16ms);
    for (const type of ['pointerup', 'keydown', 'click'])
      addEventListener(type, press, { capture: true, signal: listening.signal });
    // Looks only at what changes, because looking takes time that an app without a measurement has.
    const watch = new MutationObserver(changes => {
      if (changes.some(isResult)) ends();
    });
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    if (isIn(document)) ends();

    function press(event: Event): void {
      if (event instanceof KeyboardEvent && event.key !== 'Enter') return;
      // A click that the app makes of a touch, or a form of a key, has no time of its own.
      if (event instanceof MouseEvent && event.type === 'click' && event.detail === 0) return;
      if (event.type !== 'click') began = event.timeStamp;
      unpainted = event;
      requestAnimationFrame(() => {
        unpainted = null;
      });
    }

    function ends(): void {
      watch.disconnect();
      listening.abort();
      const event = unpainted;
      requestAnimationFrame(() => {
        const painted = new MessageChannel();
        painted.port1.onmessage = () => {
          const later = performance.now() - began;
          // The browser reports a frame some time after it.
          setTimeout(() => {
            timing.disconnect();
            const own = entries.find(
              ({ name, startTime }) => name === event?.type && startTime === event.timeStamp,
            );
            resolve(own ? own.startTime + own.duration - began : later);
          }, 500);
        };
        painted.port2.postMessage(null);
      });
    }

    function isResult({ target, addedNodes }: MutationRecord): boolean {
      const changed = target instanceof Element ? target : target.parentElement;
      return (changed !== null && isIt(changed)) || [...addedNodes].some(isIn);
    }

    function isIn(node: Node): boolean {
      if (node instanceof Element && isIt(node)) return true;
      return 'querySelectorAll' in node && [...(node as ParentNode).querySelectorAll(css)].some(isIt);
    }

    function isIt(element: Element): boolean {
      return element.matches(css) && (text === undefined || element.textContent === text);
    }
  });
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
