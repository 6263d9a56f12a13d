import { join } from 'node:path';
import { closeDb, openDb } from '@onus/db/open';
import { expect, type Locator, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { callsOf, holdBack, REFUSED } from './faults.ts';
import { asManager } from './household.ts';
import type { Install } from './install.ts';
import { ANA, login, register, test } from './journey.ts';
import { writeMembers } from './many-members.ts';

async function pressOn(button: Locator): Promise<void> {
  await button.focus();
  await button.page().keyboard.press('Enter');
}

function row(page: Page, title: string): Locator {
  return page.getByRole('listitem').filter({ hasText: title });
}

/** Registers Ana with tasks for today. */
async function withTasks(page: Page, titles: readonly string[]): Promise<void> {
  await register(page, ANA);
  const call = await restOf(page);
  for (const title of titles) await call('post', '/tasks', { title, dueDate: new Date().toISOString() });
  await expect(page.getByRole('article')).toHaveCount(titles.length);
}

test('a toast waits while it has the focus, and its buttons give the focus back', async ({ openBrowser }) => {
  const page = await openBrowser();
  await withTasks(page, ['Bins', 'Desk', 'Lamp']);
  const toast = page.getByLabel('Notifications').getByRole('status');
  await pressOn(page.getByRole('button', { name: 'Delete Desk' }));
  await expect(row(page, 'Lamp')).toBeFocused();
  await expect(toast).toContainText('“Desk” deleted');
  await page.keyboard.press('Alt+t');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(page, 'Desk')).toBeVisible();
  await expect(row(page, 'Lamp')).toBeFocused();
  await expect(toast).toHaveCount(0);
  await page.keyboard.press('x');
  await expect(toast).toContainText('“Lamp” completed');
  // The former toast may still be leaving.
  const clock = page.locator('.Toastify__progress-bar').last();
  await expect(clock).toHaveCSS('animation-play-state', 'running');
  // Not by the key of the toasts, which stops their clock too.
  await page.getByRole('button', { name: 'Dismiss' }).last().focus();
  await expect(clock).toHaveCSS('animation-play-state', 'paused');
  await page.keyboard.press('Enter');
  await expect(toast).toHaveCount(0);
  await expect(row(page, 'Lamp')).toBeFocused();
});

test('after the selected tasks are moved, the next row has the focus', async ({ openBrowser }) => {
  const page = await openBrowser();
  await withTasks(page, ['Bins', 'Desk', 'Lamp']);
  for (const key of ['j', 'Shift+J']) await page.keyboard.press(key);
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.getByRole('menuitem', { name: 'Tomorrow' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(row(page, 'Lamp')).toBeFocused();
});

test('the field that finds in a list gives the focus back', async ({ openBrowser }) => {
  const page = await openBrowser();
  await withTasks(page, ['Bins', 'Desk']);
  const button = page.getByRole('button', { name: 'Find in the list' });
  const field = page.getByRole('textbox', { name: 'Find in the list' });
  await pressOn(button);
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await row(page, 'Desk').focus();
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('Bins');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main')).toBeFocused();
});

test('a row that its button removes for good passes the focus on', async ({ openBrowser }) => {
  const page = await openBrowser();
  await withTasks(page, ['Bins', 'Desk']);
  const call = await restOf(page);
  for (const { id } of await call('get', '/tasks')) await call('delete', '/tasks', { id });
  await page.goto('/dash/deleted');
  const restore = page.getByRole('button', { name: /^Restore / });
  await expect(restore).toHaveCount(2);
  await pressOn(restore.first());
  await expect(restore).toHaveCount(1);
  await expect(restore).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(restore).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();

  await page.goto('/dash/tasks?tab=settings');
  for (const name of ['First', 'Second']) {
    await page.getByLabel('Feed name').fill(name);
    await page.getByLabel('Feed name').press('Enter');
    await expect(page.getByRole('button', { name: `Revoke ${name}` })).toBeVisible();
  }
  await pressOn(page.getByRole('list', { name: 'Calendar feeds' }).getByRole('button').first());
  const revoke = page.getByRole('list', { name: 'Calendar feeds' }).getByRole('button');
  await expect(revoke).toHaveCount(1);
  await expect(revoke).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(revoke).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Calendar feeds' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Feed name')).toBeFocused();
});

test('each session has a name of its own, and one that ends passes the focus on', async ({ openBrowser }) => {
  const [page, other] = [await openBrowser(), await openBrowser()];
  await register(page, ANA);
  await login(other, ANA);
  await expect(other.getByTitle('Live')).toBeVisible();
  await page.goto('/dash/tasks?tab=settings');
  const own = page.getByRole('button', { name: /^Sign out .*, this browser$/ });
  const theirs = page.getByRole('button', { name: /^Sign out (?!everywhere).*[^r]$/ });
  await expect(own).toHaveCount(1);
  await pressOn(theirs);
  await expect(theirs).toHaveCount(0);
  await expect(own).toBeFocused();
});

