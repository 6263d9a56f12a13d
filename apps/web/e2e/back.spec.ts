import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { callsOf } from './faults.ts';
import { ANA, openLine, register, test } from './journey.ts';
import { hold } from './touch.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

test('on a phone, Back closes the line, and its text stays', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  await page.goto('/dash/groceries');
  await page.getByRole('link', { name: 'Tasks' }).tap();
  const add = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Add Task' });
  await add.tap();
  const line = page.getByRole('dialog').getByRole('combobox', { name: 'Quick add' });
  await line.fill('buy paint fri');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/dash\/tasks$/);
  await add.tap();
  await expect(line).toHaveValue('buy paint fri');
  await page.getByRole('button', { name: 'Open the form' }).tap();
  await expect(page.getByRole('dialog', { name: 'Add Task' }).getByLabel('Title')).toHaveValue('buy paint');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/dash\/tasks$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/dash\/groceries$/);
});

test('on a phone, Back closes every dialog and stays on its page', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  const rest = await restOf(page);
  await rest('post', '/groceries', { name: 'Milk', count: 1 });
  await page.getByRole('link', { name: 'Groceries' }).tap();
  const dialog = page.getByRole('dialog');
  const staysAfter = async (name: string, leave: () => Promise<unknown>) => {
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await leave();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/dash\/groceries$/);
  };
  const openHistory = async () => {
    await page.getByRole('button', { name: 'More for Milk' }).tap();
    await page.getByRole('menuitem', { name: 'History' }).tap();
  };
  await openHistory();
  await staysAfter('History', () => page.goBack());
  await openHistory();
  await dialog.getByRole('list', { name: 'History' }).waitFor();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(dialog.getByRole('list', { name: 'History' })).toBeVisible();
  }
  await staysAfter('History', () => dialog.getByRole('button', { name: 'Close' }).tap());

  const code = page.waitForResponse(/\/leave-dialog-[\w-]+\.js$/);
  await page.route(callsOf('grocery.update'), route => route.abort());
  await page.getByRole('button', { name: 'Tick off Milk' }).tap();
  await (await code).finished();
  await page.getByRole('button', { name: 'Account of Ana' }).tap();
  await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Offline · 1' }).tap();
  await staysAfter('Waiting to be sent (1)', () => page.goBack());
  await page.getByRole('button', { name: 'Account of Ana' }).tap();
  await page.getByRole('menuitem', { name: 'Log out' }).tap();
  await staysAfter('1 change is not sent yet', () => page.goBack());
  await page.unroute(callsOf('grocery.update'));
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: 'Offline · 1' })).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/dash\/tasks$/);
});

test('on a phone, Back closes a menu and ends a selection', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  await (await restOf(page))('post', '/tasks', { title: 'Bins', dueDate: new Date().toISOString() });
  await page.getByRole('link', { name: 'Groceries' }).tap();
  await page.getByRole('link', { name: 'Tasks' }).tap();
  const menu = page.getByRole('menu');
  const account = page.getByRole('button', { name: 'Account of Ana' });
  const more = page.getByRole('button', { name: 'More for Bins' });
  for (const opener of [more, account]) {
    await opener.tap();
    await menu.waitFor();
    await page.goBack();
    await expect(menu).toHaveCount(0);
    await expect(page).toHaveURL(/\/dash\/tasks$/);
    await expect(opener).toBeFocused();
  }
  const bar = page.getByRole('region', { name: 'Selection' });
  await hold(page, page.getByRole('heading', { name: 'Bins' }), bar);
  // A menu over the selection and the dialog of its last item have entries of their own.
  const move = page.getByRole('button', { name: 'Move', exact: true });
  await move.tap();
  await menu.waitFor();
  await page.goBack();
  await expect(menu).toHaveCount(0);
  await expect(bar).toBeVisible();
  await move.tap();
  await page.getByRole('menuitem', { name: 'Pick a date' }).tap();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bar).toBeVisible();
  await page.goBack();
  await expect(bar).toHaveCount(0);
  await expect(page).toHaveURL(/\/dash\/tasks$/);
  await hold(page, page.getByRole('heading', { name: 'Bins' }), bar);
  await move.tap();
  await page.getByRole('menuitem', { name: 'Pick a date' }).tap();
  await page.getByRole('button', { name: 'Move', exact: true }).last().tap();
  await expect(bar).toHaveCount(0);

  // What an item of a menu opens is one step from the page.
  await account.tap();
  await page.getByRole('menuitem', { name: 'Settings' }).tap();
  await expect(page).toHaveURL(/\/dash\/settings$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/dash\/tasks$/);
  await more.tap();
  await page.getByRole('menuitem', { name: 'Tomorrow' }).tap();
  await expect(page.getByText('“Bins” moved to tomorrow')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/dash\/groceries$/);
});

test('Back closes a dialog, and what was typed stays', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA, 'Manager');
  for (const [path, button, field] of [
    ['/dash/manager?tab=members', 'Add Member', 'Username'],
    ['/dash/groceries', 'Add Item', 'Item Name'],
  ] as const) {
    await page.goto(path);
    await opens(page, path, button);
    await page.getByRole('dialog').getByLabel(field).fill('draft');
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await opens(page, path, button);
    await expect(page.getByRole('dialog').getByLabel(field)).toHaveValue('draft');
  }
  await page.goto('/dash/manager?tab=members');
  await opens(page, '/dash/manager?tab=members', 'Invite');
  await page.goto('/dash/messages');
  await opens(page, '/dash/messages', 'Create Thread');
});

/** The button opens a dialog that Back closes; then opens it again. */
async function opens(page: Page, path: string, button: string): Promise<void> {
  const open = page.getByRole('button', { name: button }).first();
  await open.click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(page.url()).toContain(path);
  await open.click();
  await page.getByRole('dialog').waitFor();
}

test('a search result takes the place of the line, which is empty the next time', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await (await restOf(page))('post', '/tasks', {
    title: 'Water the fern',
    dueDate: new Date().toISOString(),
  });
  await page.goto('/dash/groceries');
  const line = await openLine(page);
  await line.fill('/fern');
  await page.getByRole('option', { name: /Water the fern/ }).click();
  await expect(page).toHaveURL(/\/dash\/tasks\?task=/);
  await expect(page.getByRole('dialog', { name: 'Add or find' })).toHaveCount(0);
  await openLine(page);
  await expect(line).toHaveValue('');
  await line.press('Escape');
  await page.goBack();
  await expect(page).toHaveURL(/\/dash\/groceries$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
