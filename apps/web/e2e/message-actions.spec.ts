import { expect, type Page } from '@playwright/test';
import { openHousehold } from './household.ts';
import { test } from './journey.ts';
import { createThread } from './thread.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More for this message' }).last().click();
  await page.getByRole('menuitem', { name: action }).click();
}

function rows(page: Page) {
  return page.getByRole('main').getByRole('article').getByRole('heading');
}

test('a message becomes a task of its reader, and Undo takes it back', { tag: '@latency' }, async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], 'Take the blue bins out 🗑️\nThe green ones stay.');
  await ben.goto('/dash/messages');
  await ben.getByRole('link', { name: /^Ana/ }).click();
  await choose(ben, 'Make a task of it');
  await expect(ben.getByText('Task Created')).toBeVisible();
  await ben.getByRole('link', { name: 'Tasks' }).click();
  await expect(rows(ben)).toHaveText('Take the blue bins out 🗑️');
  await expect(ben.getByRole('article')).toContainText('The green ones stay.');
  await ben.getByRole('button', { name: 'Undo' }).click();
  await expect(ben.getByText('You have no tasks scheduled for today.')).toBeVisible();
  await ben.reload();
  await expect(ben.getByText('You have no tasks scheduled for today.')).toBeVisible();
  await ana.getByRole('link', { name: 'Tasks' }).click();
  await expect(ana.getByText('You have no tasks scheduled for today.')).toBeVisible();
});

test('without a network a message is put on the list, and a day in it is the due date', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], 'Dentist tomorrow 5pm');
  await ana.getByLabel('Message', { exact: true }).fill('milk 2 1.39\n- eggs');
  await ana.keyboard.press('Enter');
  await ben.goto('/dash/groceries');
  await ben.getByRole('link', { name: 'Messages' }).click();
  await expect(ben.getByRole('log').getByText('- eggs')).toBeVisible();
  // The code of the menu and of a toast, which an installed app has.
  await ben.getByRole('button', { name: 'More for this message' }).last().click();
  await expect(ben.getByRole('menuitem', { name: 'Put on the list' })).toBeVisible();
  await ben.keyboard.press('Escape');
  await expect(ben.getByRole('menuitem')).toHaveCount(0);
  await ben.context().setOffline(true);
  await choose(ben, 'Put on the list');
  await expect(ben.getByText('2 items are on the list')).toBeVisible();
  await ben.getByRole('button', { name: 'More for this message' }).first().click();
  await ben.getByRole('menuitem', { name: 'Make a task of it' }).click();
  await expect(ben.getByText('Task Created for tomorrow')).toBeVisible();
  await expect(ben.getByTitle('Offline · 3 waiting')).toBeVisible();
  await ben.context().setOffline(false);
  await ana.getByRole('link', { name: 'Groceries' }).click();
  await expect(rows(ana)).toHaveText(['milk', 'eggs']);
  const milk = ana.getByRole('article').filter({ hasText: 'milk' });
  await expect(milk.getByRole('group', { name: 'Amount of milk' })).toContainText('2');
  await expect(milk.getByRole('button', { name: 'Price of milk' })).toContainText('1.39');
  // What is on the list becomes more, and Undo takes that back.
  const amount = (name: string) => ana.getByRole('group', { name: `Amount of ${name}` });
  await choose(ben, 'Put on the list');
  await expect(ben.getByText('2 items are on the list; 2 of them became more')).toBeVisible();
  await expect(amount('milk')).toContainText('4');
  await ben.getByRole('button', { name: 'Undo' }).click();
  await expect(amount('milk')).toContainText('2');
  await ben.getByLabel('Message', { exact: true }).fill('EGGS');
  await ben.keyboard.press('Enter');
  await choose(ben, 'Put on the list');
  await expect(ben.getByText('“eggs” is on the list')).toBeVisible();
  await ben.getByRole('button', { name: '+1' }).click();
  await expect(amount('eggs')).toContainText('2');
  await expect(rows(ana)).toHaveText(['milk', 'eggs']);
  await ben.goto('/dash/tasks?tab=upcoming');
  await expect(rows(ben)).toHaveText('Dentist tomorrow 5pm');
  await expect(ben.getByRole('article')).toContainText('5:00');
});

test('a long message gives a hundred items at once, and a past day gives no time', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], 'Dentist yesterday 5pm');
  await ana
    .getByLabel('Message', { exact: true })
    .fill(Array.from({ length: 120 }, (_, at) => `no${at}`).join('\n'));
  await ana.keyboard.press('Enter');
  await choose(ana, 'Put on the list');
  await expect(ana.getByText('100 of 120 items are on the list')).toBeVisible();
  await ana.getByRole('button', { name: 'Undo' }).click();
  await ana.getByRole('button', { name: 'More for this message' }).first().click();
  await ana.getByRole('menuitem', { name: 'Make a task of it' }).click();
  await expect(ana.getByText('Task Created', { exact: true })).toBeVisible();
  await ana.getByRole('link', { name: 'Groceries' }).click();
  await expect(ana.getByText('You have no groceries in your list.')).toBeVisible();
  await ana.getByRole('link', { name: 'Tasks' }).click();
  await expect(ana.getByRole('article')).toContainText('Dentist yesterday 5pm');
  await expect(ana.getByRole('article')).not.toContainText('5:00');
});