test('a revoked invitation passes the focus on', async ({ openBrowser }) => {
  const page = await openBrowser();
  await asManager(page);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await pressOn(page.getByRole('button', { name: /^Revoke the invitation/ }));
  await expect(page.getByRole('heading', { name: 'Open invitations' })).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('the last members take the focus of the button that fetched them', async ({ openBrowser, install }) => {
  const page = await openBrowser();
  await asManager(page);
  writeMembers(install, 60, number => `Person ${number}`);
  await page.reload();
  const members = page.getByRole('listitem').filter({ hasText: 'Person' });
  await expect(members).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(members).toHaveCount(60);
  await expect(members.nth(50)).toBeFocused();
});

/** A thread that `writeThreads` writes. */
const OLD_THREAD = '00000000-0000-7000-8000-000000000002';

/** Writes a thread of the first account with each member directly into the database, after `writeMembers`. */
function writeThreads(install: Install, count: number): void {
  const db = openDb(join(install.dataDir, 'onus.sqlite'));
  const client = db.$client;
  const manager = String(
    client.prepare('select id from user order by created_at desc limit 1').pluck().get(),
  );
  const insert = client.prepare(
    `insert into conversation (id, low_user_id, high_user_id, last_message, last_timestamp, last_sequence,
     created_at) values (?, ?, ?, 'Hello', ?, ?, 1)`,
  );
  for (let number = 0; number < count; number += 1) {
    const [low, high] = [manager, `member-${number}`].sort();
    insert.run(`00000000-0000-7000-8000-${String(number).padStart(12, '0')}`, low, high, number, number);
  }
  closeDb(db);
}

test('the last threads take the focus of the button that fetched them', async ({ openBrowser, install }) => {
  const page = await openBrowser();
  await asManager(page);
  writeMembers(install, 45, number => `Person ${number}`);
  writeThreads(install, 45);
  await page.goto('/dash/messages', { waitUntil: 'networkidle' });
  const threads = page.getByRole('region', { name: 'Threads' }).getByRole('listitem');
  await expect(threads).toHaveCount(40);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(threads).toHaveCount(45);
  await expect(threads.nth(40)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(threads.nth(40).getByRole('link')).toBeFocused();
});

test('threads that load late leave the focus with the button that fetched more', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await asManager(page);
  writeMembers(install, 45, number => `Person ${number}`);
  writeThreads(install, 45);
  const newest = await holdBack(page, 'chat.conversation');
  await page.goto('/dash/messages');
  const threads = page.getByRole('region', { name: 'Threads' }).getByRole('listitem');
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(threads).toHaveCount(40);
  await more.focus();
  // The page opens the newest thread by itself.
  newest.release();
  await expect(page.getByPlaceholder('Write a message')).toBeVisible();
  await expect(more).toBeFocused();
  const rest = await restOf(page);
  let replaced = 0;
  await page.route(callsOf('chat.conversations'), async route => {
    if (!route.request().url().includes('cursor') || replaced === 3) return route.continue();
    replaced += 1;
    // Its change event requests the threads that are there, in place of the next ones.
    const message = `Hello ${replaced}`;
    return void (await rest('post', '/messages', { conversationId: OLD_THREAD, message }));
  });
  await more.press('Enter');
  await expect(threads).toHaveCount(45);
  await expect(threads.nth(40)).toBeFocused();
});

test('an import and its end leave the focus at the import', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/tasks?tab=settings');
  const heading = page.getByRole('heading', { name: 'Import tasks or groceries' });
  for (const [button, toast] of [
    ['Cancel', null],
    ['Import 1 task', '1 task imported'],
  ] as const) {
    await page.getByLabel('Or paste it here').fill('Title,Due Date\nBins,2026-03-05');
    await pressOn(page.getByRole('button', { name: 'Preview' }));
    await pressOn(page.getByRole('button', { name: button, exact: true }));
    if (toast) await expect(page.getByText(toast)).toBeVisible();
    await expect(heading).toBeFocused();
  }
  await pressOn(page.getByRole('button', { name: 'Undo the import' }));
  await expect(page.getByText('The import was undone')).toBeVisible();
  await expect(heading).toBeFocused();
});

test('the button that opens a step of the second factor has the focus after it', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/tasks?tab=settings');
  for (const name of ['Add a passkey', 'Set up an authenticator app']) {
    const button = page.getByRole('button', { name });
    await pressOn(button);
    await expect(page.getByLabel('Current password').last()).toBeFocused();
    await pressOn(page.getByRole('button', { name: 'Cancel' }));
    await expect(button).toBeFocused();
  }
});

test('an amount is announced as it is stepped', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await (await restOf(page))('post', '/groceries', { name: 'Milk', count: 2 });
  await page.goto('/dash/groceries');
  const amount = page.getByRole('group', { name: 'Amount of Milk' });
  // A change by someone else is no news of its own.
  await expect(amount.locator('[aria-live=polite]')).toHaveCount(0);
  await amount.getByRole('button', { name: 'One more' }).focus();
  await page.keyboard.press('Enter');
  await expect(amount.locator('[aria-live=polite]')).toHaveText('3');
});

test('a change that leaves the tray passes the focus on, and its buttons say which change', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const creates = callsOf('task.create');
  await page.route(creates, REFUSED.answer);
  for (const title of ['Bins', 'Desk', 'Lamp']) {
    await page.getByLabel('Quick add').fill(title);
    await page.getByLabel('Quick add').press('Enter');
  }
  await pressOn(page.getByRole('button', { name: 'Not saved (3)' }));
  const tray = page.getByRole('dialog', { name: /^Not saved/ });
  const change = (title: string) => tray.getByRole('listitem').filter({ hasText: title });
  for (const name of ['Discard', 'Edit', 'Try again'])
    await expect(change('Desk').getByRole('button', { name })).toHaveAccessibleDescription('Add “Desk”');
  await pressOn(change('Bins').getByRole('button', { name: 'Discard' }));
  await expect(change('Bins')).toHaveCount(0);
  await expect(change('Desk')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(change('Desk').getByRole('button', { name: 'Discard' })).toBeFocused();
  await page.unroute(creates);
  await pressOn(change('Lamp').getByRole('button', { name: 'Try again' }));
  await expect(change('Lamp')).toHaveCount(0);
  await expect(change('Desk')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Not saved (1)' })).toBeFocused();
  await page.keyboard.press('Enter');
  await pressOn(change('Desk').getByRole('button', { name: 'Discard' }));
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Everything is saved.');
});
