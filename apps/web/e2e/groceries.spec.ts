import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { forgetReads } from './faults.ts';
import { openHousehold } from './household.ts';
import { ANA, register, test } from './journey.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

async function addItem(page: Page, name: string, count = '1'): Promise<void> {
  await page.getByRole('button', { name: 'Add Item' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Item' });
  await dialog.getByLabel('Item Name').fill(name);
  await dialog.getByLabel('Count').fill(count);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Names in the order they stand on the screen. */
function names(page: Page) {
  return page.getByRole('article').getByRole('heading');
}

test('one person changes and ticks off an item of another, and both see it live', {
  tag: '@latency',
}, async ({ openBrowser, install, beforePoll }) => {
  const [desk, phone] = [await openBrowser(), await openBrowser(PHONE)];
  await openHousehold(install, desk, phone);
  for (const page of [desk, phone]) {
    await page.goto('/dash/groceries');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Groceries');
    await expect(page.getByText('You have no groceries in your list.')).toBeVisible();
  }
  await addItem(desk, 'Milk', '2');
  await addItem(desk, 'Bread', 'some');
  await expect(names(phone)).toHaveText(['Milk', 'Bread'], beforePoll);
  await expect(phone.getByRole('article').first().getByTitle('Ana')).toBeVisible();
  await expect(desk.getByRole('article').first().getByText('ME')).toBeVisible();
  await expect(phone.getByRole('group', { name: 'Amount of Bread' })).toHaveText('1');

  await phone.getByRole('button', { name: 'More for Milk' }).click();
  await phone.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(phone.getByLabel('Price')).toHaveValue('0.00');
  await phone.getByLabel('Price').fill('1.5');
  await phone.getByRole('textbox', { name: 'Count' }).fill('3');
  await phone.getByRole('button', { name: 'Save' }).click();
  await expect(desk.getByText('$1.50')).toBeVisible(beforePoll);
  await expect(desk.getByText('3 for $4.50')).toBeVisible();
  await expect(desk.getByRole('region', { name: 'Total' })).toContainText('Total$4.50');

  // A tap on the name shows the stepper.
  await phone.getByRole('heading', { name: 'Milk' }).click();
  await phone
    .getByRole('group', { name: 'Amount of Milk' })
    .getByRole('button', { name: 'One more' })
    .click();
  await expect(desk.getByRole('region', { name: 'Total' })).toContainText('Total$6.00');

  const ring = desk.getByRole('button', { name: 'Tick off Milk' });
  await ring.click();
  await expect(phone.getByText('In the cart', { exact: true })).toBeVisible(beforePoll);
  await expect(names(phone)).toHaveText(['Bread', 'Milk']);
  await expect(phone.getByRole('region', { name: 'Total' })).toContainText('1 of 2 in the cart · $6.00');
  await expect(ring).toBeFocused();
  await ring.click();
  await expect(names(phone)).toHaveText(['Milk', 'Bread']);
});

test('Cancel clears the dialog, a refusal keeps it, and the server requires a name', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/groceries');
  await page.getByRole('button', { name: 'Add Item' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Item' });
  await dialog.getByLabel('Item Name').fill('Half');
  await dialog.getByLabel('Count').fill('7');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add Item' }).first().click();
  await expect(dialog.getByLabel('Item Name')).toHaveValue('');
  await expect(dialog.getByLabel('Count')).toHaveValue('1');
  await dialog.getByLabel('Count').fill('many');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByLabel('Count')).toHaveValue('1');
  await dialog.getByLabel('Item Name').fill('Eggs');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Item Added')).toBeVisible();
  await expect(names(page)).toHaveText(['Eggs']);
});

test('a removed item disappears for both people, and Undo restores it', { tag: '@latency' }, async ({
  openBrowser,
  install,
  beforePoll,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/groceries');
  await ben.goto('/dash/groceries');
  await addItem(ana, 'Milk', '4');
  await addItem(ana, 'Eggs');
  await ana.getByRole('button', { name: 'Tick off Milk' }).click();
  await expect(names(ben)).toHaveText(['Eggs', 'Milk']);
  await ana.getByRole('button', { name: 'Remove Milk' }).click();
  await expect(names(ben)).toHaveText(['Eggs'], beforePoll);
  await expect(ana.getByText('“Milk” removed')).toBeVisible();
  await ana.getByRole('link', { name: 'Tasks' }).click();
  await ana.getByRole('button', { name: 'Undo' }).click();
  await expect(names(ben)).toHaveText(['Eggs', 'Milk']);
  await expect(ben.getByRole('button', { name: 'Tick off Milk' })).toHaveAttribute('aria-pressed', 'true');
  await expect(ben.getByRole('group', { name: 'Amount of Milk' })).toHaveText('4');
});

test('an open form keeps its values while another person changes the item', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/groceries');
  await ben.goto('/dash/groceries');
  await addItem(ana, 'Milk');
  await addItem(ana, 'Eggs');
  await ana.getByRole('button', { name: 'Edit Milk' }).click();
  await ana.getByLabel('Name').fill('Oat milk');
  await ben.getByRole('button', { name: 'Edit Milk' }).click();
  await ben.getByLabel('Price').fill('2');
  await ben.getByRole('button', { name: 'Save' }).click();
  await ben.getByRole('button', { name: 'Tick off Milk' }).click();
  await expect(ana.getByRole('region', { name: 'Total' })).toContainText('1 of 2 in the cart');
  await expect(ana.getByLabel('Name')).toBeFocused();
  await expect(ana.getByLabel('Name')).toHaveValue('Oat milk');
  await ana.getByRole('button', { name: 'Save' }).click();
  await expect(names(ben)).toHaveText(['Eggs', 'Oat milk']);
  await expect(ben.getByText('$2.00').first()).toBeVisible();

  await ana.getByRole('button', { name: 'Edit Oat milk' }).click();
  await ben.getByRole('button', { name: 'Remove Oat milk' }).click();
  await ben.getByRole('button', { name: 'Remove Eggs' }).click();
  await expect(ana.getByText('0 of 0 in the cart')).toBeVisible();
  await ana.getByRole('textbox', { name: 'Count' }).fill('3');
  await ana.getByRole('button', { name: 'Save' }).click();
  await expect(ana.getByRole('alert').filter({ hasText: 'Item not found' })).toBeVisible();
  await expect(ana.getByRole('button', { name: 'Not saved (1)' })).toBeVisible();
  await expect(ana.getByText('You have no groceries in your list.')).toBeVisible();
});

test("a refused tick is reverted with the reason; a failed list shows the server's message", async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/groceries');
  await addItem(page, 'Milk');
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  const refusal = refusalOf('The fridge is full', 409);
  await page.route('**/trpc/grocery.update*', async route => {
    await held;
    await route.fulfill(refusal);
  });
  const ring = page.getByRole('button', { name: 'Tick off Milk' });
  await ring.click();
  await expect(ring).toHaveAttribute('aria-pressed', 'true');
  answer();
  await expect(page.getByText('The fridge is full')).toBeVisible();
  await expect(ring).toHaveAttribute('aria-pressed', 'false');

  await page.route('**/trpc/**grocery.page*', route => route.fulfill(refusalOf('The shop is closed', 400)));
  // A list that was seen before would show as it was.
  await forgetReads(page);
  await page.goto('/dash/groceries');
  await expect(page.getByRole('alert').filter({ hasText: 'The shop is closed' })).toBeVisible();
  const again = page.waitForRequest('**/trpc/**grocery.page*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await again;
  // The list also reloads on its own, which removes Retry.
  await page.unroute('**/trpc/**grocery.page*');
  await page
    .getByRole('button', { name: 'Retry' })
    .click({ timeout: 2_000 })
    .catch(() => {});
  await expect(names(page)).toHaveText(['Milk']);
});

/** A refusal by the server for each call of a batch. */
function refusalOf(message: string, httpStatus: number) {
  const error = { message, code: -32_000, data: { code: 'REFUSED', httpStatus } };
  return { status: httpStatus, contentType: 'application/json', body: JSON.stringify([{ error }]) };
}

test('on a phone the tap after the stepper does what it was aimed at', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await register(page, ANA);
  const rest = await restOf(page);
  for (const name of ['Apples', 'Bread', 'Milk']) await rest('post', '/groceries', { name, count: 1 });
  await page.goto('/dash/groceries');
  const stepper = page.getByRole('group', { name: 'Amount of Apples' });
  const tapName = (name: string) => page.getByRole('heading', { name, exact: true }).tap();
  await tapName('Apples');
  await expect(stepper.getByRole('button', { name: 'One more' })).toBeInViewport();
  await tapName('Milk');
  await expect(page.getByRole('group', { name: 'Amount of Milk' })).toBeFocused();
  await expect(stepper.getByRole('button', { name: 'One more' })).not.toBeInViewport();

  await tapName('Apples');
  await page.getByRole('button', { name: 'Tick off Bread' }).tap();
  await expect(page.getByRole('button', { name: 'Tick off Bread' })).toHaveAttribute('aria-pressed', 'true');
});
