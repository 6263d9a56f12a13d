import { NETWORKS } from '@onus/proof/faults';
import { expect } from '@playwright/test';
import { restOf } from './api.ts';
import { callsOf, REFRESHES } from './faults.ts';
import { ANA, addTask, register, test } from './journey.ts';

test.use({ faults: 'latency-0' });

const CALM = NETWORKS['latency-0'];
const TITLES = ['Bins', 'Desk', 'Lamp', 'Plants'];

test('where requests and responses are lost, what the app says is saved is on the server', async ({
  openBrowser,
  network,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await expect(page.getByTitle('Live')).toBeVisible();
  network.faults = { ...CALM, lostRequests: 0.3, lostResponses: 0.3, only: /task\.(create|update)/ };
  const titles: string[] = [];
  // The number of calls decides which ones the seed loses, so continue until both were seen.
  while (titles.length < TITLES.length || !network.seen.lostRequests || !network.seen.lostResponses) {
    const title = TITLES[titles.length] ?? `Plant ${titles.length}`;
    await addTask(page, title);
    await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
    titles.push(title);
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
  network.faults = CALM;
  const call = await restOf(page);
  const rows: { title: string }[] = await call('get', '/tasks');
  // Each is there, and none twice.
  expect(rows.map(({ title }) => title).sort()).toEqual(titles.toSorted());

  // A ring stays as it was tapped, and is sent when the server can be reached.
  network.faults = { ...CALM, lostRequests: 1, only: /task\.update/ };
  const ring = page.getByRole('button', { name: 'Complete Bins', exact: true });
  await ring.click();
  await expect(page.getByText('“Bins” completed')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible();
  await page.reload();
  await expect(ring).toHaveAttribute('aria-pressed', 'true');
  network.faults = CALM;
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0, { timeout: 40_000 });
  const after: { title: string; completed: boolean }[] = await call('get', '/tasks');
  expect(after.find(({ title }) => title === 'Bins')?.completed).toBe(true);

  // A connection that dies without a sign is given up, here after 2 s instead of 20.
  await page.addInitScript(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = ms => timeout.call(AbortSignal, ms / 10);
  });
  for (const calls of [REFRESHES, callsOf('task.create')]) await page.route(calls, () => {}, { times: 1 });
  await page.reload();
  await page.getByLabel('Quick add').fill('Vase');
  await page.getByLabel('Quick add').press('Enter');
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0, { timeout: 40_000 });
});

test('the app recovers from a network that stalls, cuts and loses, and misses nothing', async ({
  openBrowser,
  network,
}) => {
  const [desk, phone] = [await openBrowser(), await openBrowser()];
  await register(desk, ANA);
  const call = await restOf(desk);
  await phone.goto('/login');
  await phone.getByLabel('Email').fill(ANA.email);
  await phone.getByLabel('Password', { exact: true }).fill(ANA.password);
  await phone.getByRole('button', { name: 'Submit' }).click();
  await expect(phone.getByTitle('Live')).toBeVisible();
  network.faults = { ...NETWORKS.rough, lostRequests: 0.3, lostResponses: 0.3, stalls: 0.1, cuts: 0.3 };
  network.cutAll();
  for (const title of TITLES) await call('post', '/tasks', { title, dueDate: new Date().toISOString() });
  // The faults come by chance, to what the pages send. The data is created at the server's own address.
  await expect.poll(() => network.seen.cuts + network.seen.lostResponses).toBeGreaterThan(0);
  network.faults = CALM;
  for (const title of TITLES)
    await expect(phone.getByRole('button', { name: `Complete ${title}` }).first()).toBeVisible({
      timeout: 20_000,
    });
  await expect(phone.getByTitle('Live')).toBeVisible();
  await expect(phone).toHaveURL(/\/dash\/tasks$/);
});
