import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { openHousehold } from './household.ts';
import { ANA, register, test } from './journey.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

/** Names in the order they stand on the screen. */
function names(page: Page) {
  return page.getByRole('article').getByRole('heading');
}

function ring(page: Page, name: string) {
  return page.getByRole('button', { name: `Tick off ${name}`, exact: true });
}

async function fill(page: Page, wanted: readonly string[]): Promise<void> {
  const call = await restOf(page);
  for (const name of wanted) await call('post', '/groceries', { name, count: 1 });
}

test('a ticked item keeps its place for a moment, so that a double tap meets no other, and Undo puts it back', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await page.clock.install();
  await register(page, ANA);
  await fill(page, ['Milk', 'Bread', 'Eggs']);
  await page.goto('/dash/groceries');
  await expect(names(page)).toHaveText(['Milk', 'Bread', 'Eggs']);
  await page.clock.pauseAt(Date.now() + 60_000);
  await ring(page, 'Milk').click();
  await expect(ring(page, 'Milk')).toHaveAttribute('aria-pressed', 'true');
  await page.clock.runFor(500);
  await ring(page, 'Bread').click();
  await page.clock.runFor(500);
  await expect(names(page)).toHaveText(['Milk', 'Bread', 'Eggs']);
  await page.clock.resume();
  await expect(names(page)).toHaveText(['Eggs', 'Milk', 'Bread']);
  await expect(page.getByText('“Bread” is in the cart')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(names(page)).toHaveText(['Bread', 'Eggs', 'Milk']);
  await expect(ring(page, 'Bread')).toHaveAttribute('aria-pressed', 'false');
});

test('Clear cart removes what is in the cart for everyone, and Undo brings all of it back', {
  tag: '@latency',
}, async ({ openBrowser, install, beforePoll }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  await openHousehold(install, ana, ben);
  await fill(ana, ['Milk', 'Bread', 'Eggs']);
  for (const page of [ana, ben]) {
    await page.goto('/dash/groceries');
    await expect(names(page)).toHaveText(['Milk', 'Bread', 'Eggs']);
    await expect(page.getByRole('button', { name: 'Clear cart' })).toHaveCount(0);
  }
  await ring(ana, 'Milk').click();
  await ring(ana, 'Eggs').click();
  await expect(names(ben)).toHaveText(['Bread', 'Milk', 'Eggs'], beforePoll);
  await ben.getByRole('button', { name: 'Clear cart' }).click();
  await expect(names(ben)).toHaveText(['Bread']);
  await expect(names(ana)).toHaveText(['Bread'], beforePoll);
  await expect(ben.getByText('2 items cleared from the cart')).toBeVisible();
  await ben.getByRole('button', { name: 'Undo' }).click();
  for (const page of [ben, ana]) {
    await expect(names(page)).toHaveText(['Bread', 'Milk', 'Eggs'], beforePoll);
    await expect(ring(page, 'Eggs')).toHaveAttribute('aria-pressed', 'true');
  }
});

test('an item that is put back is in its place, in the cart and added by whom it was, also without a network', {
  tag: '@latency',
}, async ({ openBrowser, install, beforePoll }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await fill(ben, ['Milk', 'Bread', 'Eggs']);
  for (const page of [ana, ben]) {
    await page.goto('/dash/groceries');
    await expect(names(page)).toHaveText(['Milk', 'Bread', 'Eggs']);
  }
  await ring(ben, 'Milk').click();
  await ring(ben, 'Bread').click();
  await expect(names(ana)).toHaveText(['Eggs', 'Milk', 'Bread'], beforePoll);
  await ana.getByRole('button', { name: 'Remove Milk' }).click();
  // Removed for both: the Undo that follows is of a change that the server has.
  await expect(names(ben)).toHaveText(['Eggs', 'Bread'], beforePoll);
  await ana.context().setOffline(true);
  await ana.getByRole('button', { name: 'Undo' }).click();
  await expect(names(ana)).toHaveText(['Eggs', 'Milk', 'Bread']);
  await ana.getByRole('button', { name: 'Remove Bread' }).click();
  await expect(names(ana)).toHaveText(['Eggs', 'Milk']);
  await ana.keyboard.press('z');
  await expect(names(ana)).toHaveText(['Eggs', 'Milk', 'Bread']);
  await ana.context().setOffline(false);
  for (const page of [ana, ben]) {
    await expect(names(page)).toHaveText(['Eggs', 'Milk', 'Bread'], { timeout: 40_000 });
    for (const name of ['Milk', 'Bread']) {
      await expect(ring(page, name)).toHaveAttribute('aria-pressed', 'true');
      const row = page.getByRole('article').filter({ hasText: name });
      await expect(row.getByTitle('Ben', { exact: true })).toBeVisible();
    }
    await expect(page.getByRole('button', { name: /^Not saved/ })).toHaveCount(0);
  }
});

