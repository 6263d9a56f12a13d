import { expect } from '@playwright/test';
import { restOf } from './api.ts';
import { ANA, addTask, openTaskForm, register, test } from './journey.ts';

test('Save and Cancel end an edit, Delete removes, and one task at a time is in edit mode', {
  tag: '@latency',
}, async ({ openBrowser }) => {
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
  await expect(page.getByLabel('Title')).toHaveValue('Changed');
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

for (const [name, viewport] of Object.entries({
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
})) {
  test(`Back and a reload keep what is typed in the dialog: ${name}`, { tag: '@latency' }, async ({
    openBrowser,
  }) => {
    const page = await openBrowser({ viewport });
    await register(page, ANA);
    const dialog = await openTaskForm(page);
    await dialog.getByLabel('Title').fill('Half');
    await dialog.getByLabel('Description').fill('The other half');
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/dash\/tasks$/);
    await openTaskForm(page);
    await expect(dialog.getByLabel('Title')).toHaveValue('Half');
    await page.reload();
    await expect(dialog.getByLabel('Title')).toHaveValue('Half');
    await expect(dialog.getByLabel('Description')).toHaveValue('The other half');
    await dialog.getByLabel('Title').fill('Whole');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Complete Whole' })).toBeVisible();
    await openTaskForm(page);
    await expect(dialog.getByLabel('Title')).toHaveValue('');
    await dialog.getByLabel('Title').fill('Nothing');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await openTaskForm(page);
    await expect(dialog.getByLabel('Title')).toHaveValue('');
  });
}

test('what is typed into a form stays when another task is edited first', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const rest = await restOf(page);
  for (const title of ['Bins', 'Desk']) {
    await rest('post', '/tasks', { title, dueDate: new Date().toISOString() });
  }
  await page.getByRole('button', { name: 'Edit Bins' }).click();
  await page.getByLabel('Description').fill('The green ones');
  await page.getByRole('button', { name: 'Edit Desk' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Desk');
  await page.reload();
  await page.getByRole('form', { name: 'Edit Desk' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit Bins' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('The green ones');
  await page.getByRole('form').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit Bins' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('');
});

test('neither Escape nor a click closes the dialog, and its buttons clear it', async ({ openBrowser }) => {
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
  // The toast is still visible and must not cover the button.
  await page.getByRole('button', { name: 'Add Task' }).first().click({ trial: true, timeout: 2_000 });
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  await expect(dialog.getByLabel('Title')).toHaveValue('');
  await expect(dialog.getByLabel('Recurrence Type')).toHaveValue('none');
});

test('on a page that stays open over midnight, a new task is for the new day', async ({ openBrowser }) => {
  const page = await openBrowser({ timezoneId: 'UTC' });
  await register(page, ANA);
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  for (const now of ['2035-03-05T23:50:00Z', '2035-03-06T00:10:00Z']) {
    await page.clock.setFixedTime(now);
    await page.getByRole('button', { name: 'Add Task' }).first().click();
    await expect(dialog.getByLabel('Due Date')).toHaveValue(now.slice(0, 10));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
});

test('a device that is taken up on the next day shows its date at once', async ({
  openBrowser,
  beforePoll,
}) => {
  const page = await openBrowser({ timezoneId: 'UTC' });
  await page.clock.setFixedTime('2035-03-05T23:50:00Z');
  await register(page, ANA);
  await expect(page.getByText('Monday, March 5', { exact: true })).toBeVisible();
  await page.clock.setFixedTime('2035-03-06T07:10:00Z');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Tuesday, March 6', { exact: true })).toBeVisible(beforePoll);
});

test('no form takes a year of five digits, which a date field does', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins');
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Plants');
  await dialog.getByLabel('Due Date').fill('20276-12-24');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Due date is invalid')).toBeVisible();
  await dialog.getByLabel('Due Date').fill('2027-12-24');
  await dialog.getByLabel('Recurrence Type').selectOption('Daily');
  await dialog.getByLabel('Recurrence End Date').fill('20276-12-24');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Recurrence end date is invalid')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Move Bins' }).click();
  await page.getByRole('menuitem', { name: 'Pick a date' }).click();
  await dialog.getByLabel('Due Date').fill('20276-12-24');
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Edit Bins' }).click();
  await page.getByLabel('Due Date').fill('20276-12-24');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('form').getByRole('alert')).toHaveText('Due date is invalid');
});

test('each tab has its own empty text, and settings change the name in the header', async ({
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
