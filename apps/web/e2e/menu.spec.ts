import { expect } from '@playwright/test';
import { NOT_LOADED } from './faults.ts';
import { ANA, register, test } from './journey.ts';

test('a menu opens by keyboard and by pointer, and gives the focus back', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const button = page.getByRole('button', { name: 'Account of Ana' });
  const item = page.getByRole('menuitem', { name: 'Keyboard shortcuts' });
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

test('a menu that cannot be fetched says so and offers the way out', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.route('**/menu-panel*.js', route => route.abort());
  await page.getByRole('button', { name: 'Account of Ana' }).click();
  await expect(page.getByRole('alert')).toContainText(NOT_LOADED);
  await page.unroute('**/menu-panel*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('button', { name: 'Account of Ana' }).click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
});
