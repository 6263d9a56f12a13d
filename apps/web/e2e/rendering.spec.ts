import { type Browser, expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { ANA, register, test } from './journey.ts';

test('a change renders and styles the rows that it changes, however long the list is', async ({
  browser,
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const call = await restOf(page);
  const addRows = async (count: number) => {
    for (let row = 0; row < count; row += 1)
      await call('post', '/tasks', { title: 'Chore', dueDate: new Date().toISOString() });
  };
  await addRows(10);
  const short = await workOf(browser, page, 'short');
  await addRows(40);
  const long = await workOf(browser, page, 'long');
  // When every row rendered, a list five times as long took 4.3 times the calls, and each row was styled whole: 170 elements.
  expect(long.calls / short.calls).toBeLessThan(3.5);
  expect(long.styled / 50).toBeLessThan(100);
});

/** Function calls of React and elements that are styled, from adding a task until the server's list has it. */
async function workOf(
  browser: Browser,
  page: Page,
  list: string,
): Promise<{ calls: number; styled: number }> {
  await page.goto('/dash/tasks', { waitUntil: 'networkidle' });
  // The first one loads code.
  await addLine(page, `first in the ${list} list`);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await addLine(page, `second in the ${list} list`);
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const { result } = await cdp.send('Profiler.takePreciseCoverage');
  await cdp.detach();
  const react = result.find(({ url }) => url.includes('/assets/start-'));
  const counts = react?.functions.map(({ ranges }) => ranges[0]?.count ?? 0) ?? [];
  const styles = trace.traceEvents.filter(({ name }) => name === 'UpdateLayoutTree');
  return { calls: sum(counts), styled: sum(styles.map(({ args }) => args.elementCount ?? 0)) };
}

interface TraceEvent {
  name: string;
  args: { elementCount?: number };
}

async function addLine(page: Page, text: string): Promise<void> {
  const line = page.getByLabel('Quick add');
  const listed = page.waitForResponse(response => response.url().includes('task.list'));
  await line.fill(text);
  await line.press('Enter');
  await expect(page.getByText(text, { exact: true })).toBeVisible();
  await listed;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
