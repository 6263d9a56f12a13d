import { NETWORKS } from '@onus/proof/faults';
import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { openHousehold } from './household.ts';
import { test } from './journey.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

/** What stands in the open thread, oldest first. */
function messages(page: Page) {
  return page.getByRole('log').getByRole('listitem').getByRole('paragraph').filter({ hasText: /^#/ });
}

/** From now on the page gets no page of a thread. @returns how many it asked for, and the way to end this. */
async function withoutPages(page: Page) {
  const asked = { count: 0 };
  const messagePages = /chat\.messages/;
  await page.route(messagePages, route => {
    asked.count += route.request().url().split('chat.messages').length - 1;
    return route.abort();
  });
  return { asked, end: () => page.unroute(messagePages) };
}

/** Resolves when a socket of the page has brought the text. */
function overSocket(page: Page, text: string): Promise<void> {
  return new Promise(resolve => {
    page.on('websocket', socket =>
      socket.on('framereceived', ({ payload }) => payload.includes(text) && resolve()),
    );
  });
}

/** Ana's and Ben's browsers with their thread open, live. */
async function openConversation(
  install: Parameters<typeof openHousehold>[0],
  ana: Page,
  ben: Page,
): Promise<(text: string) => Promise<{ id: string }>> {
  await openHousehold(install, ana, ben);
  await ben.reload();
  const byBen = await restOf(ben);
  const users = [{ email: 'ana@example.com' }];
  const { id } = await byBen('post', '/conversations', { data: { users, message: '#0' } });
  for (const page of [ana, ben]) {
    await page.goto(`/dash/messages?thread=${id}`);
    await expect(messages(page)).toHaveText(['#0']);
    await expect(page.getByTitle('Live')).toBeVisible();
  }
  const start = Date.now();
  // Its own time for each, so that sending one again makes no second message (rule 6.8).
  return message => {
    const timestamp = start + Number(message.slice(1));
    return byBen('post', '/messages', { conversationId: id, message, timestamp });
  };
}

test('a message arrives as a row: no page of the thread is asked for', async ({
  openBrowser,
  install,
  beforePoll,
}) => {
  const [ana, ben] = [await openBrowser(PHONE), await openBrowser()];
  const arrived = overSocket(ana, '"#1"');
  const say = await openConversation(install, ana, ben);
  // With its first row the socket is past its start, when all that is on the page is read once more.
  await say('#1');
  await arrived;
  await expect(messages(ana)).toHaveText(['#0', '#1'], beforePoll);
  const { asked, end } = await withoutPages(ana);
  for (const text of ['#2', '#3']) await say(text);
  await expect(messages(ana)).toHaveText(['#0', '#1', '#2', '#3'], beforePoll);
  // Longer than the rest after which the app reads the threads that are not open.
  await ana.waitForTimeout(6_000);
  expect(asked.count).toBe(0);

  // An edit is a change event: the page is read again, and counts before the row that arrived.
  await end();
  await ben.getByRole('button', { name: 'More for this message' }).last().click();
  await ben.getByRole('menuitem', { name: 'Edit' }).click();
  await ben.getByLabel('Message text').fill('#3, better');
  await ben.keyboard.press('Enter');
  await expect(messages(ana)).toHaveText(['#0', '#1', '#2', '#3, better edited'], beforePoll);
});

test.describe('over a network that cuts', () => {
  test.use({ faults: 'latency-0' });

  test('a connection that is cut goes on after the last message: none is missing, none is there twice', async ({
    openBrowser,
    install,
    network,
  }) => {
    const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
    const say = await openConversation(install, ana, ben);
    const { end } = await withoutPages(ana);
    const expected = ['#0'];
    // The first cut comes before any message of the stream: it then goes on from the newest of the list.
    for (let cut = 0; cut < 3; cut += 1) {
      network.cutAll();
      for (let number = 0; number < 4; number += 1) {
        const text = `#${expected.length}`;
        await expect(() => say(text)).toPass();
        expected.push(text);
      }
      // The longest it waits before it tries again is 7.5 s (rule 19.3).
      await expect(messages(ana)).toHaveText(expected, { timeout: 20_000 });
    }
    network.faults = { ...NETWORKS['latency-0'], cuts: 0.2 };
    while (expected.length < 30) {
      const text = `#${expected.length}`;
      await expect(() => say(text)).toPass();
      expected.push(text);
    }
    network.faults = NETWORKS['latency-0'];
    expect(network.seen.cuts).toBeGreaterThan(0);
    await expect(messages(ana)).toHaveText(expected, { timeout: 20_000 });
    await end();
    await ana.reload();
    await expect(messages(ana)).toHaveText(expected);
  });
});
