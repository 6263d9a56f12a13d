import { type Browser, expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { openHousehold } from './household.ts';
import { ANA, register, test } from './journey.ts';
import { createThread } from './thread.ts';

test('a change renders and styles the rows that it changes, however long the list is', async ({
  browser,
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const call = await restOf(page);
  const addRows = async (...titles: string[]) => {
    for (const title of titles) await call('post', '/tasks', { title, dueDate: new Date().toISOString() });
  };
  await addRows('Top of 10', 'Top of 50', ...Array<string>(10).fill('Chore'));
  const short = await workOf(browser, page, 'Top of 10');
  await addRows(...Array<string>(40).fill('Chore'));
  const long = await workOf(browser, page, 'Top of 50');
  // When every row rendered, a list five times as long took 4.3 times the calls.
  expect(long.calls / short.calls).toBeLessThan(2.5);
  // When a rule with :has() styled what is in the rows, each change styled a part of every row.
  expect(short.styled).toBeGreaterThan(0);
  expect(long.styled / short.styled).toBeLessThan(1.5);
});

test('a row that is added styles nothing of the page around its list', async ({ browser, openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addLine(page, 'The first one loads code');
  const category = 'disabled-by-default-devtools.timeline.invalidationTracking';
  await browser.startTracing(page, { categories: [category] });
  await addLine(page, 'Chore');
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  const styled = traceEvents
    .filter(({ name }) => name === 'StyleRecalcInvalidationTracking')
    .map(({ args }) => `${args.data?.reason}: ${args.data?.nodeName}`);
  expect(styled.filter(one => one.includes("LI class='list-row"))).not.toEqual([]);
  // A :has() that looks for something deep in the page is looked at again with every row that comes or goes.
  expect(
    styled.filter(one => /:has\(\): (HTML|BODY|MAIN|DIV class='(min-h-dvh|relative mx-auto))/.test(one)),
  ).toEqual([]);
});

test('icons of rows are drawn for the row that is pointed at, has the focus or an open menu, and for no other', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  for (const title of ['Bins', 'Beds', 'Desk']) await addLine(page, title);
  const drawn = () => page.evaluate(iconsInRows);
  const icons = ['Move', 'Edit', 'Delete', 'History', 'Copy link'].length;
  await page.mouse.move(0, 0);
  await expect.poll(drawn).toEqual({});
  await page.getByText('Bins', { exact: true }).hover();
  expect(await drawn()).toEqual({ Bins: icons });
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Delete Beds' }).focus();
  expect(await drawn()).toEqual({ Beds: icons });
  await page.getByText('Desk', { exact: true }).hover();
  await page.getByRole('button', { name: 'Move Desk' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.mouse.move(0, 0);
  expect(await drawn()).toEqual({ Desk: icons });
});

test('the icon of a message is drawn while it is pointed at, has the focus or an open menu', async ({
  openBrowser,
  install,
}) => {
  const [page, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, page, ben);
  await page.goto('/dash/messages');
  await createThread(page, ['Ben'], 'Hello');
  const message = page.getByRole('log').getByRole('listitem').filter({ hasText: 'Hello' });
  const more = message.getByRole('button', { name: 'More for this message' });
  await page.mouse.move(0, 0);
  await expect(more).toHaveCount(1);
  await expect(more.locator('svg')).toBeHidden();
  await message.getByText('Hello').hover();
  await expect(more.locator('svg')).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(more.locator('svg')).toBeHidden();
  await more.focus();
  await expect(more.locator('svg')).toBeVisible();
  await more.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(more.locator('svg')).toBeVisible();
});

test('a ring is painted before the list around it renders, and presses count in their order', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const call = await restOf(page);
  for (const title of ['Bins', 'Beds']) {
    await call('post', '/tasks', { title, dueDate: new Date().toISOString() });
  }
  await page.goto('/dash/tasks', { waitUntil: 'networkidle' });
  const bins = page.getByRole('article').filter({ hasText: 'Bins' });
  const ring = bins.getByRole('button', { name: 'Complete Bins' });
  expect(await ring.evaluate(pressed)).toEqual({ isPressed: 'true', words: 'Bins' });
  await expect(bins).toContainText('Completed');
  await expect(ring).toHaveAttribute('aria-pressed', 'true');

  const beds = page.getByRole('button', { name: 'Complete Beds' });
  await beds.evaluate(async (button: HTMLButtonElement) => {
    button.click();
    await Promise.resolve();
    button.click();
  });
  await expect(page.getByRole('status').filter({ hasText: '“Beds” reopened' })).toBeVisible();
  await page.reload();
  await expect(beds).toHaveAttribute('aria-pressed', 'false');
  await expect(ring).toHaveAttribute('aria-pressed', 'true');
});

test('a line is painted as a row and an empty field, before the rest of the line and the counts render', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/tasks', { waitUntil: 'networkidle' });
  // The first one loads code.
  await addLine(page, 'Bins');
  const line = page.getByLabel('Quick add');
  await line.fill('Beds');
  const understood = page.getByRole('list', { name: 'Understood' });
  await expect(understood).toBeVisible();
  const painted = await page.evaluateHandle(watchRow, 'Beds');
  await line.press('Enter');
  // What is typed next is not lost, and the line reads it.
  await line.pressSequentially('Desk tomorrow');
  expect(await painted.evaluate(({ first }) => first)).toEqual({ field: '', isUnderstood: true, count: '1' });
  await expect(line).toHaveValue('Desk tomorrow');
  await expect(page.getByRole('tab', { name: 'Today' })).toHaveAccessibleDescription('2');
  await expect(understood).toContainText('Tomorrow');
  await line.press('Enter');
  await expect(understood).toHaveCount(0);
  await expect(line).toHaveValue('');
  await expect(page.getByRole('tab', { name: 'Upcoming' })).toHaveAccessibleDescription('1');
});

test('one rendering empties the line and shows its task, and leaves the rows below as they are', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const call = await restOf(page);
  const { id } = await call('post', '/tasks', { title: 'Bins', dueDate: new Date().toISOString() });
  await call('patch', '/tasks', { id, completed: true });
  await page.goto('/dash/tasks', { waitUntil: 'networkidle' });
  // The first one loads code.
  await addLine(page, 'Beds');
  await page.getByLabel('Quick add').fill('Desk');
  const rendered = await page.evaluateHandle(watchRendering);
  await page.getByLabel('Quick add').press('Enter');
  await expect(page.getByText('Desk', { exact: true })).toBeVisible();
  expect(await rendered.evaluate(one => one)).toEqual({
    field: '',
    rows: ['Beds', 'Desk', 'Done 1', 'Bins'],
    changed: [],
  });
});

test('a task on its way to the server renders the line that added it once', async ({
  openBrowser,
  install,
}) => {
  const [page, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, page, ben);
  // A change of another kind, which stays in the outbox until each list has it.
  await page.goto('/dash/messages');
  await createThread(page, ['Ben'], 'Hello');
  await page.getByRole('link', { name: 'Tasks' }).click();
  // The first one loads code.
  await addLine(page, 'Bins');
  await page.getByLabel('Quick add').fill('Beds');
  const renders = await page.evaluateHandle(rendersOfLine);
  await page.getByLabel('Quick add').press('Enter');
  await expect(page.getByText('Beds', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(await renders.evaluate(({ count }) => count)).toBe(1);
});

test('a message is painted before the threads beside it, and renders neither the bar nor other messages', async ({
  openBrowser,
  install,
}) => {
  const [page, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, page, ben);
  await page.goto('/dash/messages');
  await createThread(page, ['Ben'], 'Hello');
  const field = page.getByPlaceholder('Write a message');
  // The first one loads code.
  await field.fill('First');
  await field.press('Enter');
  const thread = page.getByRole('link', { name: 'Ben' });
  await expect(thread).toContainText('First');
  await page.waitForLoadState('networkidle');
  await field.fill('Second');
  const painted = await page.evaluateHandle(watchMessage, 'Second');
  await field.press('Enter');
  await expect(thread).toContainText('Second');
  expect(await painted.evaluate(one => one)).toEqual({ isAlone: true, rendered: [] });
});

test('the first list comes without a format of Intl, because the first one takes long', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addLine(page, 'Bins');
  // Longer than a list rests before it is stored: a list that waits for the server comes after other parts of the page.
  await page.waitForTimeout(1_000);
  await page.addInitScript(countFormats);
  await page.goto('/dash/tasks');
  await expect(page.getByRole('article')).toContainText('Bins');
  expect(await page.evaluate('formatsUntilList')).toEqual([]);
});

test('a list paints the rows that fit on the screen first', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const call = await restOf(page);
  for (let number = 0; number < 40; number += 1) {
    await call('post', '/tasks', { title: 'Chore', dueDate: new Date().toISOString() });
  }
  await page.addInitScript(countFirstRows);
  await page.goto('/dash/tasks');
  await expect(page.getByRole('article')).toHaveCount(40);
  const first = await page.evaluate<number>('firstRows');
  const { height } = await page
    .getByRole('article')
    .first()
    .evaluate(row => row.getBoundingClientRect());
  const fitting = (page.viewportSize()?.height ?? 0) / height;
  expect(first).toBeGreaterThanOrEqual(fitting);
  expect(first).toBeLessThan(2 * fitting);
});

test('a page that follows a stream of changes rests between two lists', async ({
  openBrowser,
  beforePoll,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const call = await restOf(page);
  const { id } = await call('post', '/groceries', { name: 'Milk', count: 1 });
  await page.goto('/dash/groceries', { waitUntil: 'networkidle' });
  await expect(page.getByTitle('Live')).toBeVisible();
  await page.evaluate(() => performance.clearResourceTimings());
  // Four at once are faster than a page can follow.
  for (let round = 0; round < 40; round += 1) {
    const counts = [2, 3, 4, 5].map(more => 4 * round + more);
    await Promise.all(counts.map(count => call('patch', '/groceries', { id, count })));
  }
  await call('patch', '/groceries', { id, count: 99 });
  await expect(page.getByRole('article').getByRole('group')).toContainText('99', beforePoll);
  const rests = await page.evaluate(restsBetweenLists);
  expect(rests.length).toBeGreaterThan(3);
  // The paint of a list, and as long again. Without that, the next list was asked for at once.
  expect(Math.min(...rests)).toBeGreaterThan(55);
});

/** Runs in a page. @returns the milliseconds from each list of groceries to the request of the next one. */
function restsBetweenLists(): number[] {
  const lists = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('grocery.page')) as PerformanceResourceTiming[];
  return lists.slice(1).map(({ startTime }, before) => startTime - (lists[before]?.responseEnd ?? 0));
}

/** Counts how often the line renders from now on: React writes the names of its fields each time. */
function rendersOfLine() {
  const renders = { count: 0 };
  const kinds = document.querySelector('[role="radiogroup"][aria-label="Kind"]');
  if (!kinds) throw new Error('there is no line');
  new MutationObserver(() => {
    renders.count += 1;
  }).observe(kinds, { subtree: true, attributes: true });
  return renders;
}

/** What the page shows after the first rendering that a submitted line causes, and the rows whose own element that changes. */
function watchRendering() {
  const rendered: { field?: string | undefined; rows?: string[]; changed?: string[] } = {};
  const titleOf = (row: Element) =>
    row.querySelector('h2')?.textContent.replace(/\s+/g, ' ').replace(' Completed', '').trim() ?? '';
  const changes = new MutationObserver((records, observer) => {
    observer.disconnect();
    rendered.field = document.querySelector<HTMLInputElement>('[aria-keyshortcuts="q"]')?.value;
    rendered.rows = [...document.querySelectorAll('.list-row')].map(titleOf);
    rendered.changed = records
      .map(({ target }) => target as Element)
      .filter(target => target.matches('.list-row'))
      .map(titleOf);
  });
  const watch = () => changes.observe(document.body, { subtree: true, childList: true, attributes: true });
  document.addEventListener('submit', watch, { capture: true, once: true });
  return rendered;
}

/** What the page shows in the first frame that has a row with this title. */
function watchRow(title: string) {
  const painted: { first?: object } = {};
  new MutationObserver((_changes, observer) => {
    const titles = [...document.querySelectorAll('article h2')].map(heading => heading.textContent?.trim());
    if (!titles.includes(title)) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      painted.first = {
        field: document.querySelector<HTMLInputElement>('[aria-keyshortcuts="q"]')?.value,
        isUnderstood: document.querySelector('[aria-label="Understood"]') !== null,
        count: document.querySelector('[role="tab"][aria-selected="true"]')?.ariaDescription,
      };
    });
  }).observe(document, { subtree: true, childList: true });
  return painted;
}

/** Whether the threads do not show a message yet when it is painted, and what has rendered until then. */
function watchMessage(text: string) {
  const painted: { isAlone: boolean; rendered: string[] } = { isAlone: false, rendered: [] };
  // React keeps the props of the last rendering with the element.
  const propsOf = (selector: string) => {
    const element = document.querySelector(selector);
    const key = Object.keys(element ?? {}).find(name => name.startsWith('__reactProps$'));
    if (!element || !key) throw new Error(`React has not rendered ${selector}`);
    return Reflect.get(element, key);
  };
  const before = ['header', '[data-message]'].map(selector => [selector, propsOf(selector)]);
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('[role="log"]')?.textContent?.includes(text)) return;
    observer.disconnect();
    painted.rendered = before
      .filter(([selector, was]) => propsOf(selector) !== was)
      .map(([selector]) => selector);
    requestAnimationFrame(() => {
      painted.isAlone = !document.querySelector('[aria-labelledby="threads"]')?.textContent?.includes(text);
    });
  }).observe(document, { subtree: true, childList: true });
  return painted;
}

