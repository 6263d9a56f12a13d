import { expect, type Page } from '@playwright/test';
import { ANA, addTask, register, test } from './journey.ts';

/** 2031-01-01 is a Wednesday, and in the future, so that the next dates do not depend on today. */
async function withTask(page: Page): Promise<void> {
  await register(page, ANA);
  await addTask(page, 'Bins', '2031-01-01');
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await expect(page.getByRole('heading', { name: 'Bins' })).toBeVisible();
}

test('a recurrence is changed with three clicks, seen and removed in the edit form', {
  tag: '@latency',
}, async ({ openBrowser }) => {
  const page = await openBrowser();
  await withTask(page);
  const row = page.getByRole('article').filter({ hasText: 'Bins' });
  const form = page.getByRole('form', { name: 'Edit Bins' });

  await page.getByRole('button', { name: 'Edit Bins' }).click();
  await form.getByLabel('Recurrence Type').selectOption('Weekdays');
  await expect(form.getByText('Then Thu, Jan 2 · Fri, Jan 3 · Mon, Jan 6')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Every weekday', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Edit Bins' }).click();
  await expect(form.getByLabel('Recurrence Type')).toHaveValue('weekdays');
  const monday = form.getByRole('button', { name: 'Monday' });
  await expect(monday).toHaveAttribute('aria-pressed', 'true');
  for (const day of ['Tuesday', 'Wednesday', 'Friday']) await form.getByRole('button', { name: day }).click();
  await form.getByLabel('Every').fill('2');
  await expect(form.getByText('Then Thu, Jan 2 · Mon, Jan 13 · Thu, Jan 16')).toBeVisible();
  await form.getByLabel('From completion').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Every 2 weeks on Mon and Thu from completion')).toBeVisible();
  // The server has it too.
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await page.reload();
  await expect(row.getByText('Every 2 weeks on Mon and Thu from completion')).toBeVisible();

  await page.getByRole('button', { name: 'Edit Bins' }).click();
  await form.getByRole('button', { name: 'Monday' }).click();
  await form.getByRole('button', { name: 'Thursday' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toHaveText(/Choose at least one day/);
  await form.getByLabel('Recurrence Type').selectOption('None');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText(/weeks/)).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await page.reload();
  await expect(row).toBeVisible();
  await expect(row.getByText(/weeks/)).toHaveCount(0);
});

test('a rule that is changed offline shows at once and reaches the server', async ({ openBrowser }) => {
  const page = await openBrowser();
  await withTask(page);
  const row = page.getByRole('article').filter({ hasText: 'Bins' });
  const form = page.getByRole('form', { name: 'Edit Bins' });
  await page.getByRole('button', { name: 'Edit Bins' }).click();
  await expect(form.getByLabel('Recurrence Type')).toHaveValue('none');
  await page.context().setOffline(true);
  await form.getByLabel('Recurrence Type').selectOption('Yearly');
  await expect(form.getByText('Then Thu, Jan 1, 2032 · Sat, Jan 1, 2033 · Sun, Jan 1, 2034')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Yearly')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0, { timeout: 20_000 });
  await page.reload();
  await expect(row.getByText('Yearly')).toBeVisible();
});

test('a completed task says who completed it and when, and deleting a series says that it ends', {
  tag: '@latency',
}, async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins');
  const row = page.getByRole('article').filter({ hasText: 'Bins' });
  await page.getByRole('button', { name: 'Complete Bins' }).click();
  await expect(row.getByText(/^Ana, \d{1,2}:\d{2} [AP]M$/)).toBeVisible();
  await page.getByRole('button', { name: 'Complete Bins' }).click();
  await expect(row.getByText(/^Ana, /)).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit Bins' }).click();
  await page.getByRole('group', { name: 'Frequent rules' }).getByRole('button', { name: 'Daily' }).click();
  await expect(page.getByLabel('Recurrence Type')).toHaveValue('daily');
  await page.getByRole('button', { name: 'Daily', pressed: true }).click();
  await expect(page.getByLabel('Recurrence Type')).toHaveValue('none');
  await page.getByRole('button', { name: 'Weekly' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Delete Bins' }).click();
  await expect(page.getByText('“Bins” deleted. This ends the series.')).toBeVisible();
});
