import { expect, type Page } from '@playwright/test';
import { callsOf } from './faults.ts';
import { ANA, login, register, test } from './journey.ts';

test.use({ serviceWorkers: 'allow' });

const AWAY = 'The server cannot be reached. Check your connection and try again.';

/** Opens the app once, until the browser has its copy of it. */
async function visit(page: Page): Promise<void> {
  await register(page, ANA);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

async function addLines(page: Page, texts: readonly string[]): Promise<void> {
  const line = page.getByLabel('Quick add');
  for (const text of texts) {
    await line.fill(text);
    await line.press('Enter');
  }
}

/** The names of all that is stored in Cache Storage, and the paths in it. */
function stored(page: Page): Promise<{ names: string[]; paths: string[] }> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
    return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname) };
  });
}

test('the installed app starts with code that the browser has compiled before', async ({
  openBrowser,
  browser,
}) => {
  const first = await openBrowser();
  await visit(first);
  const page = await first.context().newPage();
  await first.close();
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.goto('/dash/tasks');
  await page.getByLabel('Quick add').waitFor();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const compiled = traceEvents.flatMap(({ args }: { args: { data?: { url?: string } } }) =>
    /\/start-[\w-]{7}\.js$/.test(args.data?.url ?? '') ? [args.data] : [],
  );
  // The browser compiled all of it when the service worker stored it.
  expect(compiled).toContainEqual(expect.objectContaining({ cacheKind: 'full', cacheRejected: false }));
});

test('the installation leaves connections for what the person does in this time', async ({ openBrowser }) => {
  const page = await openBrowser();
  await visit(page);
  const [worker] = page.context().serviceWorkers();
  const fetches = await worker?.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ startTime, duration }) => ({ begin: startTime, end: startTime + duration })),
  );
  if (!fetches) throw new Error('there is no service worker');
  expect(fetches.length).toBeGreaterThan(50);
  const atOnce = fetches.map(
    ({ begin }) => fetches.filter(one => one.begin <= begin && begin < one.end).length,
  );
  // Of the six that a browser opens to a server.
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(3);
});

test('after one visit every route opens without a network, from a cold start', async ({
  openBrowser,
  install,
}) => {
  const first = await openBrowser();
  // The page loads it for the other pages.
  const others = first.waitForResponse(/grocery\.page/);
  await visit(first);
  await others;
  // Longer than a list rests before it is stored.
  await first.waitForTimeout(1_000);
  const context = first.context();
  await first.close();
  await install.stop();
  await context.setOffline(true);
  for (const [path, text] of [
    ['/dash/tasks', 'You have no tasks scheduled for today.'],
    ['/dash/tasks?tab=upcoming', 'You have no upcoming tasks'],
    ['/dash/groceries', 'You have no groceries in your list.'],
    ['/dash/messages', 'You have no messages yet.'],
    // What was never seen says why it is not there.
    ['/dash/tasks?tab=complete', AWAY],
  ] as const) {
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.getByText(text), path).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Offline' }), path).toBeVisible();
    await expect(page).toHaveURL(path);
    await page.close();
  }
  const login = await context.newPage();
  for (const path of ['/login', '/']) {
    await login.goto(path);
    await expect(login).toHaveURL(/\/dash\/tasks$/);
    await expect(login.getByText('You have no tasks scheduled for today.')).toBeVisible();
  }
});

