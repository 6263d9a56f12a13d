import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { openHousehold } from './household.ts';
import { ANA, addTask, register, test } from './journey.ts';
import { createThread } from './thread.ts';

/** Counts the sockets that a page has open, and its requests of procedures. */
function watch(page: Page) {
  const seen = { sockets: 0, requests: [] as string[] };
  page.on('websocket', socket => {
    seen.sockets += 1;
    socket.on('close', () => {
      seen.sockets -= 1;
    });
  });
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/trpc')) seen.requests.push(pathname);
  });
  return seen;
}

type Counting = typeof window & { timers: number };

/** Runs in a page before the app. */
function countTimers(): void {
  const set = window.setTimeout;
  const counting = Object.assign(window, { timers: 0 });
  const counted = (...args: Parameters<typeof set>) => {
    counting.timers += 1;
    return set(...args);
  };
  window.setTimeout = counted as typeof set;
}

async function openTab(page: Page, path = '/dash/tasks') {
  const tab = await page.context().newPage();
  const seen = watch(tab);
  await tab.goto(path);
  await expect(tab.getByTitle('Live')).toBeVisible();
  return { tab, seen };
}

/** What the browser does when another tab or window covers the page, and when it comes back. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(hidden => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    const state = hidden ? 'hidden' : 'visible';
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, isHidden);
}

/** Runs in a page before the app: hides the page when it begins to connect, and shows it again. */
function blinkOnce(): void {
  let isHidden = false;
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...args: ConstructorParameters<typeof Native>) {
      super(...args);
      window.WebSocket = Native;
      setTimeout(() => {
        for (const is of [true, false]) {
          isHidden = is;
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        }
      });
    }
  };
}

test('the tabs of a browser share one socket, and another tab takes over', async ({
  openBrowser,
  beforePoll,
}) => {
  const first = await openBrowser();
  const owner = watch(first);
  await register(first, ANA);
  await expect(first.getByTitle('Live')).toBeVisible();
  const { tab: second, seen: follower } = await openTab(first);
  const { tab: third, seen: last } = await openTab(first, '/dash/groceries');
  const sockets = () => owner.sockets + follower.sockets + last.sockets;
  expect(sockets()).toBe(1);
  const call = await restOf(first);
  await call('post', '/groceries', { name: 'Milk', count: 1 });
  await expect(third.getByRole('heading', { name: 'Milk' })).toBeVisible(beforePoll);
  await addTask(second, 'Bins');
  await expect(first.getByRole('button', { name: 'Complete Bins' })).toBeVisible(beforePoll);

  await first.close();
  await expect.poll(() => follower.sockets + last.sockets).toBe(1);
  for (const page of [second, third]) await expect(page.getByTitle('Live')).toBeVisible();
  await call('post', '/groceries', { name: 'Bread', count: 1 });
  await expect(third.getByRole('heading', { name: 'Bread' })).toBeVisible(beforePoll);
  expect(follower.sockets + last.sockets).toBe(1);
});

