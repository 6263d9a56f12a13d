import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { callsOf } from './faults.ts';
import { BEN, makeHousehold, ruleHousehold } from './household.ts';
import { ANA, addTask, register, test } from './journey.ts';
import { createThread } from './thread.ts';

test('the keyboard alone works through a list', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  for (const title of ['First', 'Second', 'Third']) await addTask(page, title, '2020-02-03');
  await page.getByRole('tab', { name: 'Overdue' }).click();
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(row('First')).toBeVisible();
  // Newest first: later ids are greater.
  await page.keyboard.press('j');
  await expect(row('Third')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(row('Third')).toBeFocused();
  await page.keyboard.press('x');
  await expect(row('Third')).toHaveCount(0);
  await expect(row('Second')).toBeFocused();
  await page.keyboard.press('e');
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' jnxe');
  await page.keyboard.press('Enter');
  await expect(row('Second jnxe')).toBeFocused();
  // What is typed on after a form has closed does nothing for a second.
  await page.keyboard.type('nq');
  await page.waitForTimeout(1_000);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row('Second jnxe')).toBeFocused();
  await page.keyboard.press('x');
  await expect(row('First')).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByText('You have no incomplete tasks')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('g g');
  await expect(dialog.getByLabel('Title')).toHaveValue('g g');
});

test('a row that comes above the one with the focus does not hold up the keys', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  for (const title of ['First', 'Second', 'Third']) await addTask(page, title, '2020-02-03');
  await page.getByRole('tab', { name: 'Overdue' }).click();
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(row('First')).toBeVisible();
  await page.keyboard.press('j');
  await expect(row('Third')).toBeFocused();
  const call = await restOf(page);
  await call('post', '/tasks', { title: 'Top', dueDate: '2020-02-04T12:00:00.000Z' });
  await expect(row('Top')).toBeVisible();
  await expect(row('Third')).toBeFocused();
  await page.keyboard.press('j');
  await expect(row('Second')).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(row('Top')).toBeFocused();
});

test('key pairs navigate, ? lists the shortcuts, and a checkbox turns them off', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana');
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await expect(page).toHaveURL(/groceries/);
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(page).toHaveURL(/messages/);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/tasks/);
  // An unknown pair is ignored, and its second key does not count as a shortcut.
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // Not the switch that turns them off.
  await expect(help.getByRole('button', { name: 'Close' })).toBeFocused();
  await help.getByLabel('Use these shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('n');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana');
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Account of Ana' }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await help.getByLabel('Use these shortcuts').check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Add Task' })).toBeVisible();
});

test('the keyboard alone works through the threads', async ({ openBrowser, install }) => {
  const CLEO = { name: 'Cleo', email: 'cleo@example.com', password: 'staple battery' };
  const [page, ben, cleo] = [await openBrowser(), await openBrowser(), await openBrowser()];
  await Promise.all([register(page, ANA), register(ben, BEN), register(cleo, CLEO)]);
  makeHousehold(install, ANA, [BEN, CLEO]);
  await page.reload();
  const call = await restOf(page);
  for (const { name, email } of [BEN, CLEO])
    await call('post', '/conversations', { data: { users: [{ email }], message: `Hello ${name}` } });
  await page.goto('/dash/messages');
  const others = page.getByRole('link', { name: /^(Ben|Cleo)/ });
  await expect(others).toHaveCount(2);
  await expect(others.first()).toHaveAttribute('aria-current', 'page');
  const field = page.getByPlaceholder('Write a message');
  await expect(field).toBeFocused();
  await page.keyboard.type('n');
  await expect(field).toHaveValue('n');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Create Thread' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(others.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(others.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(others.nth(1)).toHaveAttribute('aria-current', 'page');
  await expect(field).toBeFocused();
});

