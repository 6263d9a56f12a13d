import { expect, type Page, type Route } from '@playwright/test';
import { restOf } from './api.ts';
import { boxOf } from './boxes.ts';
import { callsOf, REFUSED } from './faults.ts';
import { makeHousehold, openHousehold } from './household.ts';
import { ANA, openLine, type Person, register, test } from './journey.ts';
import { createThread, refuseStream } from './thread.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const CLEO: Person = { name: 'Cleo', email: 'cleo@example.com', password: 'hunter two' };

async function send(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('Write a message').fill(text);
  await page.keyboard.press('Enter');
}

/** The messages of the open thread, oldest first. */
function messages(page: Page) {
  return page.getByRole('log').getByRole('listitem').getByRole('paragraph').filter({ hasText: /^#/ });
}

/** Distance from the top of the window to the first message with a text, in pixels. */
async function topOf(page: Page, text: string): Promise<number> {
  const box = await page.getByText(text, { exact: true }).boundingBox();
  return Math.round(box?.y ?? Number.NaN);
}

test('a new thread is answered on a phone, counted in the bar and read', { tag: '@latency' }, async ({
  openBrowser,
  install,
  beforePoll,
}) => {
  const [desk, phone] = [await openBrowser(), await openBrowser(PHONE)];
  await openHousehold(install, desk, phone);
  await desk.goto('/dash/messages');
  await expect(desk.getByRole('heading', { name: 'Threads' })).toBeVisible();
  await expect(desk.getByText('You have no messages yet.')).toBeVisible();
  await desk.getByRole('button', { name: 'Create Thread' }).first().click();
  const dialog = desk.getByRole('dialog', { name: 'Create Thread' });
  await expect(dialog.getByText('Assign to:')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
  await dialog.getByRole('option', { name: 'Ben' }).click();
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await createThread(desk, ['Ben'], '#1');
  await expect(messages(desk)).toHaveText(['#1']);
  await expect(phone.getByRole('link', { name: /1 unread.*Messages/ })).toBeVisible(beforePoll);
  await phone.getByRole('link', { name: 'Messages' }).click();
  await expect(phone.getByRole('log')).toHaveCount(0);
  await phone.getByRole('link', { name: /^Ana/ }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Ana');
  await expect(phone.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();

  for (const text of ['#2', '#3', '#4']) await send(phone, text);
  await send(desk, '#5');
  for (const page of [desk, phone]) {
    await expect(messages(page)).toHaveCount(5);
    expect((await messages(page).allInnerTexts()).toSorted()).toEqual(['#1', '#2', '#3', '#4', '#5']);
  }
  const order = await messages(desk).allInnerTexts();
  await expect(messages(phone)).toHaveText(order);
  expect(order.filter(text => text !== '#5')).toEqual(['#1', '#2', '#3', '#4']);
  await expect(desk.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();

  await phone.getByRole('link', { name: 'Back to the threads' }).click();
  await expect(phone.getByRole('heading', { name: 'Threads' })).toBeVisible();
  await send(desk, '#6');
  await expect(phone.getByRole('link', { name: /^Ana.*#6.*1 unread/ })).toBeVisible(beforePoll);
});

test('each recipient gets their own thread, and a person without recipients sees why', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben, cleo] = [await openBrowser(), await openBrowser(), await openBrowser()];
  await register(cleo, CLEO);
  await cleo.goto('/dash/messages');
  await expect(cleo.getByText('You have no one to message yet.')).toBeVisible();
  await openHousehold(install, ana, ben);
  makeHousehold(install, ANA, [CLEO]);
  await ana.goto('/dash/messages');
  await ana.getByRole('button', { name: 'Create Thread' }).first().click();
  await expect(ana.getByText('Everyone you choose gets a thread of their own with you.')).toBeVisible();
  await ana.getByRole('button', { name: 'Cancel' }).click();
  await createThread(ana, ['Ben', 'Cleo'], '#hello');
  await expect(ana.getByText('Sent to 2 people')).toBeVisible();
  await expect(ana.getByRole('region', { name: 'Threads' }).getByRole('listitem')).toHaveCount(2);
  await ben.goto('/dash/messages');
  await expect(messages(ben)).toHaveText(['#hello']);
  await expect(cleo.getByRole('region', { name: 'Threads' }).getByRole('listitem')).toHaveCount(1);
});

test('a failed message keeps Retry after a reload and is sent once', { tag: '@latency' }, async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], '#1');
  await ben.goto('/dash/messages');
  await expect(messages(ben)).toHaveText(['#1']);

  // The server stores it, but the response is lost.
  const loseResponse = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await ana.route('**/trpc/chat.send*', loseResponse, { times: 1 });
  await send(ana, '#2');
  await expect(messages(ben)).toHaveText(['#1', '#2']);
  await expect(messages(ana)).toHaveText(['#1', '#2']);
  await expect(ana.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(ana.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);

  await ana.route(callsOf('chat.send'), REFUSED.answer);
  await send(ana, '#3');
  await expect(ana.getByText('Not sent.')).toBeVisible();
  await ana.unroute(callsOf('chat.send'));
  await send(ana, '#4');
  await expect(messages(ben)).toHaveText(['#1', '#2', '#4']);
  await ana.reload();
  await expect(messages(ana)).toHaveText(['#1', '#2', '#4', '#3']);
  await ana.getByRole('button', { name: 'Retry' }).click();
  await expect(messages(ben)).toHaveText(['#1', '#2', '#4', '#3']);
  await expect(ana.getByText('Not sent.')).toHaveCount(0);
  await expect(messages(ana)).toHaveText(['#1', '#2', '#4', '#3']);
});

test('the button Send leaves the focus in the field, so that a phone keeps its keyboard', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(PHONE), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], '#1');
  const field = ana.getByPlaceholder('Write a message');
  await field.fill('#2');
  await ana.getByRole('button', { name: 'Send' }).click();
  await expect(messages(ana)).toHaveText(['#1', '#2']);
  await expect(field).toBeFocused();
});

test('each paragraph of a message has its own direction', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], `#1 اشتري الحليب والخبز\n\nMilk\n${'and bread '.repeat(20)}`);
  const [first = 0, second = 0, left = 0] = await messages(ana).evaluate(paragraph => {
    const text = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const range = document.createRange();
    const startOf = (word: string) => {
      range.setStart(text, text.data.indexOf(word));
      range.setEnd(text, range.startOffset + word.length);
      return range.getBoundingClientRect().left;
    };
    return [startOf('Milk'), startOf('and bread'), paragraph.getBoundingClientRect().left];
  });
  expect([first, second]).toEqual([left, left]);
});

