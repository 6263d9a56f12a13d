import { expect } from '@playwright/test';
import { ANA, addTask, register, test } from './journey.ts';

test('edit saves or takes back, delete removes, one task in edit mode at a time', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'First');
  await addTask(page, 'Second');
  await page.getByRole('button', { name: 'Edit First' }).click();
  await page.getByLabel('Title').fill('Changed');
  await page.getByRole('button', { name: 'Edit Second' }).click();
  await expect(page.getByRole('form')).toHaveCount(1);
  await page.getByLabel('Title').fill('Never saved');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Second' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit First' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('First');
  await page.getByLabel('Title').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText(/Title is required/);
  await page.getByLabel('Title').fill('First, better');
  await page.getByLabel('Description').fill('With words');
  await page.getByLabel('Due Date').fill('2020-02-03');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('First, better')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Overdue' }).click();
  await expect(page.getByText('First, better')).toBeVisible();
  await expect(page.getByText('February 3, 2020')).toBeVisible();
  await page.getByRole('button', { name: 'Delete First, better' }).click();
  await expect(page.getByText('You have no incomplete tasks')).toBeVisible();
});

test('the dialog closes by its buttons only, and both leave it empty', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill('Half');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Recurrence Type').selectOption('Interval (every X days)');
  await dialog.getByLabel('Due Date').fill('2026-01-31');
  await dialog.getByLabel('Interval (days)').fill('10');
  await expect(dialog.getByText('Then Tue, Feb 10 · Fri, Feb 20 · Mon, Mar 2')).toBeVisible();
  await dialog.getByLabel('Recurrence Type').selectOption('Monthly');
  await expect(dialog.getByLabel('Interval (days)')).toHaveCount(0);
  await expect(dialog.getByLabel('Recurrence End Date')).toHaveValue('');
  await expect(dialog.getByText('Then Sat, Feb 28 · Tue, Mar 31 · Thu, Apr 30')).toBeVisible();
  await dialog.getByLabel('Title').fill('');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // The toast is still there and must not lie over the button.
  await page.getByRole('button', { name: 'Add Task' }).first().click({ trial: true, timeout: 2_000 });
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  await expect(dialog.getByLabel('Title')).toHaveValue('');
  await expect(dialog.getByLabel('Recurrence Type')).toHaveValue('none');
});

test('each tab has its own words for nothing, and settings change the name in the header', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const empty = {
    Today: 'You have no tasks scheduled for today.',
    Overdue: 'You have no incomplete tasks',
    Upcoming: 'You have no upcoming tasks',
    Complete: 'You have no complete tasks',
  };
  for (const [tab, text] of Object.entries(empty)) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(ANA.email);
  await page.getByLabel('Username').fill('Ana the Great');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana the Great');
  await page.goBack();
  await expect(page.getByText('You have no complete tasks')).toBeVisible();
});
