import { expect, type Page } from '@playwright/test';
import { ANA, register, test } from './journey.ts';

/** Holds the code of a part back until the returned function is called. */
async function holdBack(page: Page, part: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(`**/assets/${part}*.js`, async route => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

test('what is typed while the line loads is in the line', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/settings');
  await page.getByRole('heading', { name: 'Change password' }).waitFor();
  const go = await holdBack(page, 'line-dialog');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Feed the cats');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Enter the race');
  go();
  const line = page.getByRole('dialog').getByRole('combobox', { name: 'Quick add' });
  await expect(line).toHaveValue('Enter the race');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.goto('/dash/tasks');
  await expect(page.getByRole('article').getByRole('heading')).toHaveText('Feed the cat');
});

test('what is typed while the search field loads is in the field', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByText('You have no tasks scheduled for today.').waitFor();
  const go = await holdBack(page, 'find-field');
  await page.keyboard.press('/');
  await page.keyboard.type('bins');
  go();
  await expect(page.getByRole('textbox', { name: 'Find in the list' })).toHaveValue('bins');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
