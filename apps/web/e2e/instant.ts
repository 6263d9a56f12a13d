import { NETWORKS } from '@onus/proof/faults';
import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test';
import { restOf } from './api.ts';
import { makeHousehold } from './household.ts';
import { type Install, removeInstall, startInstall } from './install.ts';
import { ANA, type Person, register } from './journey.ts';
import { createThread } from './thread.ts';

/** All figures are milliseconds. */
export interface Instant {
  /** From a tap or key to the paint of its result, p95, with the CPU slowed 4 times, by round trip time and action. */
  taps: Record<'0' | '400', Record<'complete' | 'tick' | 'add' | 'send', number>>;
  /** From a cold start of the installed app to its list, on a slow network and a CPU slowed 4 times, median. */
  coldOpen: Record<'online' | 'offline', number>;
  /** From the return of the network until the server has everything that was queued. */
  queue: number;
}

const SLOWDOWN = 4;
/** Chromium's preset "Slow 4G", in ms and bytes per second. */
const SLOW_4G = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const TIMES = 20;
const OPENINGS = 7;
const BEN: Person = { name: 'Ben', email: 'ben@example.com', password: 'battery staple' };

/** Opens a browser with an empty profile, at the address of a server. */
type Open = (baseURL: string) => Promise<BrowserContext>;

/** @param queued the number of changes that wait for the network. */
export async function measureInstant(open: Open, queued: number): Promise<Instant> {
  const near = await measureTaps(open, 'latency-0');
  const far = await measureTaps(open, 'latency-400');
  return { taps: { 0: near, 400: far }, ...(await measureOpenings(open, queued)) };
}

async function measureTaps(open: Open, network: 'latency-0' | 'latency-400') {
  const install = await startInstall({}, NETWORKS[network]);
  const page = await household(await open(install.url), install);
  const call = await restOf(page);
  const numbers = Array.from({ length: TIMES }, (_one, index) => index + 1);
  for (const number of numbers) {
    await call('post', '/tasks', { title: `Chore ${number}`, dueDate: new Date().toISOString() });
    await call('post', '/groceries', { name: `Item ${number}`, count: 1 });
  }
  const slow = await page.context().newCDPSession(page);

  async function timed(
    path: string,
    act: (number: number) => Promise<void>,
    result: (number: number) => string,
  ) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const times: number[] = [];
    for (const number of numbers) {
      const painted = page.evaluate(resultPainted, result(number));
      await act(number);
      times.push(await painted);
    }
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return percentile(times, 0.95);
  }

  const taps = {
    complete: await timed(
      '/dash/tasks',
      number => page.getByRole('button', { name: `Complete Chore ${number}`, exact: true }).click(),
      number => `//button[@aria-label="Complete Chore ${number}" and @aria-pressed="true"]`,
    ),
    tick: await timed(
      '/dash/groceries',
      number => page.getByRole('button', { name: `Tick off Item ${number}`, exact: true }).click(),
      number => `//button[@aria-label="Tick off Item ${number}" and @aria-pressed="true"]`,
    ),
    add: await timed(
      '/dash/tasks',
      number => typed(page.getByLabel('Quick add'), `Line ${number}`),
      number => `//article//*[normalize-space(text())="Line ${number}"]`,
    ),
    send: await timed(
      '/dash/messages',
      number => typed(page.getByPlaceholder('Write a message'), `Message ${number}`),
      number => `//*[@role="log"]//*[normalize-space(text())="Message ${number}"]`,
    ),
  };
  await page.context().close();
  await removeInstall(install);
  return taps;
}

async function typed(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('Enter');
}

async function measureOpenings(open: Open, queued: number): Promise<Pick<Instant, 'coldOpen' | 'queue'>> {
  const install = await startInstall();
  const context = await open(install.url);
  const page = await household(context, install);
  await page.goto('/dash/tasks');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const queue = await measureQueue(page, queued);
  await page.close();
  const online = await measureColdOpen(context);
  await install.stop();
  const offline = await measureColdOpen(context);
  await context.close();
  await install.restart();
  await removeInstall(install);
  return { coldOpen: { online, offline }, queue };
}

async function measureQueue(page: Page, queued: number): Promise<number> {
  await page.context().setOffline(true);
  for (let number = 1; number <= queued; number += 1) {
    await typed(page.getByLabel('Quick add'), `Chore ${number}`);
  }
  await page.getByRole('button', { name: `Offline · ${queued} waiting` }).waitFor();
  const isSent = page.evaluate(allSent);
  await page.context().setOffline(false);
  return isSent;
}

async function measureColdOpen(context: BrowserContext): Promise<number> {
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    const page = await context.newPage();
    const slow = await context.newCDPSession(page);
    await stopWorkers(slow);
    await slow.send('Network.enable');
    await slow.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
    await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.goto('/dash/tasks', { waitUntil: 'commit' });
    times.push(await page.evaluate(resultPainted, '//article'));
    await page.close();
  }
  return percentile(times, 0.5);
}

/** A browser also stops the worker of an app that has been closed for a while. */
async function stopWorkers(session: CDPSession): Promise<void> {
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
}

/** Ana with a member and an open thread. */
async function household(context: BrowserContext, install: Install): Promise<Page> {
  const page = await context.newPage();
  await register(page, BEN);
  await context.clearCookies();
  await register(page, ANA, 'Manager');
  makeHousehold(install, ANA, [BEN]);
  await page.goto('/dash/messages');
  await createThread(page, ['Ben'], 'Hello');
  return page;
}

/**
 * Milliseconds from the next tap or Enter key to the paint that shows what an XPath finds; without either, from the
 * beginning of the navigation.
 */
function resultPainted(path: string): Promise<number> {
  return new Promise(resolve => {
    let began = 0;
    const begin = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter') return;
      began = event.timeStamp;
    };
    addEventListener('pointerdown', begin, { capture: true });
    addEventListener('keydown', begin, { capture: true });
    const isThere = () =>
      document.evaluate(path, document, null, XPathResult.ANY_UNORDERED_NODE_TYPE).singleNodeValue !== null;
    requestAnimationFrame(function look() {
      if (!isThere()) return void requestAnimationFrame(look);
      removeEventListener('pointerdown', begin, { capture: true });
      removeEventListener('keydown', begin, { capture: true });
      // The message arrives after the paint.
      const painted = new MessageChannel();
      painted.port1.onmessage = () => resolve(performance.now() - began);
      painted.port2.postMessage(null);
    });
  });
}

/** Milliseconds from the event that the network is back until no change waits. */
function allSent(): Promise<number> {
  return new Promise(resolve => {
    const onLine = ({ timeStamp }: Event) => {
      const timer = setInterval(() => {
        if (document.querySelector('[aria-label="Waiting to be sent"], [title*="waiting"]')) return;
        clearInterval(timer);
        resolve(performance.now() - timeStamp);
      }, 10);
    };
    addEventListener('online', onLine, { once: true });
  });
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
