import { expect, type Page } from '@playwright/test';
import { boxOf } from './boxes.ts';
import { check } from './check.ts';
import { addMember } from './household.ts';
import { ANA, addTask, login, type Person, register, test } from './journey.ts';

const BEN: Person = { name: 'Ben', email: 'ben@example.com', password: 'Bread!23' };
const PHONE = { viewport: { width: 390, height: 844 } };

function steps(page: Page) {
  return page.getByRole('region', { name: 'Set up your household' });
}

async function buttonNames(page: Page): Promise<(string | null)[]> {
  const buttons = await page.getByRole('main').getByRole('button').all();
  return Promise.all(
    buttons.map(async one => (await one.getAttribute('aria-label')) ?? (await one.textContent())),
  );
}

test('an empty household shows three steps, which go when they are done', { tag: '@latency' }, async ({
  openBrowser,
  install,
}) => {
  const ana = await openBrowser(PHONE);
  await register(ana, ANA, 'Manager');
  await expect(steps(ana).getByRole('listitem')).toHaveCount(3);
  await expect(steps(ana).getByRole('img', { name: /QR/ })).toBeVisible();
  await expect(steps(ana).getByText(install.url)).toBeVisible();
  await expect(steps(ana)).toContainText('phone');
  const names = await buttonNames(ana);
  expect(names).toEqual([...new Set(names)]);
  await check(ana);

  await steps(ana).getByRole('link', { name: 'Add your people' }).click();
  await expect(ana.getByRole('dialog', { name: 'Add member' })).toBeVisible();
  await expect(ana).toHaveURL(/\/dash\/manager\?tab=members$/);
  await ana.getByRole('button', { name: 'Cancel' }).click();
  await addMember(ana, BEN);
  await ana.getByRole('link', { name: 'Tasks', exact: true }).click();
  await expect(steps(ana).getByRole('listitem')).toHaveCount(2);
  await expect(ana.getByText('Add your people')).toHaveCount(0);

  await steps(ana).getByRole('button', { name: 'first task' }).click();
  await expect(ana.getByLabel('Quick add')).toBeFocused();
  await ana.keyboard.type('Bins');
  await ana.keyboard.press('Enter');
  await expect(ana.getByRole('heading', { name: 'Bins' })).toBeVisible();
  await expect(steps(ana)).toHaveCount(0);
  await ana.reload();
  await expect(ana.getByRole('heading', { name: 'Bins' })).toBeVisible();
  await expect(steps(ana)).toHaveCount(0);

  const ben = await openBrowser();
  await login(ben, BEN);
  await expect(ben.getByText('You have no tasks scheduled for today.')).toBeVisible();
  await expect(steps(ben)).toHaveCount(0);
});

test('the step for phones goes when one has signed in, and a person can hide all steps', async ({
  openBrowser,
}) => {
  const ana = await openBrowser();
  await register(ana, ANA, 'Manager');
  await expect(steps(ana).getByRole('listitem')).toHaveCount(3);
  const phone = await openBrowser({ ...PHONE, userAgent: 'Mozilla/5.0 (iPhone) Mobile' });
  await login(phone, ANA);
  await expect(steps(phone).getByRole('listitem')).toHaveCount(2);
  await ana.reload();
  await expect(steps(ana).getByRole('listitem')).toHaveCount(2);
  await expect(ana.getByRole('img', { name: /QR/ })).toHaveCount(0);
  await ana.getByRole('button', { name: 'Hide these steps' }).click();
  await expect(steps(ana)).toHaveCount(0);
  await ana.reload();
  await expect(ana.getByText('You have no tasks scheduled for today.')).toBeVisible();
  await expect(steps(ana)).toHaveCount(0);
});

test('the steps do not touch the first task below them', async ({ openBrowser }) => {
  const ana = await openBrowser();
  await register(ana, ANA, 'Manager');
  await addTask(ana, 'Bins');
  await expect(steps(ana).getByRole('listitem')).toHaveCount(2);
  const [card, row] = [await boxOf(steps(ana)), await boxOf(ana.getByRole('article'))];
  expect(row.y - card.bottom).toBeGreaterThanOrEqual(12);
});
