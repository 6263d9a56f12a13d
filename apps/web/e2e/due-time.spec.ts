import { expect, type Page } from '@playwright/test';
import { check } from './check.ts';
import { ANA, openTaskForm, register, test } from './journey.ts';

function row(page: Page, title: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
}

function form(page: Page, title: string) {
  return page.getByRole('form', { name: `Edit ${title}` });
}

async function add(page: Page, text: string): Promise<void> {
  await page.getByLabel('Quick add').fill(text);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Quick add')).toHaveValue('');
}

/** The form closes once the change is kept; until then the row shows the form, and reloading would lose it. */
async function save(page: Page, title: string): Promise<void> {
  await form(page, title).getByRole('button', { name: 'Save' }).click();
  await expect(form(page, title)).toHaveCount(0);
}

/** Nothing waits any more, so the server has it. */
async function reloadSaved(page: Page): Promise<void> {
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await page.reload();
}

test('a time from the line is on the row, survives a reload, and is changed and removed in the form', {
  tag: '@latency',
}, async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByLabel('Quick add').fill('dentist next fri 5pm');
  const chips = page.getByRole('list', { name: 'Understood' }).getByRole('listitem');
  await expect(chips.nth(1)).toHaveText('5:00 PM');
  await add(page, 'dentist next fri 5pm');
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  const dentist = row(page, 'dentist');
  await expect(dentist).toContainText(/\d{4}, 5:00 PM/);
  await reloadSaved(page);
  await expect(dentist).toContainText(/\d{4}, 5:00 PM/);

  await page.getByRole('button', { name: 'Edit dentist' }).click();
  const time = form(page, 'dentist').getByLabel('Time');
  await expect(time).toHaveValue('17:00');
  await check(page);
  await time.fill('08:30');
  await save(page, 'dentist');
  await expect(dentist).toContainText(/\d{4}, 8:30 AM/);
  await reloadSaved(page);
  await expect(dentist).toContainText('8:30 AM');

  // Another day keeps the time.
  await page.getByRole('button', { name: 'Edit dentist' }).click();
  await form(page, 'dentist').getByLabel('Due Date').fill('2099-12-27');
  await save(page, 'dentist');
  await expect(dentist).toContainText('December 27, 2099, 8:30 AM');

  await page.getByRole('button', { name: 'Edit dentist' }).click();
  await form(page, 'dentist').getByRole('button', { name: 'Remove 8:30 AM' }).click();
  await expect(time).toHaveValue('');
  await expect(time).toBeFocused();
  await save(page, 'dentist');
  await expect(dentist).toContainText('December 27, 2099');
  await expect(dentist).not.toContainText('AM');
  await reloadSaved(page);
  await expect(dentist).toContainText('December 27, 2099');
  await expect(dentist).not.toContainText('AM');

  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog');
  await expect(history).toContainText(/Time\s*8:30 AM/);
});

test('half a time is not saved as none', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await add(page, 'dentist 5pm');
  await page.getByRole('button', { name: 'Edit dentist' }).click();
  const time = form(page, 'dentist').getByLabel('Time');
  await time.focus();
  await page.keyboard.press('Backspace');
  await form(page, 'dentist').getByRole('button', { name: 'Save' }).click();
  await expect(form(page, 'dentist').getByRole('alert')).toHaveText(/Time is not complete/);
  await time.fill('17:15');
  await form(page, 'dentist').getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'dentist')).toContainText('5:15 PM');
});

test('a time is shown as the locale of the browser has it, and is saved without a network', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ locale: 'de-DE' });
  await register(page, ANA);
  // The parser of the line loads with its first use.
  await page.getByLabel('Quick add').fill('dentist 5pm');
  await expect(page.getByRole('list', { name: 'Understood' }).getByText('17:00')).toBeVisible();
  await page.context().setOffline(true);
  await add(page, 'dentist 5pm');
  await expect(row(page, 'dentist')).toContainText(', 17:00');
  await page.context().setOffline(false);
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0, { timeout: 20_000 });
  await page.reload();
  await expect(row(page, 'dentist')).toContainText(', 17:00');
});

test('a task on every last day of the month stays on it when other fields change', {
  tag: '@latency',
}, async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByLabel('Quick add').fill('rent 2099-11-30 every last day of the month');
  await expect(
    page.getByRole('list', { name: 'Understood' }).getByText('Monthly on the last day'),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  const rent = row(page, 'rent');
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await expect(rent).toContainText('November 30, 2099');
  await expect(rent.getByText('Monthly on the last day', { exact: true })).toBeVisible();
  await reloadSaved(page);
  await page.getByRole('button', { name: 'Edit rent' }).click();
  const lastDay = form(page, 'rent').getByLabel('On the last day');
  await expect(lastDay).toBeChecked();
  await form(page, 'rent').getByLabel('Every').fill('3');
  await expect(form(page, 'rent').getByText('Then Sun, Feb 28 · Mon, May 31 · Tue, Aug 31')).toBeVisible();
  await form(page, 'rent').getByRole('button', { name: 'Save' }).click();
  await expect(rent.getByText('Every 3 months on the last day', { exact: true })).toBeVisible();
  await reloadSaved(page);
  await expect(rent.getByText('Every 3 months on the last day', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Edit rent' }).click();
  await lastDay.uncheck();
  await expect(form(page, 'rent').getByText('Then Sun, Feb 28 · Sun, May 30 · Mon, Aug 30')).toBeVisible();
  await form(page, 'rent').getByRole('button', { name: 'Save' }).click();
  await expect(rent.getByText('Every 3 months', { exact: true })).toBeVisible();
  await reloadSaved(page);
  await expect(rent.getByText('Every 3 months', { exact: true })).toBeVisible();

  // The form of a new task asks on the last day of a month.
  const dialog = await openTaskForm(page);
  await dialog.getByRole('button', { name: 'Monthly' }).click();
  await dialog.getByLabel('Due Date').fill('2100-04-29');
  await expect(dialog.getByLabel('On the last day')).toHaveCount(0);
  await dialog.getByLabel('Due Date').fill('2100-04-30');
  await dialog.getByLabel('On the last day').check();
  await expect(dialog.getByText('Then Mon, May 31 · Wed, Jun 30 · Sat, Jul 31')).toBeVisible();
});