test('a page asks for its lists once, and again for what changed before its socket was open', async ({
  openBrowser,
  beforePoll,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const call = await restOf(page);
  await call('post', '/groceries', { name: 'Milk', count: 1 });
  await page.goto('about:blank');
  const { tab, seen } = await openTab(page, '/dash/groceries');
  const asked = () => seen.requests.filter(path => path.includes('grocery.page')).length;
  await expect(tab.getByRole('heading', { name: 'Milk' })).toBeVisible();
  await tab.waitForLoadState('networkidle');
  expect(asked()).toBe(1);
  await call('post', '/groceries', { name: 'Bread', count: 1 });
  await expect(tab.getByRole('heading', { name: 'Bread' })).toBeVisible(beforePoll);

  const opened = Promise.withResolvers<void>();
  await tab.routeWebSocket(/\/trpc/, async socket => {
    await opened.promise;
    socket.connectToServer();
  });
  await tab.reload();
  await expect(tab.getByRole('heading', { name: 'Bread' })).toBeVisible();
  await tab.waitForLoadState('networkidle');
  await call('post', '/groceries', { name: 'Rice', count: 1 });
  opened.resolve();
  await expect(tab.getByRole('heading', { name: 'Rice' })).toBeVisible(beforePoll);
});

test('a message arrives as a row in every tab that shows its thread', async ({
  openBrowser,
  install,
  beforePoll,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], '#0');
  await expect(ana).toHaveURL(/thread=/);
  const { tab, seen } = await openTab(ana, new URL(ana.url()).pathname + new URL(ana.url()).search);
  const rows = (page: Page) => page.getByRole('log').getByText(/^#/);
  await expect(rows(tab)).toHaveText(['#0']);
  await ben.goto('/dash/messages');
  const say = async (text: string) => {
    await ben.getByPlaceholder('Write a message').fill(text);
    await ben.keyboard.press('Enter');
  };
  await say('#1');
  for (const page of [ana, tab]) await expect(rows(page)).toHaveText(['#0', '#1'], beforePoll);
  const pages = () => seen.requests.filter(path => path.includes('chat.messages')).length;
  const before = pages();
  await say('#2');
  for (const page of [ana, tab]) await expect(rows(page)).toHaveText(['#0', '#1', '#2'], beforePoll);
  expect(seen.sockets).toBe(0);
  expect(pages()).toBe(before);
  await ana.close();
  await expect.poll(() => seen.sockets).toBe(1);
  await expect(tab.getByTitle('Live')).toBeVisible();
  await say('#3');
  await expect(rows(tab)).toHaveText(['#0', '#1', '#2', '#3'], beforePoll);
});

test('a hidden tab sends no requests, and catches up when it is visible', async ({
  openBrowser,
  beforePoll,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/groceries');
  const { tab, seen } = await openTab(page, '/dash/groceries');
  await expect(tab.getByText('You have no groceries in your list.')).toBeVisible();
  await setHidden(tab, true);
  const before = seen.requests.length;
  const call = await restOf(page);
  await call('post', '/groceries', { name: 'Milk', count: 1 });
  await expect(page.getByRole('heading', { name: 'Milk' })).toBeVisible(beforePoll);
  await page.getByRole('button', { name: 'Tick off Milk' }).click();
  await expect(page.getByRole('button', { name: 'Tick off Milk' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  // The other tab has the change event and the verdict. Two more round trips of it are enough for its own requests.
  for (let trip = 0; trip < 2; trip += 1)
    await tab.evaluate(() => fetch('/healthz').then(answer => answer.text()));
  expect(seen.requests.slice(before)).toEqual([]);
  await setHidden(tab, false);
  await expect(tab.getByRole('button', { name: 'Tick off Milk' })).toHaveAttribute(
    'aria-pressed',
    'true',
    beforePoll,
  );
});

test('a hidden tab that loses its connection leaves the socket to a visible one', async ({ openBrowser }) => {
  const first = await openBrowser();
  const owner = watch(first);
  const lines: { close: () => Promise<void> }[] = [];
  await first.routeWebSocket(/\/trpc/, line => {
    line.connectToServer();
    lines.push(line);
  });
  await register(first, ANA);
  await expect(first.getByTitle('Live')).toBeVisible();
  const { tab, seen } = await openTab(first);
  await setHidden(first, true);
  expect(seen.sockets).toBe(0);
  const before = owner.requests.length;
  for (const line of lines) await line.close();
  await expect.poll(() => seen.sockets).toBe(1);
  await expect(tab.getByTitle('Live')).toBeVisible();
  expect(lines).toHaveLength(1);
  expect(owner.requests.slice(before)).toEqual([]);
});

test('a tab that is hidden and shown again while it connects opens one socket', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  // Its own socket is not counted.
  await expect(page.getByTitle('Live')).toBeVisible();
  let sockets = 0;
  page.on('websocket', () => {
    sockets += 1;
  });
  await page.addInitScript(blinkOnce);
  await page.reload();
  await expect(page.getByTitle('Live')).toBeVisible();
  expect(sockets).toBe(1);
});

test('a page at rest sets no timers', async ({ openBrowser }) => {
  const page = await openBrowser();
  await page.addInitScript(countTimers);
  await register(page, ANA);
  await expect(page.getByTitle('Live')).toBeVisible();
  const timers = () => page.evaluate(() => (window as Counting).timers);
  // Some parts load when the page has been idle for a moment.
  await page.waitForTimeout(4_000);
  const before = await timers();
  await page.waitForTimeout(2_000);
  // A look at a state in turns sets dozens. The socket, the clock and the queue set one in many seconds each.
  expect((await timers()) - before).toBeLessThan(5);
});

test('a logout in one tab ends the others at once', async ({ openBrowser }) => {
  const page = await openBrowser();
  let sockets = 0;
  await page.routeWebSocket(/\/trpc/, line => {
    sockets += 1;
    line.onClose(() => {
      sockets -= 1;
    });
    // The server closes it too. Without that, the page does it all the same.
    line.connectToServer().onClose(() => {});
  });
  await register(page, ANA);
  await expect(page.getByTitle('Live')).toBeVisible();
  const { tab } = await openTab(page);
  expect(sockets).toBe(1);
  await page.getByRole('button', { name: 'Account of Ana' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  for (const one of [page, tab]) await expect(one).toHaveURL(/\/login/);
  await expect.poll(() => sockets).toBe(0);
});