test('a draft stays with its thread, and logout removes it', async ({ openBrowser, install }) => {
  const [ana, ben, cleo] = [await openBrowser(), await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await register(cleo, CLEO);
  makeHousehold(install, ANA, [CLEO]);
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben', 'Cleo'], '#1');
  const box = ana.getByPlaceholder('Write a message');
  await ana.getByRole('link', { name: /^Ben/ }).click();
  await expect(ana.getByRole('region', { name: 'Conversation with Ben' })).toBeVisible();
  await box.fill('Half a thought');
  await box.press('Shift+Enter');
  await ana.getByRole('link', { name: /^Cleo/ }).click();
  await expect(ana.getByRole('region', { name: 'Conversation with Cleo' })).toBeVisible();
  await expect(box).toHaveValue('');
  await ana.getByRole('link', { name: /^Ben/ }).click();
  await expect(box).toHaveValue('Half a thought\n');
  await ana.reload();
  await expect(box).toHaveValue('Half a thought\n');
  await expect(messages(ben)).toHaveCount(0);
  await ana.getByRole('button', { name: 'Account of Ana' }).click();
  await ana.getByRole('menuitem', { name: 'Log out' }).click();
  await ana.waitForURL('**/login');
  expect(await ana.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Half a thought');
});

test('a sender edits and deletes a message; live updates leave an open form alone', async ({
  openBrowser,
  install,
  beforePoll,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], '#1');
  await send(ana, '#2');
  await ben.goto('/dash/messages');
  await expect(messages(ben)).toHaveText(['#1', '#2']);
  await ben.getByRole('button', { name: 'More for this message' }).first().click();
  await expect(ben.getByRole('menuitem')).toHaveText(['Make a task of it', 'Put on the list']);
  await ben.keyboard.press('Escape');

  await ana.getByRole('button', { name: 'More for this message' }).last().click();
  await ana.getByRole('menuitem', { name: 'Edit' }).click();
  await ana.getByLabel('Message text').fill('#2, better');
  await send(ben, '#3');
  await expect(messages(ana)).toHaveText(['#1', '#3']);
  await expect(ana.getByLabel('Message text')).toBeFocused();
  await ana.keyboard.press('Enter');
  await expect(messages(ben)).toHaveText(['#1', '#2, better edited', '#3'], beforePoll);

  await ana.getByRole('button', { name: 'More for this message' }).first().click();
  await ana.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(ben.getByText('Message deleted')).toBeVisible(beforePoll);
  await expect(messages(ben)).toHaveText(['#2, better edited', '#3']);
});

test('on a phone the buttons of an open form stay below its text', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(PHONE), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ben.goto('/dash/messages');
  await createThread(ben, ['Ana'], '#0');
  await ana.goto(ben.url());
  // The form is at the end of the conversation.
  for (let number = 1; number < 12; number += 1) await send(ana, `#${number}`);
  await expect(messages(ana)).toHaveCount(12);
  await ana.getByRole('button', { name: 'More for this message' }).last().click();
  await ana.getByRole('menuitem', { name: 'Edit' }).click();
  const form = ana.getByRole('form', { name: 'Edit message' });
  const [text, save] = [await boxOf(form.getByLabel('Message text')), await boxOf(form.getByText('Save'))];
  expect(save.y).toBeGreaterThanOrEqual(text.bottom);
  expect((await boxOf(form)).bottom - save.bottom).toBeLessThan(24);
});

