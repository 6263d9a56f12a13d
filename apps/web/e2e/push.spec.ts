import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPushService, type PushService } from '@onus/api/push/testing';
import { type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { check } from './check.ts';
import { BEN, openHousehold } from './household.ts';
import { test as journey, login } from './journey.ts';

const BUILT = new URL('../../server/dist/main.js', import.meta.url).pathname;
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  permissions: ['notifications'],
  serviceWorkers: 'allow',
};

/** The server trusts the push service's certificate from its start, so it has a process of its own. */
const test = journey.extend<{ service: PushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the parameter which fixtures are needed.
  service: async ({}, use) => {
    const service = await openPushService();
    await use(service);
    await service.close();
  },
  settings: async ({ service }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'onus-push-'));
    const certificate = join(folder, 'root.pem');
    await writeFile(certificate, service.certificate);
    await use({ PUSH: 'on', PUSH_HOSTS: service.host, NODE_EXTRA_CA_CERTS: certificate });
    await rm(folder, { recursive: true, force: true });
  },
  server: BUILT,
});

/**
 * Gives a page a push service. The one step that needs the browser vendor's servers is to subscribe: here the browser's
 * answer is made by the service of the test, with real keys.
 */
async function givePushService(page: Page, service: PushService): Promise<void> {
  const { endpoint, keys } = service.subscribe();
  await page.addInitScript(
    ({ endpoint, keys }) => {
      const subscriptionFor = (applicationServerKey: string) => ({
        endpoint,
        options: {
          applicationServerKey: Uint8Array.from(
            atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')),
            sign => sign.charCodeAt(0),
          ).buffer,
        },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => localStorage.removeItem('the key it is for') !== undefined,
      });
      // Chromium without a screen always says that they are denied.
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      PushManager.prototype.subscribe = async options => {
        const key = String(options?.applicationServerKey);
        localStorage.setItem('the key it is for', key);
        return subscriptionFor(key) as never;
      };
      PushManager.prototype.getSubscription = async () => {
        const key = localStorage.getItem('the key it is for');
        return (key && subscriptionFor(key)) as never;
      };
    },
    { endpoint, keys },
  );
}

/** Turns push messages on for this browser and for tasks that are assigned. */
async function turnOn(page: Page): Promise<void> {
  await page.goto('/dash/settings');
  await page.getByRole('checkbox', { name: 'Push: Assigned to me' }).check();
  // The copy of the app is complete: on a slow network that takes a while.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.getByRole('button', { name: 'Get push messages here' }).press('Enter');
  await expect(devices(page)).toHaveCount(1);
  await expect(devices(page)).toContainText('This browser');
  await expect(page.getByRole('heading', { name: 'Devices for push' })).toBeFocused();
}

function devices(page: Page) {
  return page.getByRole('list', { name: 'Devices for push' }).getByRole('listitem');
}

/** Ana gives Ben a task. */
async function assign(ana: Page, title: string): Promise<void> {
  const rest = await restOf(ana);
  const [ben] = await rest('get', '/users');
  await rest('post', '/tasks', { title, dueDate: '2030-01-01', assignees: [ben.id] });
}

async function backIn(page: Page): Promise<void> {
  await login(page, BEN);
  await page.waitForURL('**/dash/tasks');
  await page.goto('/dash/settings');
}

interface Shown {
  title: string;
  options: { body: string; tag: string; data: string };
}

/** What the worker's code sees of its own scope. */
interface WorkerScope {
  shown: Shown[];
  ServiceWorkerRegistration: { prototype: object };
  dispatchEvent(event: Event): void;
}

/** The worker of a page. This Chromium has no notifications, so it keeps what it is told to show. */
async function workerOf(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('the page has no worker');
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    scope.shown = [];
    Object.assign(scope.ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, options: Shown['options']) =>
        scope.shown.push({ title, options }),
    });
  });
  return worker;
}

type Worker = Awaited<ReturnType<typeof workerOf>>;

