import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { checkLooks } from './check.ts';
import { callsOf, REFUSED } from './faults.ts';
import { openHousehold } from './household.ts';
import { ANA, addTask, register, test } from './journey.ts';
import { createThread } from './thread.ts';

const PHONE = { width: 390, height: 844 };

async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${from}` }).click();
  await page.getByLabel('Title').fill(to);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: to })).toBeVisible();
}

async function openDeleted(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Recently deleted' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recently deleted');
}

async function addItem(page: Page, name: string, count = 1): Promise<void> {
  await page.getByRole('combobox', { name: 'Quick add' }).fill(`${name} ${count}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

test('a task shows who changed what; Restore brings a state back, and Undo reverts that', {
  tag: '@latency',
}, async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins');
  await rename(page, 'Bins', 'Green bins');
  await page.getByRole('button', { name: 'History' }).click();
  const dialog = page.getByRole('dialog', { name: 'History of “Green bins”' });
  const steps = dialog.getByRole('list', { name: 'History' }).locator('> li');
  await expect(steps).toHaveCount(2);
  await expect(steps.nth(0)).toContainText('Ana changed this');
  await expect(steps.nth(0)).toContainText('Bins');
  await expect(steps.nth(0).getByRole('button')).toHaveCount(0);
  await expect(steps.nth(1)).toContainText('Ana created this');
  await steps.nth(1).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('heading', { name: 'Bins', exact: true })).toBeVisible();
  await expect(page.getByText(/“Green bins” restored to /)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Green bins' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Green bins' })).toBeVisible();
  // Both are changes of their own.
  await page.getByRole('button', { name: 'History' }).click();
  await expect(steps).toHaveCount(4);
});

test('the last changes and deleted tasks take the focus of the button that fetched them', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const call = await restOf(page);
  const dueDate = new Date().toISOString();
  const { id } = await call('post', '/tasks', { title: 'Bins', dueDate });
  for (let change = 1; change <= 60; change += 1)
    await call('patch', '/tasks', { id, title: `Bins ${change}` });
  const titles = Array.from({ length: 60 }, (_, place) => `Desk ${place}`);
  for (const title of titles)
    await call('delete', '/tasks', await call('post', '/tasks', { title, dueDate }));

  const task = page.getByRole('article').filter({ hasText: 'Bins 60' });
  await task.getByRole('button', { name: 'History' }).click();
  const steps = page.getByRole('list', { name: 'History' }).locator('> li');
  await expect(steps).toHaveCount(50);
  const older = page.getByRole('button', { name: 'Show older' });
  await older.press('Enter');
  await expect(steps).toHaveCount(61);
  await expect(older).toHaveCount(0);
  await expect(steps.nth(50)).toBeFocused();

  await page.goto('/dash/deleted');
  const rows = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await older.press('Enter');
  await expect(rows).toHaveCount(60);
  await expect(rows.nth(50)).toBeFocused();
});

test('another person sees a change in an open history', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  for (const page of [ana, ben]) await page.goto('/dash/groceries');
  await addItem(ana, 'Milk');
  await ben.getByRole('button', { name: 'History' }).click();
  const steps = ben.getByRole('dialog').getByRole('list', { name: 'History' }).locator('> li');
  await expect(steps).toHaveCount(1);
  await ana.getByRole('button', { name: 'One more' }).click();
  await expect(steps).toHaveCount(2);
  await expect(steps.first()).toContainText('Ana changed this');
  await steps.nth(1).getByRole('button', { name: 'Restore' }).click();
  await expect(ana.getByRole('group', { name: 'Amount of Milk' })).toContainText('1');
});

test('deleted tasks and items come back from “Recently deleted”, live for both people', {
  tag: '@latency',
}, async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser({ viewport: PHONE })];
  await openHousehold(install, ana, ben);
  await addTask(ana, 'Pay the bill');
  await ana.getByRole('button', { name: 'Delete Pay the bill' }).click();
  await expect(ana.getByText('“Pay the bill” deleted')).toBeVisible();
  await ana.goto('/dash/groceries');
  await addItem(ana, 'Milk', 2);
  await ana.getByRole('button', { name: 'Remove Milk' }).click();
  await expect(ana.getByText('“Milk” removed')).toBeVisible();
  await openDeleted(ana);
  await openDeleted(ben);
  // Ben sees the items of the household, and not the task, which was Ana's own.
  await expect(ben.getByRole('button', { name: 'Restore Milk' })).toBeVisible();
  await expect(ben.getByRole('listitem').filter({ hasText: 'Milk' })).toContainText('×2 · Deleted by Ana');
  await expect(ben.getByRole('heading', { name: 'Pay the bill' })).toHaveCount(0);
  await expect(ana.getByRole('heading', { level: 3 })).toHaveText(['Pay the bill', 'Milk']);
  await ana.getByRole('button', { name: 'Restore Milk' }).click();
  await expect(ana.getByText('“Milk” restored')).toBeVisible();
  await expect(ana.getByRole('heading', { name: 'Milk' })).toHaveCount(0);
  await expect(ben.getByText('Nothing was deleted in the last 30 days.')).toBeVisible();
  await ana.getByRole('button', { name: 'Undo' }).click();
  await expect(ana.getByRole('heading', { name: 'Milk' })).toBeVisible();
  await expect(ben.getByRole('button', { name: 'Restore Milk' })).toBeVisible();
  await ana.getByRole('button', { name: 'Restore Pay the bill' }).click();
  await expect(ana.getByRole('heading', { name: 'Pay the bill' })).toHaveCount(0);
  await ana.getByRole('link', { name: 'Tasks', exact: true }).click();
  await expect(ana.getByRole('heading', { name: 'Pay the bill' })).toBeVisible();
});