test('without a network the cart is cleared of what was in it, not of what others put back or tick off', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await fill(ana, ['Milk', 'Bread', 'Eggs', 'Tea']);
  for (const page of [ana, ben]) {
    await page.goto('/dash/groceries');
    await expect(names(page)).toHaveText(['Milk', 'Bread', 'Eggs', 'Tea']);
  }
  await ben.context().setOffline(true);
  for (const name of ['Milk', 'Bread', 'Eggs']) await ring(ben, name).click();
  await expect(names(ben)).toHaveText(['Tea', 'Milk', 'Bread', 'Eggs']);
  await ben.getByRole('button', { name: 'Clear cart' }).click();
  await expect(names(ben)).toHaveText(['Tea']);
  await expect(ben.getByRole('button', { name: 'Offline · 4 waiting' })).toBeVisible();
  await ring(ana, 'Tea').click();
  await expect(ana.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await ben.context().setOffline(false);
  for (const page of [ana, ben]) {
    await expect(names(page)).toHaveText(['Tea'], { timeout: 40_000 });
    await expect(ring(page, 'Tea')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('button', { name: /^Not saved/ })).toHaveCount(0);
  }
});

test('the price is changed in place: Enter saves, Escape does not, and a text that is no price stays', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await fill(page, ['Milk']);
  await page.goto('/dash/groceries');
  await page.getByRole('button', { name: 'Add price' }).click();
  const field = page.getByRole('textbox', { name: 'Price of Milk' });
  await expect(field).toBeFocused();
  for (const [typed, reason] of [
    ['much', 'Use digits, such as 1.39'],
    ['-2', 'At least $0.00'],
    ['99999999', 'At most $1,000,000.00'],
  ] as const) {
    await field.fill(typed);
    await page.keyboard.press('Enter');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(reason);
  }
  await field.fill('1.39');
  await page.keyboard.press('Enter');
  const price = page.getByRole('button', { name: 'Price of Milk: $1.39' });
  await expect(price).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('1.39');
  await field.fill('9');
  await page.keyboard.press('Escape');
  await expect(price).toBeFocused();
  await price.click();
  await field.fill('2');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByRole('button', { name: 'Price of Milk: $2.00' })).toBeVisible();
});

test('sections group the list, and the edit form changes them', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await fill(page, ['Milk', 'Salt', 'Butter', 'Apples']);
  await page.goto('/dash/groceries');
  const sections = page.getByRole('heading', { level: 2 });
  await expect(sections).toHaveText(['Milk', 'Salt', 'Butter', 'Apples']);
  for (const [name, section] of [
    ['Milk', 'Dairy'],
    ['Butter', 'dairy '],
    ['Apples', ' Bakery'],
  ] as const) {
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await page.getByRole('combobox', { name: 'Section' }).fill(section);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  }
  await expect(names(page)).toHaveText(['Salt', 'Apples', 'Milk', 'Butter']);
  await expect(sections).toHaveText(['Salt', 'Bakery', 'Dairy']);
  await ring(page, 'Milk').click();
  await expect(names(page)).toHaveText(['Salt', 'Apples', 'Butter', 'Milk']);
  await page.getByRole('button', { name: 'Edit Apples' }).click();
  await page.getByRole('combobox', { name: 'Section' }).fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(names(page)).toHaveText(['Salt', 'Apples', 'Butter', 'Milk']);
  await expect(sections).toHaveText(['Salt', 'Apples', 'dairy', 'In the cart']);
});
