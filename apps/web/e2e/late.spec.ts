import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { NOT_LOADED, reload } from './faults.ts';
import { ANA, addTask, register, test } from './journey.ts';

/** The chunks that a page requests, by file name. */
function partsOf(page: Page): string[] {
  const parts: string[] = [];
  page.on('request', request => {
    const [, name] = /\/assets\/(.+)-[\w-]{7}\.js$/.exec(request.url()) ?? [];
    if (name) parts.push(name);
  });
  return parts;
}

test('hover and focus load the code that a click needs, and nothing loads it earlier', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  const parts = partsOf(page);
  await register(page, ANA, 'Manager');
  await page.getByText('You have no tasks scheduled for today.').waitFor();
  await page.waitForLoadState('networkidle');
  const near = async (name: string, come: () => Promise<void>) => {
    expect(parts).not.toContain(name);
    await come();
    await expect.poll(() => parts).toContain(name);
  };
  await near('add-task-dialog', () => page.getByRole('button', { name: 'Add Task' }).first().hover());
  await near('-settings-tab', () => page.getByRole('tab', { name: 'Settings' }).hover());
  await near('entry', () => page.getByLabel('Quick add').focus());
  await near('menu-panel', () => page.getByRole('button', { name: 'Account of Ana' }).focus());
  await page.goto('/dash/groceries');
  await near('add-item-dialog', () => page.getByRole('button', { name: 'Add Item' }).first().hover());
  await page.goto('/dash/messages');
  await near('create-thread-dialog', () =>
    page.getByRole('button', { name: 'Create Thread' }).first().hover(),
  );
  await page.goto('/dash/manager');
  await page.getByText('You have no tasks scheduled for today.').waitFor();
  await near('bar-chart', () => page.getByRole('tab', { name: 'Members' }).click());
  await near('add-member-dialog', () => page.getByRole('button', { name: 'Add Member' }).hover());
});

test('typing into the login form loads the code of the dashboard, and opening it does not', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  const parts = partsOf(page);
  await page.goto('/login', { waitUntil: 'networkidle' });
  expect(parts).not.toContain('task-page');
  await page.getByLabel('Email').fill('a');
  await expect.poll(() => parts).toEqual(expect.arrayContaining(['dash', 'task-page']));
});

test('while a dialog loads, shortcuts are off and a spinner shows', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByText('You have no tasks scheduled for today.').waitFor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/add-task-dialog-*.js', async route => {
    await released;
    await route.continue();
  });
  await page.keyboard.press('n');
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  await page.keyboard.type('/g g?');
  release();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: 'Find in the list' })).toHaveCount(0);
  await expect(page).toHaveURL(/\/dash\/tasks$/);
});

test('a dialog that fails to load shows an error with a reload button', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.route('**/add-task-dialog-*.js', route => route.abort());
  const add = page.getByRole('button', { name: 'Add Task' }).first();
  await add.click();
  await expect(page.getByRole('alert')).toContainText(NOT_LOADED);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(0);
  // The next click requests it again.
  await expect(async () => {
    await add.click();
    await expect(page.getByRole('alert')).toContainText(NOT_LOADED, { timeout: 1_000 });
  }).toPass();
  await page.unroute('**/add-task-dialog-*.js');
  await reload(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await add.click();
  await expect(page.getByRole('dialog', { name: 'Add Task' }).getByLabel('Title')).toBeFocused();
});

test('without the code of the toasts, Undo works and every other part that fails to load says so', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA, 'Manager');
  await (await restOf(page))('post', '/tasks', { title: 'Bins', dueDate: new Date().toISOString() });
  await page.route(/\/assets\/.+\.js$/, route => route.abort());
  const ring = page.getByRole('button', { name: 'Complete Bins' });
  const completed = page.getByRole('status').filter({ hasText: '“Bins” completed' });
  await ring.click();
  await expect(completed).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(ring).toHaveAttribute('aria-pressed', 'false');
  await expect(completed).toHaveCount(0);
  await ring.click();
  await expect(completed).toBeVisible();
  await page.keyboard.press('z');
  await expect(ring).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText('Undone: “Bins” completed')).toBeVisible();

  const problem = page.getByRole('alert').filter({ hasText: NOT_LOADED });
  for (const open of [
    () => page.keyboard.press('?'),
    () => page.getByRole('button', { name: 'Add Task' }).first().click(),
    () => page.getByRole('button', { name: 'Account of Ana' }).click(),
    () => page.keyboard.press('Control+k'),
  ]) {
    await open();
    await expect(problem).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(problem).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Account of Ana' }).click();
  await page.unrouteAll();
  await reload(page);
  await expect(problem).toHaveCount(0);
  await page.getByRole('button', { name: 'Account of Ana' }).click();
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
});

test('a part of a page that fails to load shows an error in its place, and the rest stays', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA, 'Manager');
  // Without a task the chart is a sentence.
  await addTask(page, 'Bins');
  await page.route(/\/(bar-chart|-settings-tab)-[\w-]+\.js$/, route => route.abort());
  for (const [path, whole] of [
    ['/dash/manager?tab=members', page.getByText('No Members')],
    ['/dash/tasks?tab=settings', page.getByRole('button', { name: 'Add Task' })],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText(NOT_LOADED);
    await expect(whole).toBeVisible();
  }
  await page.unroute(/\/(bar-chart|-settings-tab)-[\w-]+\.js$/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible();
});

test('lines that are submitted while their code fails to load are added one by one after a retry', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.route('**/whole-line-*.js', route => route.abort());
  const line = page.getByLabel('Quick add');
  await line.click();
  for (const text of ['Bins every day', 'Windows']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.type('Call mum');
  const problem = page.getByRole('alert');
  await expect(problem).toContainText(NOT_LOADED);
  for (const text of ['Bins every day', 'Windows']) await expect(problem).toContainText(text);
  await expect(line).toHaveValue('Call mum');
  await page.unroute('**/whole-line-*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  for (const title of ['Bins', 'Windows'])
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  await expect(line).toHaveValue('Call mum');
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Bins', 'Windows']);
});

test('a line typed before its parser has loaded is kept and parsed later', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.route('**/entry-*.js', route => route.abort());
  await page.getByLabel('Quick add').fill('Bins every day');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText(NOT_LOADED);
  await expect(page.getByLabel('Quick add')).toHaveValue('Bins every day');
  await page.unroute('**/entry-*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  const understood = page.getByRole('list', { name: 'Understood' });
  await expect(understood.getByRole('listitem')).toHaveText(['Daily from today']);
  await page.getByLabel('Quick add').press('Enter');
  await expect(page.getByRole('heading', { name: 'Bins', exact: true })).toBeVisible();
});
