import { expect } from '@playwright/test';
import { NOT_LOADED, reload } from './faults.ts';
import { ANA, addTask, register, test } from './journey.ts';

test('keyboard and pointer open a menu, and closing it restores the focus', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const button = page.getByRole('button', { name: 'Account of Ana' });
  const item = page.getByRole('menuitem', { name: 'Settings' });
  await expect(button).toHaveAttribute('aria-haspopup', 'menu');
  for (const key of ['Enter', 'ArrowDown']) {
    await page.reload();
    await button.focus();
    await page.keyboard.press(key);
    await expect(item).toBeVisible();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(item).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  await button.click();
  await expect(item).toBeVisible();
  await page.mouse.click(5, 400);
  await expect(item).toHaveCount(0);
});

test('no toast covers an open menu, and the toast stays', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins');
  await page.getByRole('button', { name: 'Delete Bins' }).click();
  await expect(page.getByText('“Bins” deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Account of Ana' }).click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
  const covered = await page.getByRole('menuitem').evaluateAll(items =>
    items.filter(item => {
      const { x, y, width, height } = item.getBoundingClientRect();
      return !item.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }),
  );
  expect(covered).toHaveLength(0);
  await expect(page.getByText('“Bins” deleted')).toBeVisible();
});

test('a menu that fails to load shows an error with a reload button', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.route('**/menu-panel*.js', route => route.abort());
  await page.getByRole('button', { name: 'Account of Ana' }).click();
  await expect(page.getByRole('alert')).toContainText(NOT_LOADED);
  await page.unroute('**/menu-panel*.js');
  await reload(page);
  await page.getByRole('button', { name: 'Account of Ana' }).click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
});

test('the settings have a page of their own, from every page, with the choice of colors', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByRole('link', { name: 'Groceries' }).click();
  await page.getByRole('button', { name: 'Account of Ana' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page).toHaveTitle('Settings · Onus');
  await expect(page).toHaveURL(/\/dash\/settings$/);
  for (const title of ['Change password', 'Where you are signed in', 'Export']) {
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  }
  const root = page.locator('html');
  await page.getByLabel('Theme', { exact: true }).selectOption('Dark');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
  await page.getByLabel('Theme', { exact: true }).selectOption('As this device');
  await expect(root).not.toHaveAttribute('data-theme');
  await page.getByLabel('Username').fill('Anna');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('button', { name: 'Account of Anna' })).toBeVisible();
});
