import { expect, type Page } from '@playwright/test';
import { openHousehold } from './household.ts';
import { ANA, addTask, farZone, login, register, test } from './journey.ts';
import { writeTasks } from './many-tasks.ts';

/** Titles in the order they stand on the screen. */
function titles(page: Page) {
  return page.getByRole('article').getByRole('heading');
}

function moveAll(page: Page) {
  return page.getByRole('button', { name: 'Move all to today', exact: true });
}

test('a line above Today counts the overdue tasks, moves them to today and takes that back, on every screen', {
  tag: '@latency',
}, async ({ openBrowser, beforePoll }) => {
  const [here, there] = [
    await openBrowser(),
    await openBrowser({ viewport: { width: 390, height: 844 }, timezoneId: farZone() }),
  ];
  await register(here, ANA);
  await addTask(here, 'Bins', '2020-02-03');
  await addTask(here, 'Desk', '2020-02-05');
  await login(there, ANA);
  for (const page of [here, there]) {
    await expect(page.getByText('2 overdue', { exact: true })).toBeVisible();
    await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
  }
  await moveAll(here).click();
  await expect(here.getByText('2 tasks moved to today')).toBeVisible();
  await expect(titles(here)).toHaveText(['Bins', 'Desk']);
  await expect(moveAll(here)).toHaveCount(0);
  await expect(here.getByRole('main')).toBeFocused();
  await expect(here.getByRole('tab', { name: 'Today' })).toHaveAccessibleDescription('2');
  await expect(here.getByRole('tab', { name: 'Overdue' })).toHaveAccessibleDescription('0');
  await expect(there.getByText('2 overdue', { exact: true })).toHaveCount(0, beforePoll);
  await here.getByRole('button', { name: 'Undo' }).click();
  for (const page of [here, there]) {
    await expect(page.getByText('2 overdue', { exact: true })).toBeVisible(beforePoll);
    await expect(titles(page)).toHaveCount(0);
  }
  await there.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(there.getByRole('tab', { name: 'Overdue' })).toHaveAttribute('aria-selected', 'true');
  await expect(there.getByText('February 3, 2020')).toBeVisible();
  await expect(there.getByText('February 5, 2020')).toBeVisible();
  await there.getByRole('button', { name: 'Move all overdue to today' }).click();
  await expect(there.getByText('You have no incomplete tasks')).toBeVisible();
  await expect(titles(here)).toHaveText(['Bins', 'Desk'], beforePoll);
});

test('without a network the overdue tasks move at once, survive a reload and are sent later', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins', '2020-02-03');
  await addTask(page, 'Desk', '2020-02-05');
  const other = await openBrowser();
  await login(other, ANA);
  await expect(other.getByText('2 overdue', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(titles(page)).toHaveText(['Desk', 'Bins']);
  await page.getByRole('tab', { name: 'Today' }).click();
  await page.context().setOffline(true);
  await moveAll(page).click();
  await expect(page.getByRole('button', { name: 'Offline · 2 waiting' })).toBeVisible();
  await expect(titles(page)).toHaveText(['Bins', 'Desk']);
  await expect(moveAll(page)).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Today' })).toHaveAccessibleDescription('2');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 overdue', { exact: true })).toBeVisible();
  await expect(titles(page)).toHaveCount(0);
  await moveAll(page).click();
  await expect(titles(page)).toHaveText(['Bins', 'Desk']);
  await page.context().setOffline(false);
  await expect(titles(other)).toHaveText(['Bins', 'Desk']);
  await expect(moveAll(other)).toHaveCount(0);
  await page.reload();
  await expect(titles(page)).toHaveText(['Bins', 'Desk']);
});

test('without a network, what was just added moves with the overdue tasks, and what was completed does not', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins', '2020-02-03');
  await addTask(page, 'Lamp', '2020-02-04');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(titles(page)).toHaveText(['Lamp', 'Bins']);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Complete Lamp' }).click();
  await page.getByRole('tab', { name: 'Today' }).click();
  await addTask(page, 'Desk', '2020-02-05');
  await expect(page.getByText('2 overdue', { exact: true })).toBeVisible();
  await moveAll(page).click();
  await expect(page.getByText('2 tasks moved to today')).toBeVisible();
  await expect(titles(page)).toHaveText(['Bins', 'Desk']);
  await expect(moveAll(page)).toHaveCount(0);
});

