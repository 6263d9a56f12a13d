import { rm } from 'node:fs/promises';
import { type Checkout, createCheckout } from '@onus/proof/checkout';
import { expect, type Page } from '@playwright/test';
import { callsOf } from './faults.ts';
import { ANA, register, submitLogin, test } from './journey.ts';
import { buildNext } from './next-version.ts';

test.use({ serviceWorkers: 'allow' });
// In one worker, so that the newer version is built once.
test.describe.configure({ mode: 'default' });

const OLD = 'You have no tasks scheduled for today.';
const NEW = 'Nothing to do today.';

/** Each test upgrades a checkout of its own. */
const upgraded = test.extend<{ checkout: Checkout }, { next: string }>({
  next: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the parameter which fixtures are needed.
    async ({}, use) => {
      const next = await buildNext({ [OLD]: NEW, 'Add Item': 'Add an item' });
      await use(next);
      await rm(next, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the parameter which fixtures are needed.
  checkout: async ({}, use) => {
    const checkout = await createCheckout();
    await use(checkout);
    await checkout.remove();
  },
  server: async ({ checkout }, use) => use(checkout.server),
});

function offerIn(page: Page) {
  return page.getByRole('button', { name: 'New version · Reload' });
}

/** Opens the app, until the browser has its copy of it and the page is one of that copy. */
async function visit(page: Page): Promise<void> {
  await register(page, ANA);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto('/dash/tasks');
}

function shellsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => caches.keys());
}

upgraded(
  'a newer version waits for a tap, in every tab',
  async ({ openBrowser, checkout, install, next }) => {
    const page = await openBrowser();
    await visit(page);
    const other = await page.context().newPage();
    await other.goto('/dash/groceries');
    await expect(other.getByRole('heading', { name: 'Groceries' })).toBeVisible();
    const [first] = await shellsOf(page);
    await checkout.upgrade(next);
    await install.restart();
    // Without a touch: the pages look for a newer version when the server is back.
    await expect(offerIn(page)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(OLD)).toBeVisible();
    // The old worker serves the old page, also to a new visit.
    await page.reload();
    await expect(page.getByText(OLD)).toBeVisible();
    // What is typed in one tab holds the others back.
    await other.bringToFront();
    await other.getByRole('button', { name: 'Add Item' }).first().click();
    await other.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Oat milk');
    await expect(offerIn(other)).toHaveCount(0);
    await page.bringToFront();
    await offerIn(page).click();
    await expect(page.getByRole('alert')).toHaveText(/^Another tab has unsaved text/);
    await expect(page.getByText(OLD)).toBeVisible();
    await expect(other.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toHaveValue('Oat milk');
    await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await offerIn(page).click();
    await expect(page.getByText(NEW)).toBeVisible();
    await expect(offerIn(page)).toHaveCount(0);
    await expect(offerIn(other)).toHaveCount(0);
    await other.goto('/dash/tasks');
    await expect(other.getByText(NEW)).toBeVisible();
    // The files of the version that is open in no tab are gone.
    await expect.poll(() => shellsOf(page)).toHaveLength(1);
    expect(await shellsOf(page)).not.toContain(first);
  },
);

upgraded(
  'a shared computer keeps the old version while changes wait that no other place has',
  async ({ openBrowser, checkout, install, next }) => {
    const [page, home] = [await openBrowser(), await openBrowser()];
    await register(home, ANA);
    await page.goto('/login');
    await page.getByLabel('This is a shared computer').check();
    await submitLogin(page, ANA);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.goto('/dash/tasks');
    await expect(page.getByTitle('Live')).toBeVisible();
    await page.route(callsOf('task.create'), route => route.abort());
    await page.getByLabel('Quick add').fill('Bins');
    await page.getByLabel('Quick add').press('Enter');
    await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible();
    const other = await page.context().newPage();
    await other.goto('/');
    await checkout.upgrade(next);
    await install.restart();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    const isComplete = () => page.evaluate(async () => !!(await navigator.serviceWorker.ready).waiting);
    await expect.poll(isComplete, { timeout: 60_000 }).toBe(true);
    await expect(offerIn(page)).toHaveCount(0);
    // Another tab asks for the newer version.
    const allowed = await other.evaluate(async () => {
      const { port1, port2 } = new MessageChannel();
      (await navigator.serviceWorker.ready).waiting?.postMessage('update', [port2]);
      return new Promise(resolve => {
        port1.onmessage = ({ data }) => resolve(data);
      });
    });
    expect(allowed).toBe(false);
    await page.unrouteAll();
    await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0, { timeout: 40_000 });
    await offerIn(page).click();
    await expect(page.getByRole('article')).toContainText('Bins');
    await expect(offerIn(page)).toHaveCount(0);
  },
);

