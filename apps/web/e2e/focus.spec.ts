import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { openHousehold, ruleHousehold } from './household.ts';
import { ANA, openTaskForm, register, test } from './journey.ts';
import { createThread } from './thread.ts';

async function pressKeys(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('a message that is edited or deleted leaves the focus in the conversation', async ({
  install,
  openBrowser,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], '#1');
  await ana.getByLabel('Message', { exact: true }).fill('#2');
  await ana.keyboard.press('Enter');
  await expect(ana.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  const menus = ana.getByRole('button', { name: 'More for this message' });
  await expect(menus).toHaveCount(2);
  const choose = async (action: string) => {
    await menus.last().focus();
    await ana.keyboard.press('Enter');
    await ana.getByRole('menuitem', { name: action }).focus();
    await ana.keyboard.press('Enter');
  };
  for (const key of ['Enter', 'Escape']) {
    await choose('Edit');
    await expect(ana.getByLabel('Message text')).toBeFocused();
    await ana.keyboard.type(' and more');
    await pressKeys(ana, key);
    await expect(menus.last(), key).toBeFocused();
  }
  await choose('Delete');
  await expect(ana.getByRole('log').getByText('Message deleted')).toBeVisible();
  await expect(menus.last()).toBeFocused();
});

test('a dialog that a reload has opened leaves the focus on the page', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const dialog = await openTaskForm(page);
  await dialog.waitFor();
  await page.reload();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test("a member's page and the way back from it take the focus", async ({ install, openBrowser }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await ruleHousehold(install, ana, ben);
  await ana.goto('/dash/manager?tab=members');
  await ana.getByRole('main').getByRole('link', { name: 'Ben' }).press('Enter');
  await expect(ana.getByRole('heading', { level: 1, name: 'Ben' })).toBeVisible();
  await expect(ana.getByRole('main')).toBeFocused();
  await ana.getByRole('link', { name: 'Back' }).press('Enter');
  await expect(ana.getByRole('heading', { level: 1, name: 'Manager' })).toBeVisible();
  await expect(ana.getByRole('main')).toBeFocused();
});

test('a row that its own menu removes passes the focus to the next one', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 390, height: 844 } });
  await register(page, ANA);
  const call = await restOf(page);
  for (const name of ['Milk', 'Bread', 'Eggs']) await call('post', '/groceries', { name, count: 1 });
  await page.goto('/dash/groceries');
  await page.getByRole('button', { name: 'More for Bread' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Remove' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Milk', 'Eggs']);
  await expect(page.getByRole('listitem').filter({ hasText: 'Eggs' })).toBeFocused();
});

test('the page behind a dialog scrolls again once the dialog is closed', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 1280, height: 300 } });
  await register(page, ANA);
  const scrolled = () => page.evaluate(() => scrollY);
  const dialog = await openTaskForm(page);
  await expect(dialog).toBeVisible();
  await page.mouse.move(100, 150);
  await page.mouse.wheel(0, 100);
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await scrolled()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await page.mouse.wheel(0, 100);
  await expect.poll(scrolled).toBeGreaterThan(0);
});
