import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { removeInstall, startInstall } from './install.ts';
import { type Open, percentile, resultPainted, slowDown } from './slow-phone.ts';
import { isInstalled, openDesk, typed } from './taps.ts';

/** All figures are milliseconds. */
export interface Instant {
  /** From a cold start of the installed app to its list, on a slow network and a CPU slowed 4 times, median. */
  coldOpen: Record<'online' | 'offline', number>;
  /** From the return of the network until the server has everything that was queued. */
  queue: number;
}

const OPENINGS = 7;

/** @param queued the number of changes that wait for the network. */
export async function measureInstant(open: Open, queued: number): Promise<Instant> {
  const install = await startInstall();
  const context = await open(install.url);
  const page = await openDesk(context, install);
  await page.goto('/dash/tasks');
  await isInstalled(page);
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
    await slowDown(slow);
    await page.goto('/dash/tasks', { waitUntil: 'commit' });
    times.push(await page.evaluate(resultPainted, { css: 'article' }));
    await page.close();
  }
  return percentile(times, 0.5);
}

/** A browser also stops the worker of an app that has been closed for a while. */
async function stopWorkers(session: CDPSession): Promise<void> {
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
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
