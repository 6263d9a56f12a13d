import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { openHousehold } from './household.ts';
import { ANA, register, test } from './journey.ts';
import { touch } from './touch.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

function line(page: Page) {
  return page.getByRole('combobox', { name: 'Quick add' });
}

/** Names in the order they stand on the screen. */
function names(page: Page) {
  return page.getByRole('article').getByRole('heading');
}

function amount(page: Page, name: string) {
  return page.getByRole('group', { name: `Amount of ${name}`, exact: true });
}

async function openGroceries(page: Page): Promise<void> {
  await register(page, ANA);
  await page.goto('/dash/groceries');
  await expect(page.getByText('You have no groceries in your list.')).toBeVisible();
}

async function add(page: Page, text: string): Promise<void> {
  await line(page).fill(text);
  await page.keyboard.press('Enter');
}

test('20 items typed in 20 lines are on the list in their order, and keys change them', {
  tag: '@latency',
}, async ({ openBrowser }) => {
  const page = await openBrowser();
  await openGroceries(page);
  const typed = Array.from({ length: 20 }, (_, number) => `Item ${String.fromCharCode(97 + number)}`);
  await line(page).click();
  await page.keyboard.type(typed.map(name => `${name}\n`).join(''), { delay: 40 });
  await expect(line(page)).toBeFocused();
  await expect(line(page)).toHaveValue('');
  await expect(names(page)).toHaveText(typed);
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  const items: { name: string }[] = await (await restOf(page))('get', '/groceries');
  expect(items.map(({ name }) => name)).toEqual(typed);

  await line(page).blur();
  const row = (name: string) => page.getByRole('article').filter({ hasText: name });
  for (const key of ['j', 'j', '+', '+', '-']) await page.keyboard.press(key);
  await expect(amount(page, 'Item b')).toHaveText('2');
  await page.keyboard.press('p');
  await page.keyboard.type('2.50\n');
  await expect(row('Item b')).toContainText('2 for $5.00');
  // Letters are no shortcuts for a second after a form.
  await page.waitForTimeout(1_000);
  await page.keyboard.press('e');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Item b');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(1_000);
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(page.getByText('“Item a” is in the cart')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Delete');
  await expect(page.getByText(/ removed$/)).toBeVisible();
  await expect(names(page)).toHaveCount(19);
  await page.keyboard.press('z');
  await expect(names(page)).toHaveCount(20);
});

test('on a phone a shop of 20 items is finished with two taps and repeated with 25, and rows are swiped', {
  tag: '@latency',
}, async ({ openBrowser }) => {
  const page = await openBrowser({ ...PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  await openGroceries(page);
  const call = await restOf(page);
  const wanted = Array.from({ length: 20 }, (_, number) => `Item ${String.fromCharCode(97 + number)}`);
  for (const name of wanted) {
    const { id } = await call('post', '/groceries', { name, count: 2, price: 1.5 });
    await call('patch', '/groceries', { id, purchased: true });
  }
  await page.evaluate(() => {
    const counted = window as unknown as { taps: number };
    counted.taps = 0;
    addEventListener('pointerup', () => (counted.taps += 1), true);
  });
  const taps = () => page.evaluate(() => (window as unknown as { taps: number }).taps);
  // Clearing takes what the page shows.
  await expect(page.getByRole('button', { name: /^Tick off/, pressed: true })).toHaveCount(20);
  await page.getByRole('button', { name: 'Clear cart' }).tap();
  await expect(page.getByText('You have no groceries in your list.')).toBeVisible();
  expect(await taps()).toBeLessThanOrEqual(2);

  const before = await taps();
  await line(page).tap();
  await expect(page.getByRole('option')).toHaveCount(20);
  // Each stays in its place, so that no tap hits another one.
  for (const name of wanted) await page.getByRole('option', { name }).tap();
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('$60.00');
  await expect(names(page)).toHaveCount(20);
  expect((await taps()) - before).toBeLessThanOrEqual(25);

  await page.keyboard.press('Escape');
  const row = (name: string) => page.getByRole('article').filter({ hasText: name });
  const swipe = async (name: string, by: number) => {
    await row(name).scrollIntoViewIfNeeded();
    const finger = await touch(page, row(name));
    await finger.moveBy(by);
    await finger.lift();
  };
  await swipe('Item c', 140);
  await expect(page.getByText('“Item c” is in the cart')).toBeVisible();
  // The rows below it have moved up.
  await expect(names(page).last()).toHaveText('Item c');
  await swipe('Item d', -140);
  await expect(page.getByText('“Item d” removed')).toBeVisible();
  await expect(row('Item d')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(row('Item d')).toBeVisible();
});

test('a line has a name, a count, a price and a section; a removed chip is part of the name', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await openGroceries(page);
  await line(page).fill('milk 2 1.39 #dairy');
  const chips = page.getByRole('list', { name: 'Understood' }).getByRole('listitem');
  await expect(chips).toHaveText(['×2', '$1.39', 'dairy']);
  await page.getByRole('button', { name: 'Remove ×2' }).click();
  await expect(chips).toHaveText(['$1.39', 'dairy']);
  await expect(line(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['milk 2']);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['dairy']);
  await add(page, 'butter 3 2.50 #DAIRY');
  await expect(names(page)).toHaveText(['milk 2', 'butter']);
  await expect(amount(page, 'butter')).toHaveText('3');
  await expect(page.getByText('3 for $7.50')).toBeVisible();
  await line(page).fill('salt');
  await page.keyboard.press('Escape');
  await expect(line(page)).toHaveValue('');
  await expect(names(page)).toHaveCount(2);
});

test('the decimal separator follows the locale', async ({ openBrowser }) => {
  const page = await openBrowser({ locale: 'de-DE' });
  await openGroceries(page);
  await add(page, 'Käse 2 1.234,50');
  await expect(names(page)).toHaveText(['Käse']);
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('$2,469.00');
});

test('what is on the list becomes more instead of a second row', async ({ openBrowser }) => {
  const page = await openBrowser();
  await openGroceries(page);
  await add(page, 'Crème');
  await add(page, 'creme');
  await expect(line(page)).toHaveValue('');
  // A line that waits for an answer is kept as an unfinished one is.
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'creme is on the list' })).toBeVisible();
  await expect(names(page)).toHaveText(['Crème']);
  await page.getByRole('button', { name: '+1 creme' }).click();
  await expect(amount(page, 'Crème')).toHaveText('2');
  await expect(page.getByRole('button', { name: '+1 creme' })).toHaveCount(0);
  await expect(line(page)).toBeFocused();

  // The same while it is typed, and with a count and a price.
  await line(page).fill('creme 3 2.50');
  await page.getByRole('option', { name: '+3 Crème' }).click();
  await expect(amount(page, 'Crème')).toHaveText('5');
  await expect(page.getByText('5 for $12.50')).toBeVisible();
  // One action, and so one Undo.
  await line(page).blur();
  await page.keyboard.press('z');
  await expect(amount(page, 'Crème')).toHaveText('2');
  await expect(page.getByRole('button', { name: 'Price of Crème: $0.00' })).toBeVisible();

  await add(page, 'creme');
  await page.getByRole('button', { name: 'Add anyway' }).click();
  await expect(names(page)).toHaveText(['Crème', 'creme']);
  await add(page, 'creme');
  await page.getByRole('button', { name: 'Do not add creme' }).click();
  await expect(names(page)).toHaveCount(2);

  // One that is in the cart is to be bought again.
  await page.getByRole('button', { name: 'Tick off Crème' }).click();
  await page.getByRole('button', { name: 'Tick off creme', exact: true }).click();
  await add(page, 'Crème');
  await expect(names(page)).toHaveCount(3);
});

