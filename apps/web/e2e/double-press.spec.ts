import { expect, type Page } from '@playwright/test';
import { ANA, register, test } from './journey.ts';

/** Presses a button twice before the browser has gone back. A slow phone takes longer for that than two taps. */
async function pressTwice(page: Page, dialog: string, name: string): Promise<void> {
  const button = page.getByRole('dialog', { name: dialog }).getByRole('button', { name });
  await button.evaluate((pressed: HTMLElement) => {
    pressed.click();
    pressed.click();
  });
}

test('a dialog that is closed by two presses leaves its page open', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByRole('link', { name: 'Groceries' }).click();
  await page.getByRole('button', { name: 'Add Item' }).first().click();
  await pressTwice(page, 'Add Item', 'Cancel');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('You have no groceries in your list.')).toBeVisible();

  await page.keyboard.press('Control+k');
  await pressTwice(page, 'Add or find', 'Close');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Groceries', level: 1 })).toBeVisible();
  // Forward leads to the dialog again, and it closes like before.
  await page.goForward();
  await page.getByRole('dialog', { name: 'Add or find' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/dash\/tasks/);
});