test('the next day without a network, each list has the tasks of that day', async ({ openBrowser }) => {
  // On a wide screen, the next days are beside the list.
  const page = await openBrowser({ viewport: { width: 390, height: 844 } });
  await visit(page);
  await addLines(page, ['Bins', 'Soup', 'Windows tomorrow', 'Lamp tomorrow', 'Doors in 2 days']);
  await page.getByRole('button', { name: 'Complete Soup' }).click();
  const tabs = page.getByRole('tab');
  await expect(tabs).toContainText(['Today1', 'Overdue0', 'Upcoming3', 'Complete', 'Settings']);
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  // A page that has started loads what its next day needs.
  const upcoming = page.waitForResponse(response => response.url().includes('upcoming'));
  await page.reload();
  await upcoming;
  // Longer than a list rests before it is stored.
  await page.waitForTimeout(1_000);
  // The server completes it, and the network goes before the list comes.
  await page.route(callsOf('task.list'), route => route.abort());
  await tabs.filter({ hasText: 'Upcoming' }).click();
  const lamp = page.getByRole('button', { name: 'Complete Lamp' });
  await lamp.click();
  await expect(lamp).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await tabs.filter({ hasText: 'Today' }).click();

  await page.context().setOffline(true);
  await page.clock.setFixedTime(Date.now() + 86_400_000);
  await page.reload();
  await expect(tabs).toContainText(['Today1', 'Overdue1', 'Upcoming', 'Complete', 'Settings']);
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles.first()).toHaveText('Windows');
  await expect(lamp).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('article')).toHaveCount(2);
  await tabs.filter({ hasText: 'Overdue' }).click();
  await expect(titles).toHaveText(['Bins']);
  await tabs.filter({ hasText: 'Upcoming' }).click();
  await expect(titles).toHaveText(['Doors']);

  // A phone keeps the page overnight, and shows it again.
  await page.clock.setFixedTime(Date.now() + 2 * 86_400_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(titles).toHaveCount(0);
  await expect(tabs).toContainText(['Today1', 'Overdue2']);
  await tabs.filter({ hasText: 'Today' }).click();
  await expect(titles).toHaveText(['Doors']);
  await tabs.filter({ hasText: 'Overdue' }).click();
  await expect(titles).toHaveText(['Windows', 'Bins']);
});

test('a task that was moved to the next day while the app was open is there on that day without a network', async ({
  openBrowser,
}) => {
  const phone = await openBrowser({ viewport: { width: 390, height: 844 } });
  await visit(phone);
  await addLines(phone, ['Bins', 'Soup']);
  await expect(phone.getByRole('tab')).toContainText(['Today2', 'Overdue0', 'Upcoming0']);
  await expect(phone.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  const opened = phone.waitForResponse(/upcoming/);
  await phone.goto('/dash/groceries');
  await opened;
  // One task moves in another browser, while this one shows another page, and one in this browser.
  const desktop = await openBrowser();
  await login(desktop, ANA);
  const followed = phone.waitForResponse(/upcoming/);
  await moveToTomorrow(desktop, 'Bins', 'Move Bins');
  await followed;
  await phone.getByRole('navigation').getByRole('link', { name: 'Tasks' }).click();
  const own = phone.waitForResponse(/upcoming/);
  await moveToTomorrow(phone, 'Soup', 'More for Soup');
  await own;
  // Longer than a list rests before it is stored.
  await phone.waitForTimeout(1_000);

  await phone.context().setOffline(true);
  await phone.clock.setFixedTime(Date.now() + 86_400_000);
  await phone.reload();
  await expect(phone.getByRole('tab')).toContainText(['Today2', 'Overdue0', 'Upcoming0']);
  await expect(phone.getByRole('article').getByRole('heading')).toHaveText(['Bins', 'Soup']);
});

async function moveToTomorrow(page: Page, title: string, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
  await expect(page.getByText(`“${title}” moved to tomorrow`)).toBeVisible();
}

test('what the server has answered is not replaced by what was stored on an earlier day', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ viewport: { width: 390, height: 844 } });
  await register(page, ANA);
  await addLines(page, ['Bins', 'Windows tomorrow']);
  await expect(page.getByRole('tab')).toContainText(['Today1', 'Overdue0', 'Upcoming1']);
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  const stored = page.waitForResponse(response => response.url().includes('upcoming'));
  await page.reload();
  await stored;
  // Longer than a list rests before it is stored.
  await page.waitForTimeout(1_000);
  // The browser's clock is a day ahead of the server's, by which the list of today is still the former one.
  await page.clock.setFixedTime(Date.now() + 86_400_000);
  const titles = page.getByRole('article').getByRole('heading');
  const gate = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route(callsOf('task.list'), async route => {
    if (isHeld) await gate.promise;
    await route.continue();
  });
  await page.reload();
  await expect(titles).toHaveText(['Bins']);
  isHeld = true;
  // The list is stored a moment later. Until then it is asked for again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await page.waitForTimeout(1_000);
  await expect(titles).toHaveText(['Bins']);
  gate.resolve();
});

test('a page that opened without a network goes on when the server is back', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await visit(page);
  await install.stop();
  await page.goto('/dash/tasks?tab=complete');
  await expect(page.getByRole('alert')).toContainText(AWAY);
  await install.restart();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('You have no complete tasks')).toBeVisible();
});