test('both of a thread see how a message was edited, and its sender restores a text', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  for (const page of [ana, ben]) await page.goto('/dash/messages');
  await createThread(ana, ['Ben'], '#1');
  const more = (page: Page) => page.getByRole('button', { name: 'More for this message' });
  await more(ana).click();
  await expect(ana.getByRole('menuitem', { name: 'History' })).toHaveCount(0);
  await ana.getByRole('menuitem', { name: 'Edit' }).click();
  await ana.getByLabel('Message text').fill('#2');
  await ana.keyboard.press('Enter');
  await ben.getByRole('region', { name: 'Threads' }).getByRole('listitem').first().click();
  await expect(ben.getByRole('log').getByText('#2')).toBeVisible();
  const steps = (page: Page) =>
    page.getByRole('dialog').getByRole('list', { name: 'History' }).locator('> li');
  await more(ben).click();
  await ben.getByRole('menuitem', { name: 'History' }).click();
  await expect(steps(ben)).toHaveCount(2);
  await expect(steps(ben).first()).toContainText('#1');
  await expect(steps(ben).getByRole('button')).toHaveCount(0);
  await more(ana).click();
  await ana.getByRole('menuitem', { name: 'History' }).click();
  await steps(ana).nth(1).getByRole('button', { name: 'Restore' }).click();
  await expect(ana.getByRole('log').getByText('#1')).toBeVisible();
  await expect(steps(ben)).toHaveCount(3);
  await ana.getByRole('button', { name: 'Undo' }).click();
  await expect(ana.getByRole('log').getByText('#2')).toBeVisible();
  await expect(steps(ben)).toHaveCount(4);
  await ben.keyboard.press('Escape');
  await expect(ben.getByRole('log').getByText('#2')).toBeVisible();

  // Nothing brings a deleted message back, and so nothing offers to undo what was done to it.
  await more(ana).click();
  await ana.getByRole('menuitem', { name: 'History' }).click();
  await steps(ana).nth(1).getByRole('button', { name: 'Restore' }).click();
  await expect(ana.getByRole('button', { name: 'Undo' })).toBeVisible();
  await more(ana).click();
  await ana.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(ana.getByRole('log').getByText('Message deleted')).toBeVisible();
  await expect(ana.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await ana.keyboard.press('z');
  await expect(ben.getByRole('log').getByText('Message deleted')).toBeVisible();
  await expect(ana.getByText('Undone: Message restored')).toHaveCount(0);
  await expect(ana.getByText(/Not saved/)).toHaveCount(0);

  // Both see who deleted it and when, and nothing of its texts.
  for (const page of [ana, ben]) {
    await more(page).click();
    await expect(page.getByRole('menuitem')).toHaveText(['History']);
    await page.getByRole('menuitem', { name: 'History' }).click();
    await expect(steps(page)).toHaveText([/^Ana deleted this.*\d:\d\d/, /^Ana wrote this/]);
    await expect(page.getByRole('dialog')).not.toContainText('#');
    await expect(steps(page).getByRole('button')).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
});

test('without a network, a restored task leaves the page and arrives later', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins');
  await page.getByRole('button', { name: 'Delete Bins' }).click();
  await openDeleted(page);
  await expect(page.getByRole('button', { name: 'Restore Bins' })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Restore Bins' }).click();
  await expect(page.getByText('Nothing was deleted in the last 30 days.')).toBeVisible();
  await expect(page.getByTitle('Offline · 1 waiting')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByTitle('Offline · 1 waiting')).toHaveCount(0);
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Bins' })).toBeVisible();
});

test('a history and a list that cannot be loaded say so, and can be tried again', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins');
  for (const procedure of ['task.history', 'task.deleted'])
    await page.route(callsOf(procedure), route => REFUSED.answer(route));
  await page.getByRole('button', { name: 'History' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText(REFUSED.says);
  await page.unroute(callsOf('task.history'));
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByText('Ana created this')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Delete Bins' }).click();
  await openDeleted(page);
  await expect(page.getByRole('alert').first()).toContainText(REFUSED.says);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByRole('button', { name: 'Restore Bins' })).toBeVisible();
});

test('axe finds no problem in histories and deleted rows', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const long = `Long ${'unbroken'.repeat(20)}`;
  await addTask(page, long);
  await addTask(page, 'Bins');
  await page.getByRole('button', { name: `Delete ${long}` }).click();
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByText('Ana created this').waitFor();
  await checkLooks(page);
  await page.getByRole('button', { name: 'Close' }).first().click();
  await page.goto('/dash/deleted');
  await page.getByRole('button', { name: `Restore ${long}` }).waitFor();
  await checkLooks(page);
});
