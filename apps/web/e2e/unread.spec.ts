import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { openHousehold } from './household.ts';
import type { Install } from './install.ts';
import { test } from './journey.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

/** Records every moment in which the page shows something as unread. */
async function watchUnread(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    const look = () => {
      for (const link of document.querySelectorAll('a')) {
        if (link.textContent.includes('unread')) seen.push(link.textContent);
      }
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(globalThis, { seenUnread: seen });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'seenUnread'));
}

/** Ben has written "#0" to Ana. @returns her page, and what writes the next message. */
async function startThread(install: Install, desk: Page, phone: Page) {
  await openHousehold(install, desk, phone);
  await phone.reload();
  const rest = await restOf(phone);
  const users = [{ email: 'ana@example.com' }];
  const { id } = await rest('post', '/conversations', { data: { users, message: '#0' } });
  const say = (message: string) => rest('post', '/messages', { conversationId: id, message });
  return { desk, say };
}

test('a message in the open thread is never shown as unread; in another thread it is', async ({
  openBrowser,
  install,
  beforePoll,
}) => {
  const { desk, say } = await startThread(install, await openBrowser(), await openBrowser(PHONE));
  await expect(desk.getByRole('link', { name: /1 unread.*Messages|Messages.*1 unread/ })).toBeVisible();
  await expect(desk).toHaveTitle('(1) Tasks · Onus');

  await desk.getByRole('link', { name: /Messages/ }).click();
  await expect(desk.getByRole('log').getByText('#0')).toBeVisible();
  await expect(desk.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  await expect(desk).toHaveTitle('Messages · Onus');
  const seen = await watchUnread(desk);
  for (const text of ['#1', '#2', '#3']) {
    const read = desk.waitForResponse(/chat\.markRead/);
    await say(text);
    await expect(desk.getByRole('log').getByText(text)).toBeVisible();
    await read;
  }
  expect(await seen()).toEqual([]);

  await desk.getByRole('link', { name: 'Tasks' }).click();
  await say('#4');
  await expect(desk.getByRole('link', { name: /Messages.*1 unread/ })).toBeVisible(beforePoll);
});

test('a message that was shown is read, also if the reader leaves before the list of threads counts it', async ({
  openBrowser,
  install,
  beforePoll,
}) => {
  const { desk, say } = await startThread(install, await openBrowser(), await openBrowser(PHONE));
  await desk.getByRole('link', { name: /Messages/ }).click();
  await expect(desk.getByRole('log').getByText('#0')).toBeVisible();
  await expect(desk.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  const lists = Promise.withResolvers<void>();
  await desk.route(/\/trpc\/[^?]*chat\.(conversations|unread|thread)/, async route => {
    await lists.promise;
    await route.continue();
  });
  await say('#1');
  await expect(desk.getByRole('log').getByText('#1')).toBeVisible();
  await desk.getByRole('link', { name: 'Tasks' }).click();
  await expect(desk).toHaveURL(/dash.tasks/);
  lists.resolve();
  await say('#2');
  await expect(desk.getByRole('link', { name: /Messages.*1 unread/ })).toBeVisible(beforePoll);
});

test('the count of unread messages keeps its digits in the badge', async ({ openBrowser, install }) => {
  const { desk, say } = await startThread(install, await openBrowser(), await openBrowser(PHONE));
  for (let number = 1; number < 22; number += 1) await say(`#${number}`);
  for (const width of [390, 1280]) {
    await desk.setViewportSize({ width, height: 844 });
    const count = desk.getByRole('link', { name: /Messages/ }).getByText('22', { exact: true });
    await expect(count.filter({ visible: true })).toBeVisible();
    const digits = await count.filter({ visible: true }).boundingBox();
    expect(digits?.height, `at ${width} px`).toBeLessThanOrEqual(18);
  }
});