upgraded(
  'a tab that did not say in time that it has unsaved text keeps it, and is offered the newer version later',
  async ({ openBrowser, checkout, install, next }) => {
    const page = await openBrowser();
    await visit(page);
    const other = await page.context().newPage();
    await other.goto('/dash/groceries');
    await other.getByRole('button', { name: 'Add Item' }).first().click();
    const name = other.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    await name.fill('Oat milk');
    await checkout.upgrade(next);
    await install.restart();
    await page.bringToFront();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect(offerIn(page)).toBeVisible();
    // Longer than the worker waits for the page.
    await other.evaluate(() => {
      setTimeout(() => {
        const end = performance.now() + 4_000;
        while (performance.now() < end);
      });
    });
    await offerIn(page).click();
    await expect(page.getByText(NEW)).toBeVisible();
    await other.bringToFront();
    await expect(name).toHaveValue('Oat milk');
    await expect(offerIn(other)).toHaveCount(0);
    await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await offerIn(other).click();
    await expect(other.getByRole('button', { name: 'Add an item' }).first()).toBeVisible();
    await expect(offerIn(other)).toHaveCount(0);
  },
);

upgraded(
  'the offer waits while a form has text that was not sent',
  async ({ openBrowser, checkout, install, next }) => {
    const page = await openBrowser();
    await visit(page);
    await checkout.upgrade(next);
    await install.restart();
    await page.getByLabel('Quick add').fill('Bins');
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
      .toBe('installed');
    await expect(offerIn(page)).toHaveCount(0);
    await page.getByLabel('Quick add').press('Enter');
    await expect(page.getByRole('heading', { name: 'Bins', exact: true })).toBeVisible();
    await offerIn(page).click();
    await expect(page.getByText('Bins')).toBeVisible();
    await page.getByRole('link', { name: 'Groceries' }).click();
    await expect(page.getByRole('button', { name: 'Add an item' }).first()).toBeVisible();
  },
);

upgraded(
  'a page of the old version still gets its parts, and a missing one is no page',
  async ({ openBrowser, checkout, install, next }) => {
    const page = await openBrowser();
    await visit(page);
    await checkout.upgrade(next);
    await install.restart();
    const old = await page.evaluate(async () => {
      const [name = ''] = await caches.keys();
      const requests = await (await caches.open(name)).keys();
      return requests.map(({ url }) => url).find(url => url.includes('/dash.groceries-')) ?? '';
    });
    expect((await page.request.get(old)).status()).toBe(404);
    await page.getByRole('link', { name: 'Groceries' }).click();
    await expect(page.getByRole('button', { name: 'Add Item' }).first()).toBeVisible();
    // The server is another one now, and the page comes from the copy, whole.
    await page.reload();
    await expect(page.getByRole('button', { name: 'Add Item' }).first()).toBeVisible();
  },
);

upgraded(
  'when all tabs were closed the next visit is the new version',
  async ({ openBrowser, checkout, install, next }) => {
    const page = await openBrowser();
    await visit(page);
    await checkout.upgrade(next);
    await install.restart();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
      .toBe('installed');
    const context = page.context();
    await page.close();
    const later = await context.newPage();
    await expect(async () => {
      await later.goto('about:blank');
      await later.goto(`${install.url}/dash/tasks`);
      await expect(later.getByText(NEW)).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await expect.poll(() => shellsOf(later)).toHaveLength(1);
  },
);

upgraded(
  'a page that was loaded past the worker gets the newer version by the same tap',
  async ({ openBrowser, checkout, install, next }) => {
    const page = await openBrowser();
    await visit(page);
    await (await page.context().newPage()).goto('/dash/groceries');
    await page.bringToFront();
    // As with the Shift key: no worker has a hand in this page.
    const devtools = await page.context().newCDPSession(page);
    await Promise.all([
      page.waitForResponse('**/after-start-*.js'),
      devtools.send('Page.reload', { ignoreCache: true }),
    ]);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    await expect(page.getByText(OLD)).toBeVisible();
    await checkout.upgrade(next);
    await install.restart();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    await offerIn(page).click();
    await expect(page.getByText(NEW)).toBeVisible();
  },
);
