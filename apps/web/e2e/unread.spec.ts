import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { openHousehold } from './household.ts';
import { test } from './journey.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

/** Writes down every moment in which something on the page is said to be unread, however short. */
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

test('what arrives in the thread one looks at is at no moment unread; in any other it is', async ({
  openBrowser,
  install,
  soon,
}) => {
  const [desk, phone] = [await openBrowser(), await openBrowser(PHONE)];
  await openHousehold(install, desk, phone);
  await phone.reload();
  const rest = await restOf(phone);
  const users = [{ email: 'ana@example.com' }];
  const { id } = await rest('post', '/conversations', { data: { users, message: '#0' } });
  const say = (message: string) => rest('post', '/messages', { conversationId: id, message });
  await expect(desk.getByRole('link', { name: /1 unread.*Messages|Messages.*1 unread/ })).toBeVisible();

  await desk.getByRole('link', { name: /Messages/ }).click();
  await expect(desk.getByRole('log').getByText('#0')).toBeVisible();
  await expect(desk.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
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
  await expect(desk.getByRole('link', { name: /Messages.*1 unread/ })).toBeVisible(soon);
});