test('without a network, a task that was moved to a past day moves with the overdue ones', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins', '2020-02-03');
  await addTask(page, 'Desk');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(titles(page)).toHaveText(['Bins']);
  await page.getByRole('tab', { name: 'Today' }).click();
  // The form loads its code.
  await page.getByRole('button', { name: 'Edit Desk' }).click();
  const form = page.getByRole('form', { name: 'Edit Desk' });
  await form.getByLabel('Due Date').fill('2020-02-05');
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 overdue', { exact: true })).toBeVisible();
  await expect(titles(page)).toHaveCount(0);
  await moveAll(page).click();
  await expect(page.getByText('2 tasks moved to today')).toBeVisible();
  await expect(titles(page)).toHaveText(['Bins', 'Desk']);
  await expect(moveAll(page)).toHaveCount(0);
});

test('of many overdue tasks 500 move at once, and the keyboard keeps a place', async ({
  install,
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  writeTasks(install, {
    count: 503,
    title: number => `Late ${number}`,
    daysAgo: number => number + 2,
    completed: false,
  });
  await page.reload();
  await moveAll(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('500 tasks moved to today, more are left')).toBeVisible();
  await expect(page.getByText('3 overdue', { exact: true })).toBeVisible();
  await expect(moveAll(page)).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Today' })).toHaveAccessibleDescription('500');
  await page.keyboard.press('z');
  // 500 changes go one after the other, beside four other browsers.
  await expect(page.getByText('503 overdue', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('tab', { name: 'Today' })).toHaveAccessibleDescription('0');
});

test('lists that a page does not show are loaded again once a long queue is sent', async ({
  install,
  openBrowser,
}) => {
  const page = await openBrowser({ viewport: { width: 390, height: 844 } });
  await register(page, ANA);
  writeTasks(install, {
    count: 80,
    title: number => `Late ${number}`,
    daysAgo: number => number + 2,
    completed: false,
  });
  const opened = page.waitForResponse(/upcoming/);
  await page.reload();
  await opened;
  let loads = 0;
  page.on('request', request => {
    if (request.url().includes('upcoming')) loads += 1;
  });
  const [gate, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let batches = 0;
  await page.route(
    url => url.pathname.startsWith('/trpc/task.update'),
    async route => {
      batches += 1;
      if (batches === 2) {
        second.resolve();
        await gate.promise;
      }
      await route.continue();
    },
  );
  await moveAll(page).click();
  await second.promise;
  // Longer than a change rests before the lists are loaded.
  await page.waitForTimeout(4_000);
  expect(loads).toBe(0);
  gate.resolve();
  await expect.poll(() => loads).toBeGreaterThan(0);
});

test("a manager moves a member's overdue tasks, and a series that has ended stays", async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ben.reload();
  await addTask(ben, 'Tidy the desk', '2020-02-03');
  await addEndedSeries(ben);
  await ana.goto('/dash/manager');
  await expect(ana.getByRole('paragraph').filter({ hasText: /^2 overdue$/ })).toBeVisible();
  await moveAll(ana).click();
  await expect(ana.getByText('1 task moved to today, 1 could not be moved')).toBeVisible();
  await expect(ana.getByRole('paragraph').filter({ hasText: /^1 overdue$/ })).toBeVisible();
  await expect(titles(ben)).toHaveText(['Tidy the desk']);
  await moveAll(ana).click();
  await expect(ana.getByText('1 task could not be moved')).toBeVisible();
});

test('what has moved moves no second time while the list of overdue tasks is out of date', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins', '2020-02-03');
  await addEndedSeries(page);
  await expect(page.getByText('2 overdue', { exact: true })).toBeVisible();
  await page.reload({ waitUntil: 'networkidle' });
  await page.route(/task\.list/, () => {});
  await moveAll(page).click();
  await expect(page.getByText('1 task moved to today, 1 could not be moved')).toBeVisible();
  await moveAll(page).click();
  await expect(page.getByText('1 task could not be moved')).toBeVisible();
});

async function addEndedSeries(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill('Course');
  await dialog.getByLabel('Due Date').fill('2020-02-04');
  await dialog.getByLabel('Recurrence Type').selectOption('Daily');
  await dialog.getByLabel('Recurrence End Date').fill('2020-02-10');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  // It goes back in the history, which would end a reload.
  await dialog.waitFor({ state: 'hidden' });
}
