import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { openHousehold } from './household.ts';
import type { Install } from './install.ts';
import { test } from './journey.ts';
import { createThread } from './thread.ts';

test.use({ serviceWorkers: 'allow' });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Runs in the page: whether a stored response has a text. */
function hasStored(text: string): Promise<boolean> {
  return new Promise(resolve => {
    const opened = indexedDB.open('onus');
    opened.onsuccess = () => {
      const rows = opened.result.transaction('reads').objectStore('reads').getAll();
      rows.onsuccess = () => {
        opened.result.close();
        resolve(JSON.stringify(rows.result).includes(text));
      };
    };
  });
}

/** Runs in the page: removes the stored messages of all threads. */
function forgetMessages(): Promise<void> {
  return new Promise(resolve => {
    const opened = indexedDB.open('onus');
    opened.onsuccess = () => {
      const changed = opened.result.transaction('reads', 'readwrite');
      const rows = changed.objectStore('reads').openCursor();
      rows.onsuccess = () => {
        const { result: row } = rows;
        if (!row) return;
        if (row.value.queryKey[0].join('.') === 'chat.messages') row.delete();
        row.continue();
      };
      changed.oncomplete = () => {
        opened.result.close();
        resolve();
      };
    };
  });
}

async function expectStored(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(hasStored, text), { timeout: 40_000 }).toBe(true);
}

/** A cold start without a network. */
async function openOffline(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.context().setOffline(true);
  await page.goto('about:blank');
  await page.goto('/dash/messages');
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('Write a message').fill(text);
  await page.getByRole('button', { name: 'Send' }).tap();
}

/** Ana has written to Ben, and his browser has stored it without opening it. */
async function startThread(install: Install, ana: Page, ben: Page) {
  await openHousehold(install, ana, ben);
  await ben.reload();
  const rest = await restOf(ana);
  const users = [{ email: 'ben@example.com' }];
  const { id } = await rest('post', '/conversations', { data: { users, message: 'Bring bread' } });
  await expectStored(ben, 'Bring bread');
  return { rest, id };
}

test('without a network a thread is read and answered that was never opened, also with Create Thread', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  const { rest, id } = await startThread(install, ana, ben);
  await rest('post', '/messages', { conversationId: id, message: 'And some milk' });
  await expectStored(ben, 'And some milk');
  await openOffline(ben);
  await ben.getByRole('link', { name: /^Ana/ }).tap();
  const log = ben.getByRole('log');
  await expect(log).toContainText('Bring bread');
  await expect(log).toContainText('And some milk');
  await send(ben, 'On my way');
  await expect(log).toContainText('On my way');

  await ben.getByRole('link', { name: 'Back to the threads' }).tap();
  await createThread(ben, ['Ana'], 'Anything else?');
  await expect(ben.getByRole('button', { name: 'Offline · 2 waiting' })).toBeVisible();
  await ben.context().setOffline(false);
  await ana.goto(`/dash/messages?thread=${id}`);
  await expect(ana.getByRole('log')).toContainText('On my way');
  await expect(ana.getByRole('log')).toContainText('Anything else?');
});

test('in a thread whose messages are not in this browser one can write, and the others come with the network', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  await startThread(install, ana, ben);
  await openOffline(ben);
  await ben.evaluate(forgetMessages);
  await ben.reload();
  await ben.getByRole('link', { name: /^Ana/ }).tap();
  await expect(ben.getByRole('alert').filter({ hasText: 'The server cannot be reached' })).toBeVisible();
  await send(ben, 'On my way');
  await expect(ben.getByRole('log')).toContainText('On my way');
  await ben.context().setOffline(false);
  await expect(ben.getByRole('log')).toContainText('Bring bread');
  await expect(ben.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await expect(ben.getByRole('listitem').filter({ hasText: 'On my way' })).toHaveCount(1);
});
