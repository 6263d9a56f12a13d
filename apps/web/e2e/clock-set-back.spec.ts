import { expect, type Page } from '@playwright/test';
import { openHousehold } from './household.ts';
import { ANA, login, test } from './journey.ts';

/** As a computer does that has found the right time. */
async function setBack(page: Page) {
  await page.evaluate(() => {
    const real = Date.now;
    Date.now = () => real() - 3_600_000;
  });
}

test('with a clock that was set back, a browser shows what others change after its own change', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben, phone] = [await openBrowser(), await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await login(phone, ANA);
  await phone.waitForURL('**/dash/tasks');
  for (const page of [ana, phone]) await page.goto('/dash/groceries');
  const amount = (page: Page) => page.getByRole('group', { name: 'Amount of Milk' });
  const oneMore = (page: Page) => amount(page).getByRole('button', { name: 'One more' }).click();
  const line = ana.getByRole('combobox', { name: 'Quick add' });
  await line.fill('Milk');
  await line.press('Enter');
  await oneMore(ana);
  await expect(amount(phone)).toHaveText('2');
  await expect(ana.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await setBack(ana);
  await oneMore(phone);
  await expect(amount(ana)).toHaveText('3');
});
