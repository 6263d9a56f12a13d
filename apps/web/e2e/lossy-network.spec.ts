import { NETWORKS } from '@onus/proof/faults';
import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { FAULTS } from './faults.ts';
import { ANA, register, test } from './journey.ts';

test.use({ faults: 'latency-0' });

const CALM = NETWORKS['latency-0'];
const TITLES = ['Bins', 'Desk', 'Lamp', 'Plants'];

/** What the app says after a click, read and put away. */
async function said(page: Page): Promise<string> {
  const toast = page.locator('.Toastify__toast').first();
  await expect(toast).toContainText(/\w/);
  const text = (await toast.textContent()) ?? '';
  await toast.getByRole('button', { name: 'Dismiss', includeHidden: true }).click();
  await expect(page.locator('.Toastify__toast')).toHaveCount(0);
  return text;
}

/** @returns what the app said each time that it could not save. */
async function addUntilSaved(page: Page, title: string): Promise<string[]> {
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill(title);
  const failures: string[] = [];
  for (;;) {
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    const text = await said(page);
    if (text.includes('Task Created')) return failures;
    failures.push(text);
    await expect(dialog.getByLabel('Title')).toHaveValue(title);
  }
}

test('where requests and responses are lost, what the app says is saved is on the server', async ({
  openBrowser,
  network,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await expect(page.getByTitle('Live')).toBeVisible();
  network.faults = { ...CALM, lostRequests: 0.3, lostResponses: 0.3, only: /task\.(create|update)/ };
  const failures: string[] = [];
  for (const title of TITLES) failures.push(...(await addUntilSaved(page, title)));
  expect(network.seen.lostRequests).toBeGreaterThan(0);
  expect(network.seen.lostResponses).toBeGreaterThan(0);
  for (const failure of failures) expect(failure).toContain(FAULTS.away.says);
  network.faults = CALM;
  const rows: { title: string }[] = await (await restOf(page))('get', '/tasks');
  expect(rows.map(({ title }) => title)).toEqual(expect.arrayContaining(TITLES));

  // A ring that goes back says so; one that stays is stored.
  network.faults = { ...CALM, lostRequests: 1, only: /task\.update/ };
  const ring = page.getByRole('button', { name: 'Complete Bins' }).first();
  await ring.click();
  expect(await said(page)).toContain(FAULTS.away.says);
  await expect(ring).toHaveAttribute('aria-pressed', 'false');
  network.faults = CALM;
  await ring.click();
  expect(await said(page)).toContain('“Bins” completed');
  await page.reload();
  await expect(ring).toHaveAttribute('aria-pressed', 'true');
});

test('a network that stalls, cuts and loses: the app comes back by itself and misses nothing', async ({
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
  for (const title of TITLES) {
    const body = { title, dueDate: new Date().toISOString() };
    // Its own caller tries again, too.
    await expect(() => call('post', '/tasks', body)).toPass();
  }
  expect(network.seen.cuts + network.seen.lostResponses).toBeGreaterThan(0);
  network.faults = CALM;
  for (const title of TITLES)
    await expect(phone.getByRole('button', { name: `Complete ${title}` }).first()).toBeVisible({
      timeout: 20_000,
    });
  await expect(phone.getByTitle('Live')).toBeVisible();
  await expect(phone).toHaveURL(/\/dash\/tasks$/);
});
