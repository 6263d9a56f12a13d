import { NETWORKS } from '@onus/proof/faults';
import type { BrowserContext, CDPSession, Locator, Page } from '@playwright/test';
import { restOf } from './api.ts';
import { makeHousehold } from './household.ts';
import { type Install, removeInstall, startInstall } from './install.ts';
import { ANA, login, type Person, register } from './journey.ts';
import {
  type Open,
  PHONE,
  percentile,
  type Result,
  resultPainted,
  SLOWDOWN,
  slowDown,
  tap,
} from './slow-phone.ts';
import { createThread } from './thread.ts';

/** All figures are milliseconds. */
export interface Instant {
  /**
   * From the end of a tap, or a key, to the paint of its result, p95, with the CPU slowed 4 times, by round trip time and
   * action; the median of the rounds, because another program on the machine slows a second or two of one.
   */
  taps: Record<'0' | '400', Taps>;
  /** From a cold start of the installed app to its list, on a slow network and a CPU slowed 4 times, median. */
  coldOpen: Record<'online' | 'offline', number>;
  /** From the return of the network until the server has everything that was queued. */
  queue: number;
}

type Taps = Record<'complete' | 'tick' | 'add' | 'send', number>;

const ROUNDS = 3;
const TIMES = 24;
/** Milliseconds between two actions: longer than a ticked row keeps its place. */
const REST = 1_000;
const OPENINGS = 7;
const BEN: Person = { name: 'Ben', email: 'ben@example.com', password: 'battery staple' };

/** @param queued the number of changes that wait for the network. */
export async function measureInstant(open: Open, queued: number): Promise<Instant> {
  const [near, far]: [Taps[], Taps[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    near.push(await measureTaps(open, 'latency-0'));
    far.push(await measureTaps(open, 'latency-400'));
  }
  const taps = { 0: medianOf(near), 400: medianOf(far) };
  return { taps, ...(await measureOpenings(open, queued)) };
}

function medianOf(rounds: readonly Taps[]): Taps {
  const of = (action: keyof Taps) =>
    percentile(
      rounds.map(taps => taps[action]),
      0.5,
    );
  return { complete: of('complete'), tick: of('tick'), add: of('add'), send: of('send') };
}

async function measureTaps(open: Open, network: 'latency-0' | 'latency-400'): Promise<Taps> {
  const install = await startInstall({}, NETWORKS[network]);
  const desk = await household(await open(install.url), install);
  // The fields that add are on the page of a desktop, where they get their keys.
  const phone = await (await open(install.url, PHONE)).newPage();
  await login(phone, ANA);
  // The installation, some seconds after the first visit, takes the other processor of a small machine.
  for (const page of [desk, phone]) await isInstalled(page);
  const call = await restOf(desk);
  const numbers = Array.from({ length: TIMES }, (_one, index) => index + 1);
  for (const number of numbers) {
    await call('post', '/tasks', { title: `Chore ${number}`, dueDate: new Date().toISOString() });
    await call('post', '/groceries', { name: `Item ${number}`, count: 1 });
  }

  async function timed(
    page: Page,
    path: string,
    act: (number: number) => Promise<void>,
    result: (number: number) => Result,
  ) {
    const slow = await page.context().newCDPSession(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const times: number[] = [];
    for (const number of numbers) {
      const painted = page.evaluate(resultPainted, result(number));
      await act(number);
      times.push(await painted);
      await page.waitForTimeout(REST);
    }
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    return percentile(times, 0.95);
  }

  const taps = {
    complete: await timed(
      phone,
      '/dash/tasks',
      number => tap(phone.getByRole('button', { name: `Complete Chore ${number}`, exact: true })),
      number => ({ css: `button[aria-label="Complete Chore ${number}"][aria-pressed="true"]` }),
    ),
    tick: await timed(
      phone,
      '/dash/groceries',
      number => tap(phone.getByRole('button', { name: `Tick off Item ${number}`, exact: true })),
      number => ({ css: `button[aria-label="Tick off Item ${number}"][aria-pressed="true"]` }),
    ),
    add: await timed(
      desk,
      '/dash/tasks',
      number => typed(desk.getByLabel('Quick add'), `Line ${number}`),
      number => ({ css: 'article h2 > span', text: `Line ${number}` }),
    ),
    send: await timed(
      desk,
      '/dash/messages',
      number => typed(desk.getByPlaceholder('Write a message'), `Message ${number}`),
      number => ({ css: '[role="log"] *', text: `Message ${number}` }),
    ),
  };
  await phone.context().close();
  await desk.context().close();
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

async function isInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
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