test('what the household bought before is one tap away, with its last price and count', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  await openHousehold(install, ana, ben);
  const call = await restOf(ana);
  for (const [name, price] of [
    ['Milk', 1.39],
    ['Mint tea', 3],
    ['Oat milk', 2],
  ] as const) {
    const { id } = await call('post', '/groceries', { name, count: 2, price, section: 'Dairy' });
    await call('delete', '/groceries', { id });
  }
  await ben.goto('/dash/groceries');
  await line(ben).fill('mi');
  const options = ben.getByRole('option');
  await expect(options).toHaveText([/^Mint tea.*\$3\.00$/, /^Milk.*\$1\.39$/, /^Oat milk.*\$2\.00$/]);
  await expect(ben.getByRole('option', { selected: true })).toHaveCount(0);
  // Enter adds what was typed.
  await ben.keyboard.press('Enter');
  await expect(names(ben)).toHaveText(['mi']);
  await line(ben).fill('milk');
  await ben.getByRole('option', { name: /^Milk/ }).click();
  await expect(line(ben)).toBeFocused();
  await expect(names(ben)).toHaveText(['mi', 'Milk']);
  await expect(amount(ben, 'Milk')).toHaveText('2');
  await expect(ben.getByText('2 for $2.78')).toBeVisible();
  await expect(ben.getByRole('heading', { name: 'Dairy' })).toBeVisible();
  // The arrow keys choose, and the line is one of the places.
  await line(ben).fill('m');
  await expect(options.first()).toBeVisible();
  await ben.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await ben.keyboard.press('ArrowDown');
  await expect(ben.getByRole('option', { selected: true })).toHaveCount(0);
  await ben.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
});

test('without a network the line adds, says what is on the list, and everything arrives later', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await openGroceries(page);
  await add(page, 'Milk');
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await page.context().setOffline(true);
  await add(page, 'Bread 2 3.20');
  await line(page).fill('milk');
  await page.getByRole('option', { name: '+1 Milk' }).click();
  await expect(names(page)).toHaveText(['Milk', 'Bread']);
  await expect(amount(page, 'Milk')).toHaveText('2');
  await page.context().setOffline(false);
  const call = await restOf(page);
  await expect
    .poll(() => call('get', '/groceries'))
    .toMatchObject([
      { name: 'Milk', count: 2 },
      { name: 'Bread', count: 2, price: 3.2 },
    ]);
});