/** Hands the worker of a page what the push service got, as the browser does. */
async function deliver(page: Page, service: PushService): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>(resolve => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(service.pushes.at(-1)?.message),
  });
}

function shownBy(worker: Worker): Promise<Shown[]> {
  return worker.evaluate(() => (globalThis as unknown as WorkerScope).shown);
}

/** Sends the event that the system sends when a person clicks a notification. */
async function click(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    const [first] = scope.shown;
    const notification = { data: first?.options.data, close: () => scope.shown.shift() };
    scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil() {} }));
  });
}

test('a push message shows on the phone, and a click on it opens its page', {
  tag: '@latency',
}, async ({ install, openBrowser, service }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  await openHousehold(install, ana, ben);
  await givePushService(ben, service);
  await turnOn(ben);
  await check(ben);
  await ben.goto('/dash/groceries');
  await assign(ana, 'Feed the cat');
  await service.taken(1);
  expect(service.refused).toEqual([]);
  const worker = await workerOf(ben);
  await deliver(ben, service);
  await expect.poll(() => shownBy(worker)).toHaveLength(1);
  expect((await shownBy(worker))[0]).toMatchObject({
    title: 'Ana assigned you a task',
    options: { body: expect.stringContaining('Feed the cat'), tag: expect.stringMatching(/^task-/) },
  });
  await click(worker);
  await expect(ben).toHaveURL(/\/dash\/tasks\?.*task=/);
  await expect(ben.getByText('Feed the cat').first()).toBeVisible();
  expect(await shownBy(worker)).toEqual([]);
});

test('a browser that signs out gets nothing until its owner signs in again', async ({
  install,
  openBrowser,
  service,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  await openHousehold(install, ana, ben);
  await givePushService(ben, service);
  await turnOn(ben);
  await ben.getByRole('button', { name: 'Account of Ben' }).click();
  await ben.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(ben).toHaveURL(/\/login/);
  await assign(ana, 'Unseen');
  const dropped = /onus_notification\S*channel="push"\S*result="dropped"\S* 1$/m;
  await expect.poll(async () => (await ana.request.get('/metrics')).text()).toMatch(dropped);
  await backIn(ben);
  await expect(devices(ben)).toContainText('This browser');
  await assign(ana, 'Seen');
  await service.taken(1);
  expect(service.pushes.map(({ message }) => message.notification.body)).toEqual([
    expect.stringContaining('Seen (due'),
  ]);
});

test('a device that is removed from another browser does not come back by itself', async ({
  install,
  openBrowser,
  service,
}) => {
  const [ana, ben, laptop] = [await openBrowser(), await openBrowser(PHONE), await openBrowser()];
  await openHousehold(install, ana, ben);
  await givePushService(ben, service);
  await turnOn(ben);
  await backIn(laptop);
  await expect(devices(laptop)).toHaveCount(1);
  await laptop.getByRole('button', { name: /^Remove / }).click();
  await expect(laptop.getByText('No device gets push messages yet.')).toBeVisible();
  // The phone's own list follows.
  await expect(ben.getByText('No device gets push messages yet.')).toBeVisible();
  await ben.reload();
  await ben.waitForLoadState('networkidle');
  await expect(ben.getByText('No device gets push messages yet.')).toBeVisible();
  await expect(ben.getByRole('button', { name: 'Get push messages here' })).toBeVisible();
});

test('a browser that blocks notifications says what to do', async ({ install, openBrowser }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser({ viewport: { width: 390, height: 844 } })];
  await openHousehold(install, ana, ben);
  await ben.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await ben.goto('/dash/settings');
  const blocked = ben.getByText('This browser blocks notifications of this site.');
  await expect(blocked).toBeVisible();
  await check(ben);

  // Where the person says no, what to do has the focus of the button that asked.
  await ben.addInitScript(() => {
    let permission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      permission = 'denied';
      return 'denied';
    };
  });
  await ben.reload();
  await ben.getByRole('button', { name: 'Get push messages here' }).press('Enter');
  await expect(blocked).toBeFocused();
});