test('parts that were never opened are there without a network', async ({ openBrowser }) => {
  const page = await openBrowser();
  await visit(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Add Task' }).getByLabel('Title')).toBeFocused();
});

test('the copy holds the files of the app and nothing that the server said', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await visit(page);
  for (const path of ['/dash/groceries', '/dash/messages', '/api/docs']) await page.goto(path);
  await page.goto('/dash/tasks');
  await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
  const { names, paths } = await stored(page);
  expect(names).toEqual([expect.stringMatching(/^onus-shell-[\da-f]{16}$/)]);
  expect(paths).toContain('/index.html');
  expect(paths.filter(path => path.endsWith('.woff2')).length).toBeGreaterThan(0);
  for (const path of paths) expect(path).toMatch(/^\/(assets\/[^/]+|[\w-]+\.(html|svg|png|webmanifest))$/);
  // What the API says of the same address never comes from the copy.
  const answers = await page.evaluate(async () => {
    const [list, gone] = await Promise.all([fetch('/tasks'), fetch('/assets/gone-1a2b3c4d.js')]);
    return [list.status, gone.status, gone.headers.get('content-type')];
  });
  expect(answers).toEqual([401, 404, expect.stringMatching(/^application\/json/)]);
  expect((await page.request.get(`${install.url}/sw.js`)).headers()['cache-control']).toBe('no-cache');
});

test.describe('when registration is closed', () => {
  test.use({ settings: { REGISTRATION: 'invite' } });

  test('the page from the copy says so too', async ({ openBrowser }) => {
    const page = await openBrowser();
    await visit(page);
    await page.getByRole('button', { name: 'Account of Ana' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Register' })).toHaveCount(0);
    await page.goto('/register');
    await expect(page.getByRole('heading', { name: 'Registration is closed' })).toBeVisible();
  });
});

test('a switched off worker leaves the browser with all it kept, and disturbs no one', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await visit(page);
  await page.goto('/dash/tasks');
  await install.restart({ SERVICE_WORKER: 'off' });
  await page.getByLabel('Quick add').fill('Bins');
  const tracker = await page.evaluateHandle(() => document);
  const browser = await page.context().newCDPSession(page);
  await browser.send('ServiceWorker.enable');
  // A browser that is looking for a new worker already, since the page was opened, may have asked the server before.
  const registrations = async () => {
    const [left, isWaiting] = await page.evaluate(async () => {
      const all = await navigator.serviceWorker.getRegistrations();
      await Promise.allSettled(all.map(one => one.update()));
      return [all.length, all.some(one => one.waiting)] as const;
    });
    // A request that comes while the old worker stops starts it again, and one that a test watches never rests.
    if (isWaiting) await browser.send('ServiceWorker.stopAllWorkers');
    return left;
  };
  await expect.poll(registrations).toBe(0);
  expect((await stored(page)).names).toEqual([]);
  // The page with the text is the same one.
  expect(await tracker.evaluate(before => before === document)).toBe(true);
  const [answer] = await Promise.all([page.waitForResponse('**/dash/tasks'), page.reload()]);
  expect(answer.fromServiceWorker()).toBe(false);
  await expect(page.getByLabel('Quick add')).toHaveValue('Bins');
});

test('a page that does not start is replaced when the worker is switched off', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await visit(page);
  await page.evaluate(async () => {
    const [name = ''] = await caches.keys();
    const broken = new Response('<title>Broken</title>', { headers: { 'content-type': 'text/html' } });
    await (await caches.open(name)).put('/index.html', broken);
  });
  await page.goto('/dash/tasks');
  await expect(page).toHaveTitle('Broken');
  await install.restart({ SERVICE_WORKER: 'off' });
  await page.goto('/dash/tasks');
  await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible({ timeout: 30_000 });
});

test('a first copy that fails is tried again while the page is open', async ({ openBrowser, install }) => {
  const page = await openBrowser();
  await page.clock.install();
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  await install.stop();
  // The moment of the first attempt.
  await page.clock.runFor(3_000);
  await install.restart();
  await expect
    .poll(async () => {
      await page.clock.runFor(30_000);
      return page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state);
    })
    .toBe('activated');
});
