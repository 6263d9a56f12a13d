import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { openHousehold } from './household.ts';
import { ANA, login, test } from './journey.ts';

test.use({ serviceWorkers: 'allow' });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Opens the list on a phone, until the phone has a copy of the app. */
async function openList(page: Page): Promise<void> {
  await page.goto('/dash/groceries');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect(ring(page, 'Milk')).toBeVisible();
}

function ring(page: Page, name: string) {
  return page.getByRole('button', { name: `Tick off ${name}`, exact: true });
}

function amount(page: Page, name: string) {
  return page.getByRole('group', { name: `Amount of ${name}`, exact: true });
}

/** The name, amount and state of every item on the screen. */
async function listOf(page: Page): Promise<string[]> {
  const rows = await page.getByRole('article').evaluateAll(articles =>
    articles.map(article => {
      const of = (selector: string) => article.querySelector(selector);
      const name = of('[aria-pressed]')?.getAttribute('aria-label')?.replace('Tick off ', '');
      const count = of('[role="group"]')?.textContent;
      return `${count} ${name}${of('[aria-pressed="true"]') ? ', in the cart' : ''}`;
    }),
  );
  return rows.sort();
}

test('two people shop without reception while a third screen changes the list and the server restarts', async ({
  openBrowser,
  install,
}) => {
  const desk = await openBrowser();
  const [phone, bens] = [await openBrowser(PHONE), await openBrowser(PHONE)];
  await openHousehold(install, desk, bens);
  await login(phone, ANA);
  const call = await restOf(desk);
  for (const name of ['Milk', 'Bread', 'Apples', 'Tea', 'Coffee', 'Rice']) {
    await call('post', '/groceries', { name, count: 1 });
  }
  await desk.goto('/dash/groceries');
  for (const page of [phone, bens]) {
    await openList(page);
    // Longer than a list rests before it is stored.
    await page.waitForTimeout(1_000);
    await page.context().setOffline(true);
    // The phone was in a pocket, and the browser has dropped the page.
    await page.goto('about:blank');
    await page.goto('/dash/groceries');
    await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible();
  }

  await ring(phone, 'Milk').tap();
  await ring(phone, 'Bread').tap();
  // A tap on the name shows the stepper.
  await phone.getByRole('heading', { name: 'Apples', exact: true }).tap();
  await amount(phone, 'Apples').getByRole('button', { name: 'One more' }).tap();
  await phone.getByRole('button', { name: 'Add Item' }).tap();
  await phone.getByRole('combobox', { name: 'Quick add' }).fill('Eggs');
  await phone.keyboard.press('Enter');
  await phone.getByRole('button', { name: 'Close', exact: true }).tap();
  await ring(phone, 'Eggs').tap();
  await expect(phone.getByRole('button', { name: 'Offline · 5 waiting' })).toBeVisible();

  await ring(bens, 'Bread').tap();
  await ring(bens, 'Apples').tap();
  await bens.getByRole('heading', { name: /^Apples/ }).tap();
  for (const _tap of [1, 2]) await amount(bens, 'Apples').getByRole('button', { name: 'One more' }).tap();
  // Ticked items sink, and Tea moves up.
  await expect(bens.getByRole('article').nth(1)).toContainText('Tea');
  await bens.getByRole('button', { name: 'More for Tea' }).tap();
  await bens.getByRole('menuitem', { name: 'Remove' }).tap();
  await expect(ring(bens, 'Tea')).toHaveCount(0);
  await expect(bens.getByRole('button', { name: 'Offline · 5 waiting' })).toBeVisible();

  await desk.getByRole('button', { name: 'Edit Coffee' }).click();
  await desk.getByLabel('Name', { exact: true }).fill('Coffee beans');
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await ring(desk, 'Tea').click();
  await expect(desk.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await install.restart();

  for (const page of [bens, phone]) await page.context().setOffline(false);
  const all = [
    '1 Bread, in the cart',
    '1 Coffee beans',
    '1 Eggs, in the cart',
    '1 Milk, in the cart',
    '1 Rice',
    '4 Apples, in the cart',
  ];
  for (const page of [desk, phone, bens]) {
    await expect.poll(() => listOf(page), { timeout: 40_000 }).toEqual(all);
    await expect(page.getByTitle('Live')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Not saved/ })).toHaveCount(0);
  }
});
