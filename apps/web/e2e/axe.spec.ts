import { expect } from '@playwright/test';
import { checkLooks } from './check.ts';
import { callsOf, REFUSED } from './faults.ts';
import { openHousehold } from './household.ts';
import { ANA, addTask, openTaskForm, register, test } from './journey.ts';

test('axe finds no problem before the sign-in, and no page scrolls sideways', async ({ openBrowser }) => {
  const page = await openBrowser();
  for (const path of ['/', '/login', '/register', '/forgot', '/activate', '/join', '/unauthorized']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await checkLooks(page);
  }
});

test('axe finds no problem in tasks, their form and settings, and no page scrolls sideways', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByText('You have no tasks scheduled for today.').waitFor();
  await checkLooks(page);
  await addTask(page, `Long ${'unbroken'.repeat(20)}`);
  await addTask(page, 'Short');
  await page.getByRole('button', { name: 'Complete Short' }).click();
  await page.getByText('Completed', { exact: true }).waitFor();
  await checkLooks(page);
  await openTaskForm(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Recurrence Type').selectOption('Interval (every X days)');
  // These are parts of the page. A screen reader lists them wherever it is.
  for (const role of ['banner', 'contentinfo'] as const) await expect(dialog.getByRole(role)).toHaveCount(0);
  await checkLooks(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/dash/tasks?tab=settings');
  await page.getByLabel('Username').waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere' }).waitFor();
  await checkLooks(page);
});

test('axe finds no problem in editing, finding, moving and help', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Pay the bill', '2020-02-03');
  await page.getByText('1 overdue', { exact: true }).waitFor();
  await checkLooks(page);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('button', { name: 'Move all overdue to today' }).waitFor();
  await checkLooks(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await checkLooks(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.getByRole('form').waitFor();
  await checkLooks(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('nothing of the kind');
  await page.getByText('No tasks here contain “nothing of the kind”.').waitFor();
  await checkLooks(page);
});

test('axe finds no problem in groceries and messages', async ({ openBrowser, install }) => {
  const [page, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, page, ben);
  await page.goto('/dash/groceries');
  await page.getByText('You have no groceries in your list.').waitFor();
  await checkLooks(page);
  for (const item of [`Long ${'unbroken'.repeat(14)}`, 'Milk']) {
    await page.getByRole('combobox', { name: 'Quick add' }).fill(item);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: item }).waitFor();
  }
  await page.getByRole('button', { name: 'Tick off Milk' }).click();
  await page.getByText('In the cart', { exact: true }).waitFor();
  await checkLooks(page);
  const line = page.getByRole('combobox', { name: 'Quick add' });
  await line.fill('milk 2 1.39 #dairy');
  await page.getByRole('option', { name: 'Milk' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await checkLooks(page);
  await line.fill('milk #dairy');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'dairy' }).waitFor();
  await line.fill('milk');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '+1 milk' }).waitFor();
  await page.getByRole('button', { name: 'Add price' }).first().click();
  await checkLooks(page);
  await page.goto('/dash/messages');
  await page.getByText('You have no messages yet.').waitFor();
  await checkLooks(page);
  await page.getByRole('button', { name: 'Create Thread' }).first().click();
  await page.getByRole('option', { name: 'Ben' }).click();
  await page.getByRole('dialog').getByLabel('Message').fill('unbroken'.repeat(30));
  await checkLooks(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByPlaceholder('Write a message').fill('unsent');
  await page.route('**/trpc/chat.send*', route => route.abort());
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'Waiting to be sent' }).waitFor();
  await checkLooks(page);
  await page.getByRole('link', { name: 'Tasks' }).click();
  await page.getByRole('link', { name: 'Messages' }).click();
  await page.getByRole('heading', { name: 'Threads' }).waitFor();
  await checkLooks(page);
});

test('axe finds no problem in changes that wait or were refused', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.route(callsOf('task.create'), REFUSED.answer);
  const line = page.getByLabel('Quick add');
  await line.fill('Take the bins out');
  await line.press('Enter');
  await page.getByRole('img', { name: 'Not saved' }).waitFor();
  await page.route(callsOf('task.create'), route => route.abort());
  await line.fill(`Long ${'unbroken'.repeat(14)}`);
  await line.press('Enter');
  await page.getByRole('img', { name: 'Waiting to be sent' }).waitFor();
  await checkLooks(page);
  await page.getByRole('button', { name: 'Not saved (1)' }).click();
  await page.getByRole('dialog', { name: 'Not saved (1)' }).waitFor();
  await checkLooks(page);
});

test("axe finds no problem in the manager's area", async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA, 'Manager');
  await page.goto('/dash/manager?tab=members');
  await page.getByText('No tasks were due in the last six months.').waitFor();
  await page.getByRole('button', { name: 'Add Member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add member' });
  await dialog.getByLabel('Username').fill('b'.repeat(60));
  await dialog.getByLabel('Email').fill(`${'b'.repeat(60)}@example.com`);
  await dialog.getByLabel('Password', { exact: true }).fill('abcd');
  await checkLooks(page);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('heading', { name: 'Bbbb' }).waitFor();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('dialog', { name: 'Invite people' }).waitFor();
  await checkLooks(page);
  await page.getByRole('button', { name: 'Create link' }).click();
  const invitation = await page.getByLabel('Invitation link').inputValue();
  await checkLooks(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { name: 'Open invitations' }).waitFor();
  const guest = await openBrowser();
  await guest.goto(invitation);
  await guest.getByText('Ana invites you').waitFor();
  await checkLooks(guest);
  await addTask(page, 'Take the bins out');
  await page.getByRole('link', { name: /: 1 incomplete$/ }).click();
  await page.getByRole('heading', { name: /^Incomplete in / }).waitFor();
  await checkLooks(page);
  await page.getByRole('tab', { name: 'Today' }).click();
  await page.getByText('Take the bins out').hover();
  await checkLooks(page);
  await page.getByRole('tab', { name: 'Members' }).click();
  await page.getByRole('button', { name: 'Edit Bbbb' }).click();
  await page.getByText('You have no tasks scheduled for today.').waitFor();
  await checkLooks(page);
  await openTaskForm(page);
  await page.getByRole('listbox').getByRole('option', { selected: true }).waitFor();
  await checkLooks(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Employee').waitFor();
  await checkLooks(page);
});
