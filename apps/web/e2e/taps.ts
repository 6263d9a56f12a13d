import { NETWORKS } from '@onus/proof/faults';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { restOf } from './api.ts';
import { tapBarePage } from './bare-page.ts';
import { makeHousehold } from './household.ts';
import { type Install, removeInstall, startInstall } from './install.ts';
import { ANA, login, type Person, register } from './journey.ts';
import { type Open, PHONE, percentile, type Result, resultPainted, SLOWDOWN, tap } from './slow-phone.ts';
import { createThread } from './thread.ts';

/** Milliseconds from the end of a tap, or a key, to the paint of its result, p95, with the CPU slowed 4 times. */
export type Taps = Record<'complete' | 'tick' | 'add' | 'send', number>;

/** @property bare the same for taps on a page with nothing but a button, before those of each action. */
export interface Round {
  taps: Taps;
  bare: number;
}

const TIMES = 24;
/** Taps of the bare page before each action. */
const BARE_TIMES = 8;
/** Milliseconds between two actions: longer than a ticked row keeps its place. */
const REST = 1_000;
/** Milliseconds between two keys of someone who types fast. */
const KEY = 80;
const BEN: Person = { name: 'Ben', email: 'ben@example.com', password: 'battery staple' };

export async function measureTaps(open: Open, network: 'latency-0' | 'latency-400'): Promise<Round> {
  const install = await startInstall({}, NETWORKS[network]);
  const desk = await openDesk(await open(install.url), install);
  // The fields that add are on the page of a desktop, where they get their keys.
  const phone = await (await open(install.url, PHONE)).newPage();
  await login(phone, ANA);
  // The installation, some seconds after the first visit, takes the other processor of a small machine.
  for (const page of [desk, phone]) await isInstalled(page);
  const bare: number[] = [];
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
    bare.push(...(await tapBarePage(open, BARE_TIMES)));
    // Another screen of the household has a processor of its own. Here it would take this one to show the change.
    await (page === desk ? phone : desk).goto('about:blank');
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
      number => typed(desk.getByLabel('Quick add'), `Line ${number}`, KEY),
      number => ({ css: `button[aria-label="Complete Line ${number}"]` }),
    ),
    send: await timed(
      desk,
      '/dash/messages',
      number => typed(desk.getByPlaceholder('Write a message'), `Message ${number}`, KEY),
      number => ({ css: '[role="log"] li:last-child *', text: `Message ${number}` }),
    ),
  };
  await phone.context().close();
  await desk.context().close();
  await removeInstall(install);
  return { taps, bare: percentile(bare, 0.95) };
}

/** Types a line and sends it. @param pause Milliseconds between two keys; 0 writes the text at once. */
export async function typed(field: Locator, text: string, pause = 0): Promise<void> {
  if (pause > 0) await field.pressSequentially(text, { delay: pause });
  else await field.fill(text);
  await field.press('Enter');
}

export async function isInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

/** Ana with a member and an open thread. */
export async function openDesk(context: BrowserContext, install: Install): Promise<Page> {
  const page = await context.newPage();
  await register(page, BEN);
  await context.clearCookies();
  await register(page, ANA, 'Manager');
  makeHousehold(install, ANA, [BEN]);
  await page.goto('/dash/messages');
  await createThread(page, ['Ben'], 'Hello');
  return page;
}