/** Presses a ring. @returns the ring and the words of its row when that is painted. */
function pressed(ring: Element) {
  return new Promise(resolve => {
    // Asked for before the press, so that it is there before what the press asks for.
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () =>
        resolve({
          isPressed: ring.getAttribute('aria-pressed'),
          words: ring.closest('article')?.querySelector('h2')?.textContent?.trim(),
        });
      painted.port2.postMessage(null);
    });
    (ring as HTMLButtonElement).click();
  });
}

/**
 * Function calls of React and elements that are styled, from adding a task and deleting the one at the top, which moves the others, until the server's
 * list has both.
 */
async function workOf(browser: Browser, page: Page, top: string): Promise<{ calls: number; styled: number }> {
  await page.goto('/dash/tasks', { waitUntil: 'networkidle' });
  // The first one loads code.
  await addLine(page, `First line, ${top}`);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await addLine(page, `Second line, ${top}`);
  const listed = page.waitForResponse(response => response.url().includes('task.list'));
  await page.getByRole('button', { name: `Delete ${top}` }).click();
  await expect(page.getByText(top, { exact: true })).toHaveCount(0);
  await listed;
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
  args: { elementCount?: number; data?: { reason?: string; nodeName?: string } };
}

/** How many icons of its tools each row has on the screen, by its title. */
function iconsInRows(): Record<string, number> {
  const titles = [...document.querySelectorAll('.row-tools svg')]
    .filter(icon => icon.getClientRects().length > 0)
    .map(icon => icon.closest('article')?.querySelector('h2')?.textContent.trim() ?? '');
  return Object.fromEntries(
    [...new Set(titles)].map(title => [title, titles.filter(one => one === title).length]),
  );
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

/** Collects the formats that are made until a task is on the page. */
function countFormats(): void {
  const made: string[] = [];
  for (const name of ['DateTimeFormat', 'NumberFormat', 'ListFormat', 'Collator', 'PluralRules'] as const) {
    const watched = new Proxy(Intl[name] as object as CallableFunction, {
      construct(format, options) {
        made.push(name);
        return Reflect.construct(format, options);
      },
      apply(format, itself, options) {
        made.push(name);
        return Reflect.apply(format, itself, options);
      },
    });
    Reflect.set(Intl, name, watched);
  }
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('article')) return;
    observer.disconnect();
    Reflect.set(window, 'formatsUntilList', [...made]);
  }).observe(document, { subtree: true, childList: true });
}

function countFirstRows(): void {
  new MutationObserver((_changes, observer) => {
    const { length } = document.querySelectorAll('article');
    if (length === 0) return;
    observer.disconnect();
    Reflect.set(window, 'firstRows', length);
  }).observe(document, { subtree: true, childList: true });
}
