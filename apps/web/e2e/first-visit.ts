import type { Page } from '@playwright/test';
import { restOf } from './api.ts';
import { removeInstall, startInstall } from './install.ts';
import { ANA, register } from './journey.ts';
import { type Open, PHONE, percentile, resultPainted, slowDown } from './slow-phone.ts';

/** Medians in milliseconds, on a slow network and a CPU slowed 4 times. */
export interface FirstVisit {
  /** Largest contentful paint of the landing page. */
  landing: number;
  /** From the beginning of the navigation until the login form is painted. */
  login: number;
  /** From the tap on Submit until the list of today is painted. */
  submit: number;
  /** From the beginning of the navigation, with a session, until the list of today is painted. */
  tasks: number;
  /** The most requests of that visit of which each began after the end of the one before. */
  chain: number;
}

const VISITS = 7;
const LIST = { css: 'article' };

/** Visits with an empty cache. */
export async function measureFirstVisit(open: Open): Promise<FirstVisit> {
  const install = await startInstall();
  const known = await (await open(install.url)).newPage();
  await register(known, ANA);
  await (await restOf(known))('post', '/tasks', { title: 'Bins', dueDate: new Date().toISOString() });
  const session = { storageState: await known.context().storageState() };
  await known.context().close();

  async function medianOf(visit: (page: Page) => Promise<number>, state = {}): Promise<number> {
    const figures: number[] = [];
    for (let number = 0; number < VISITS; number += 1) {
      const context = await open(install.url, { ...PHONE, ...state });
      const page = await context.newPage();
      await slowDown(await context.newCDPSession(page));
      figures.push(await visit(page));
      await context.close();
    }
    return percentile(figures, 0.5);
  }

  const medians = {
    landing: await medianOf(visitLanding),
    login: await medianOf(visitLogin),
    submit: await medianOf(logIn),
    tasks: await medianOf(visitTasks, session),
    chain: await medianOf(countChain, session),
  };
  await removeInstall(install);
  return medians;
}

async function visitLanding(page: Page): Promise<number> {
  await page.goto('/', { waitUntil: 'networkidle' });
  return page.evaluate(largestPaint);
}

async function visitLogin(page: Page): Promise<number> {
  await page.goto('/login', { waitUntil: 'commit' });
  return page.evaluate(resultPainted, { css: 'input[type="password"]' });
}

/** A person takes so long to type that what the page loads early has arrived. */
async function logIn(page: Page): Promise<number> {
  await page.goto('/login', { waitUntil: 'networkidle' });
  await page.getByLabel('Email').fill(ANA.email);
  await page.getByLabel('Password', { exact: true }).fill(ANA.password);
  await page.waitForLoadState('networkidle');
  const painted = page.evaluate(resultPainted, LIST);
  await page.getByRole('button', { name: 'Submit' }).tap();
  return painted;
}

async function visitTasks(page: Page): Promise<number> {
  await page.goto('/dash/tasks', { waitUntil: 'commit' });
  return page.evaluate(resultPainted, LIST);
}

async function countChain(page: Page): Promise<number> {
  return page.evaluate(longestChain, await visitTasks(page));
}

function largestPaint(): Promise<number> {
  return new Promise(resolve => {
    const seen = new PerformanceObserver(list => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN));
    seen.observe({ type: 'largest-contentful-paint', buffered: true });
  });
}

/** @param painted milliseconds after which a request was no part of it: what the app loads for later, for example. */
function longestChain(painted: number): number {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[];
  const byEnd = entries
    .filter(({ responseEnd }) => responseEnd > 0 && responseEnd < painted)
    .sort((one, other) => one.responseEnd - other.responseEnd);
  let [length, end] = [0, Number.NEGATIVE_INFINITY];
  for (const { startTime, responseEnd } of byEnd) {
    if (startTime < end) continue;
    length += 1;
    end = responseEnd;
  }
  return length;
}
