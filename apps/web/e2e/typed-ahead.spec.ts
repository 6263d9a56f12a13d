import { expect, type Page } from '@playwright/test';
import { holdCode, holdOutbox } from './faults.ts';
import { ANA, addTask, register, test } from './journey.ts';

/** As fast as fingers are. A menu needs some milliseconds from one key to the next. */
async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(30);
  }
}

test('what is typed while the line loads is in the line', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/settings');
  await page.getByRole('heading', { name: 'Change password' }).waitFor();
  const go = await holdCode(page, 'line-dialog');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Feed the cats');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Enter the race');
  go();
  const line = page.getByRole('dialog').getByRole('combobox', { name: 'Quick add' });
  await expect(line).toHaveValue('Enter the race');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  // A page that is left before would offer the line again where it was typed.
  await expect(page.getByText('Task Created')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.goto('/dash/tasks');
  await expect(page.getByRole('article').getByRole('heading')).toHaveText('Feed the cat');
});

test('a line whose page is left before it is stored is offered again', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/settings');
  await page.getByRole('heading', { name: 'Change password' }).waitFor();
  await holdOutbox(page);
  await page.keyboard.press('Control+k');
  const line = page.getByRole('dialog').getByRole('combobox', { name: 'Quick add' });
  await line.fill('Feed the cat');
  await line.press('Enter');
  await expect(line).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.goto('/dash/tasks');
  await page.getByText('You have no tasks scheduled for today.').waitFor();
  await page.keyboard.press('Control+k');
  await expect(line).toHaveValue('Feed the cat');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('reloaded before this was saved');
});

test('of lines that were submitted early, one that is refused is shown, and the others are added', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByText('You have no tasks scheduled for today.').waitFor();
  const go = await holdCode(page, 'whole-line');
  await submitAll(page, ['Bins', 'tomorrow every day', 'Lamp']);
  const line = page.getByLabel('Quick add');
  await line.pressSequentially('Des');
  go();
  await expect(page.getByRole('alert')).toHaveText(/^“tomorrow every day”: .*Title is required/);
  await expect(line).toHaveValue('Des');
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Bins', 'Lamp']);
});

test('of lines that were submitted early, one that adds nothing waits in the field, and the next ones after it', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByText('You have no tasks scheduled for today.').waitFor();
  const go = await holdCode(page, 'whole-line');
  await submitAll(page, ['Bins', '/nothing of the kind', 'Lamp']);
  go();
  const line = page.getByLabel('Quick add');
  const titles = page.getByRole('article').getByRole('heading');
  await expect(line).toHaveValue('/nothing of the kind');
  await expect(titles).toHaveText(['Bins']);
  await line.fill('');
  await expect(titles).toHaveText(['Bins', 'Lamp']);
  await expect(line).toHaveValue('');
});

async function submitAll(page: Page, lines: readonly string[]): Promise<void> {
  const line = page.getByLabel('Quick add');
  for (const text of lines) {
    await line.fill(text);
    await line.press('Enter');
    await expect(line).toHaveValue('');
  }
}

test('what is typed while the search field loads is in the field', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByText('You have no tasks scheduled for today.').waitFor();
  const go = await holdCode(page, 'find-field');
  await page.keyboard.press('/');
  await page.keyboard.type('bins');
  go();
  await expect(page.getByRole('textbox', { name: 'Find in the list' })).toHaveValue('bins');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Alt and a digit choose the kind before the code of the line has come', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/messages');
  await page.getByRole('button', { name: 'Create Thread' }).first().waitFor();
  const release = await holdCode(page, 'line-dialog');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.press('Alt+4');
  await page.keyboard.type('zebra');
  release();
  const dialog = page.getByRole('dialog', { name: 'Add or find' });
  await expect(dialog.getByRole('combobox', { name: 'Quick add' })).toHaveValue('zebra');
  await expect(dialog.getByRole('radio', { name: 'Find' })).toBeChecked();
});

test('while the groceries load, the line of the tasks is still for tasks', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const release = await holdCode(page, 'dash.groceries');
  await page.getByRole('link', { name: 'Groceries' }).click();
  await expect(page).toHaveURL(/\/dash\/groceries$/);
  const line = page.getByRole('combobox', { name: 'Quick add' });
  await line.fill('Bins');
  await line.press('Enter');
  await expect(page.getByText('Task Created')).toBeVisible();
  release();
  await expect(line).toHaveAttribute('placeholder', /^Add an item/);
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('keys that follow the one for a menu act in it, also while it loads', { tag: '@latency' }, async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  for (const title of ['Bins', 'Desk']) await addTask(page, title);
  const titles = page.getByRole('article').getByRole('heading');
  const isRead = async (wanted: string[]) => {
    await expect(titles).toHaveText(wanted);
    await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  };
  await isRead(['Bins', 'Desk']);
  await page.reload();
  await isRead(['Bins', 'Desk']);
  const go = await holdCode(page, 'menu-panel');
  await pressAll(page, ['j', 't', 'Enter']);
  go();
  await expect(page.getByText('“Bins” moved to tomorrow')).toBeVisible();
  await isRead(['Desk']);
  await page.reload();
  await isRead(['Desk']);
  // Escape closes the menu, and the keys that follow are for the list again.
  await pressAll(page, ['j', 't', 'Escape', 'k', 't', 'ArrowDown', 'ArrowDown', 'Enter']);
  // Not “Next week”, the item between, which is tomorrow on a Sunday.
  await expect(page.getByRole('dialog', { name: 'Move “Desk”' })).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
});