test('older pages load on scroll without a jump, and new messages do not move the reader', async ({
  openBrowser,
  install,
  beforePoll,
}) => {
  const [ana, ben] = [await openBrowser(PHONE), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ben.goto('/dash/messages');
  await createThread(ben, ['Ana'], '#0');
  const rest = await restOf(ben);
  const conversationId = new URL(ben.url()).searchParams.get('thread');
  // The thread grows while it is closed.
  for (const page of [ana, ben]) await page.goto('about:blank');
  for (let number = 1; number < 100; number += 1) {
    await rest('post', '/trpc/chat.send', { conversationId, message: `#${number}` });
  }
  await ana.goto(`/dash/messages?thread=${conversationId}`);
  await ben.goto(`/dash/messages?thread=${conversationId}`);
  await expect(ana.getByText('#99', { exact: true })).toBeInViewport();
  await expect(messages(ana)).toHaveCount(40);
  await expect(ana.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();

  const log = ana.getByRole('log');
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await ana.route(/chat\.messages/, async route => {
    await held;
    await route.continue();
  });
  // While the thread is still drawn, it stays at its end.
  await expect(async () => {
    await log.evaluate(box => box.scrollBy(0, -500));
    await expect(ana.getByRole('button', { name: 'Newest' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const untouched = await topOf(ana, '#80');
  release();
  await expect(messages(ana)).toHaveCount(80);
  expect(await topOf(ana, '#80')).toBe(untouched);
  await log.hover();
  let before = await messages(ana).count();
  while (before < 100) {
    await ana.mouse.wheel(0, -700);
    const first = messages(ana).first();
    await expect(first).toBeAttached();
    before = await messages(ana).count();
  }
  await expect(messages(ana)).toHaveText(Array.from({ length: 100 }, (_, number) => `#${number}`));

  await log.evaluate(box => box.scrollTo(0, box.scrollHeight / 2));
  await expect(ana.getByRole('button', { name: 'Newest' })).toBeVisible();
  const inSight = '#50';
  await ana.getByText(inSight, { exact: true }).scrollIntoViewIfNeeded();
  const place = await topOf(ana, inSight);
  await send(ben, '#100');
  await expect(ana.getByRole('button', { name: '1 new' })).toBeVisible(beforePoll);
  expect(await topOf(ana, inSight)).toBe(place);
  await expect(ana.getByRole('link', { name: /1 unread.*Messages/ })).toBeVisible();
  await ana.getByRole('button', { name: '1 new' }).click();
  await expect(ana.getByText('#100', { exact: true })).toBeInViewport();
  await expect(ana.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
});

test('a found message far up in its thread is loaded, scrolled to and highlighted once', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ben.goto('/dash/messages');
  await createThread(ben, ['Ana'], 'Where is the green ladder?');
  const rest = await restOf(ben);
  const conversationId = new URL(ben.url()).searchParams.get('thread');
  for (let number = 1; number < 100; number += 1) {
    await rest('post', '/trpc/chat.send', { conversationId, message: `#${number}` });
  }
  const found = ana.getByRole('log').getByRole('listitem').filter({ hasText: 'green ladder' });
  for (const _visit of ['first', 'again']) {
    await ana.goto('/dash/groceries');
    const line = await openLine(ana);
    await line.fill('/ladder');
    await ana.getByRole('option', { name: /green ladder/ }).click();
    await expect(found).toBeInViewport();
    expect(await found.evaluate(one => getComputedStyle(one).animationName)).toBe('found');
    await expect(messages(ana)).toHaveCount(99);
    await expect(found).toBeInViewport();
    await expect(ana.getByRole('log').getByText('#99', { exact: true })).not.toBeInViewport();
  }
  await ana.getByRole('button', { name: /Newest|new$/ }).click();
  await expect(ana.getByRole('log').getByText('#99', { exact: true })).toBeInViewport();
});

test('without its stream a new message refetches only the newest page, and an older edit still shows at once', async ({
  openBrowser,
  install,
  beforePoll,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ben.goto('/dash/messages');
  await createThread(ben, ['Ana'], '#0');
  const rest = await restOf(ben);
  const conversationId = new URL(ben.url()).searchParams.get('thread');
  for (const page of [ana, ben]) await page.goto('about:blank');
  const say = async (message: string) => {
    return (await rest('post', '/trpc/chat.send', { conversationId, message })).result.data.id;
  };
  await refuseStream(ana);
  const ids: string[] = [];
  for (let number = 1; number < 130; number += 1) ids.push(await say(`#${number}`));
  await ana.goto(`/dash/messages?thread=${conversationId}`);
  await expect(messages(ana).last()).toHaveText('#129');
  while ((await messages(ana).count()) < 130) {
    await ana.getByRole('log').evaluate(box => box.scrollTo(0, 0));
    await expect(messages(ana).first()).toBeAttached();
  }
  await expect(ana.getByTitle('Live')).toBeVisible();

  let asked = 0;
  ana.on('request', request => {
    asked += request.url().split('chat.messages').length - 1;
  });
  await say('#130');
  await expect(messages(ana).last()).toHaveText('#130', beforePoll);
  await ana.waitForLoadState('networkidle');
  expect(asked).toBe(1);
  // So many that the newest page no longer overlaps the loaded pages.
  for (let number = 131; number < 180; number += 1) await say(`#${number}`);
  await expect(messages(ana).last()).toHaveText('#179');
  await ana.getByRole('log').evaluate(box => box.scrollTo(0, 0));
  const all = Array.from({ length: 180 }, (_, number) => `#${number}`);
  await expect(messages(ana)).toHaveText(all);

  await rest('post', '/trpc/chat.edit', { id: ids[0], message: '#1, better' });
  await expect(messages(ana).nth(1)).toHaveText('#1, better edited', beforePoll);
});

test('links in messages open in a new tab, and a thread that is gone offers no Retry', async ({
  openBrowser,
  install,
}) => {
  const [desk, phone] = [await openBrowser(), await openBrowser(PHONE)];
  await openHousehold(install, desk, phone);
  await desk.goto('/dash/messages');
  await createThread(desk, ['Ben'], 'See (https://example.com/bins_(green)), and javascript:alert(1)');
  const links = desk.getByRole('log').getByRole('link');
  await expect(links).toHaveText(['https://example.com/bins_(green)']);
  await expect(links).toHaveAttribute('target', '_blank');
  await expect(links).toHaveAttribute('rel', /noopener/);
  await expect(desk.getByRole('log')).toContainText('bins_(green)), and javascript:alert(1)');
  await desk.goto('/dash/messages?thread=01900000-0000-7000-8000-000000000000');
  await expect(desk.getByText('Conversation not found')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});