test('q goes to the line above the list, which is one line for all kinds, and q is a letter there', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana');
  const line = page.getByLabel('Quick add');
  await page.keyboard.press('q');
  await expect(line).toBeFocused();
  await expect(line).toHaveValue('');
  await page.keyboard.type('Quiche query');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Quiche query' })).toBeVisible();
  const kind = (name: string) => page.getByRole('radio', { name });
  await expect(kind('Task')).toBeChecked();
  await page.keyboard.type('+milk 2 1.39');
  await expect(kind('Item')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByText('“milk” is on the list')).toBeVisible();
  await expect(kind('Task')).toBeChecked();
  await page.keyboard.type('/quiche');
  await page.getByRole('option', { name: 'Quiche query' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.type('Pie every week');
  await page.keyboard.press('Shift+Enter');
  const form = page.getByRole('dialog', { name: 'Add Task' });
  await expect(form.getByLabel('Recurrence Type')).toHaveValue('weekly');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('heading', { name: 'Pie', exact: true })).toBeVisible();
  await expect(line).toHaveValue('');
  await page.getByRole('link', { name: 'Groceries' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Groceries');
  await expect(line).toBeVisible();
  await expect(page.getByText('2 for $2.78')).toBeVisible();
  await page.keyboard.press('q');
  await expect(line).toBeFocused();
  await expect(line).toHaveValue('');
  await expect(kind('Item')).toBeChecked();
  await page.keyboard.press('Alt+3');
  await expect(kind('Message')).toBeChecked();
  await expect(line).toBeFocused();
  // The kind that was chosen ends with the use of the line.
  await page.getByRole('heading', { name: 'Groceries' }).click();
  await expect(kind('Item')).toBeChecked();
});

test('tabs are one tab stop: arrows, Home and End choose, and Tab enters the panel', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('Today').focus();
  for (const [key, name] of [
    ['ArrowRight', 'Overdue'],
    ['ArrowLeft', 'Today'],
    ['ArrowLeft', 'Settings'],
    ['ArrowRight', 'Today'],
    ['End', 'Settings'],
    ['Home', 'Today'],
    ['Control+End', 'Today'],
    ['ArrowRight', 'Overdue'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(name)).toBeFocused();
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tab', { selected: true })).toHaveCount(1);
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  }
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tab').and(page.locator(':focus'))).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(tab('Overdue')).toBeFocused();
  // The search button, the line, its kind, the panel.
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Tab');
  await expect(page.getByRole('radiogroup', { name: 'Kind' })).toBeVisible();
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Tab');
  await expect(page.getByRole('tabpanel', { name: 'Overdue' })).toBeFocused();
});

test('changes that wait are read with the keyboard, however many they are', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.route(callsOf('task.create'), route => route.abort());
  const code = ['tray', 'leave-dialog'].map(name => page.waitForResponse(`**/assets/${name}-*.js`));
  const line = page.getByLabel('Quick add');
  for (let number = 1; number <= 20; number += 1) {
    await line.fill(`Task ${number}`);
    await line.press('Enter');
    await expect(line).toHaveValue('');
  }
  await Promise.all(code);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Offline · 20 waiting' }).focus();
  await page.keyboard.press('Enter');
  const tray = page.getByRole('dialog', { name: 'Waiting to be sent (20)' });
  await expect(tray.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(tray.getByRole('list', { name: 'Waiting to be sent' })).toBeFocused();
  const last = tray.getByRole('listitem').last();
  await expect(last).not.toBeInViewport();
  await page.keyboard.press('End');
  await expect(last).toBeInViewport();
});

test('every action on a message has a key', { tag: '@latency' }, async ({ openBrowser, install }) => {
  const [page, ben] = [await openBrowser(), await openBrowser()];
  await ruleHousehold(install, page, ben);
  await page.goto('/dash/messages');
  await createThread(page, ['Ben'], 'Buy stamps');
  await ben.goto('/dash/messages');
  const bens = ben.getByPlaceholder('Write a message');
  await bens.fill('Milk 2');
  await bens.press('Enter');
  await expect(message(page, 'Milk 2')).toBeVisible();
  const field = page.getByPlaceholder('Write a message');
  await field.press('ArrowUp');
  await expect(message(page, 'Milk 2')).toBeFocused();

  // It is Ben's: it has no Edit and no Delete.
  await page.keyboard.press('e');
  await page.keyboard.press('l');
  await expect(page.getByText('“Milk” is on the list')).toBeVisible();
  await page.keyboard.press('k');
  await expect(message(page, 'Buy stamps')).toBeFocused();
  await page.keyboard.press('t');
  await expect(page.getByText('Task Created')).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByText('Undone: Task Created')).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByLabel('Message text')).toBeFocused();
  // In the form they are letters.
  await page.keyboard.type(' tell');
  await page.keyboard.press('Enter');
  await expect(message(page, 'Buy stamps tell')).toContainText('edited');
  await page.keyboard.press('h');
  const history = page.getByRole('dialog', { name: 'History of the message' });
  await expect(history.getByText('Ana changed this')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(history).toHaveCount(0);
  // A key between two does not count as twice.
  await page.keyboard.press('Delete');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Delete');
  await expect(page.getByText('Press Del again to delete this message')).toBeVisible();
  await expect(message(ben, 'Buy stamps tell')).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(message(page, 'Buy stamps tell')).toHaveCount(0);
  await expect(message(ben, 'Buy stamps tell')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(message(page, 'Milk 2')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
});

function message(page: Page, text: string) {
  return page.getByRole('log', { name: 'Messages' }).getByRole('listitem').filter({ hasText: text });
}
