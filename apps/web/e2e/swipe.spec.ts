import { expect, type Page } from '@playwright/test';
import { check } from './check.ts';
import { ANA, addTask, register, test } from './journey.ts';
import { writeTasks } from './many-tasks.ts';
import { touch } from './touch.ts';

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'no-preference',
} as const;

function row(page: Page, title: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
}

function ring(page: Page, title: string) {
  return page.getByRole('button', { name: `Complete ${title}` });
}

/** What letting go would do. */
function hint(page: Page, state: 'near' | 'armed') {
  return page.locator(`[data-swipe=${state}]`);
}

test('a swipe to the right completes, and follows the finger until then', { tag: '@latency' }, async ({
  openBrowser,
}) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  for (const title of ['Bins', 'Desk']) await addTask(page, title);
  await expect(row(page, 'Desk')).toBeVisible();
  const left = async () => (await row(page, 'Bins').boundingBox())?.x ?? 0;
  const rest = await left();

  // Too short.
  const short = await touch(page, row(page, 'Bins'));
  await short.moveBy(60);
  await expect(hint(page, 'near')).toHaveText('Complete');
  await expect.poll(left).toBe(rest + 60);
  await short.lift();
  await expect(hint(page, 'near')).toHaveCount(0);
  await expect.poll(left).toBe(rest);

  // Far enough, and back again.
  const back = await touch(page, row(page, 'Bins'));
  await back.moveBy(140);
  await expect(hint(page, 'armed')).toHaveText('Complete');
  await back.moveBy(-120);
  await expect(hint(page, 'near')).toBeVisible();
  await back.lift();
  await expect.poll(left).toBe(rest);
  await expect(ring(page, 'Bins')).toHaveAttribute('aria-pressed', 'false');

  const far = await touch(page, row(page, 'Bins'));
  await far.moveBy(140);
  await far.lift();
  await expect(page.getByText('“Bins” completed')).toBeVisible();
  await expect(ring(page, 'Bins')).toHaveAttribute('aria-pressed', 'true');
  await expect(ring(page, 'Desk')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(left).toBe(rest);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(ring(page, 'Bins')).toHaveAttribute('aria-pressed', 'false');
  await check(page);
});

test('a swipe to the left and one tap move a task to tomorrow', { tag: '@latency' }, async ({
  openBrowser,
}) => {
  const page = await openBrowser({ ...PHONE, reducedMotion: 'reduce' });
  await register(page, ANA);
  for (const title of ['Bins', 'Desk']) await addTask(page, title);
  const finger = await touch(page, row(page, 'Bins'));
  await finger.moveBy(-140);
  await expect(hint(page, 'armed')).toHaveText('Move');
  await finger.lift();
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem')).toHaveText(['Today', 'Tomorrow', 'Next week', 'Pick a date']);
  await menu.getByRole('menuitem', { name: 'Tomorrow' }).tap();
  await expect(page.getByText('“Bins” moved to tomorrow')).toBeVisible();
  await expect(row(page, 'Bins')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(row(page, 'Bins')).toBeVisible();

  const again = await touch(page, row(page, 'Desk'));
  await again.moveBy(-140);
  await again.lift();
  await page.getByRole('menuitem', { name: 'Pick a date' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Move “Desk”' });
  await dialog.getByLabel('Due Date').fill('2099-03-05');
  await dialog.getByRole('button', { name: 'Move' }).tap();
  await expect(page.getByText('“Desk” moved to March 5, 2099')).toBeVisible();
  await expect(row(page, 'Desk')).toHaveCount(0);
});

test('neither a tap nor scrolling swipes a row', async ({ openBrowser, install }) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  writeTasks(install, { count: 30, title: number => `Task ${number}`, daysAgo: () => 0, completed: false });
  await page.reload();
  const first = row(page, 'Task 0');
  await expect(first).toBeVisible();
  await first.tap();
  await expect(page.getByRole('status').filter({ hasText: 'completed' })).toHaveCount(0);
  const scroll = await touch(page, row(page, 'Task 4'));
  await scroll.moveBy(10, -200);
  await expect(page.locator('[data-swipe]')).toHaveCount(0);
  // A finger that scrolls goes on scrolling.
  await scroll.moveBy(160, 0);
  await expect(page.locator('[data-swipe]')).toHaveCount(0);
  await scroll.lift();
  await expect(page.locator('[aria-pressed=true]')).toHaveCount(0);
  await expect(page.getByRole('menu')).toHaveCount(0);
  const scrolled = () => {
    const list = document.querySelector('[role=tabpanel]:not([hidden]) ul')?.parentElement;
    return scrollY + (list?.scrollTop ?? 0);
  };
  await expect.poll(() => page.evaluate(scrolled)).toBeGreaterThan(100);
});

test('a ring is pressed as soon as the finger leaves it, once', { tag: '@latency' }, async ({
  openBrowser,
}) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  for (const title of ['Bins', 'Desk']) await addTask(page, title);
  await loaded(page);
  const line = page.getByLabel('Quick add');
  await line.fill('Be');
  await line.focus();
  await page.evaluate(noteEvents);
  await ring(page, 'Bins').tap();
  // The click is the app's own, and none of the browser follows.
  await expect(page.getByText('“Bins” completed')).toBeVisible();
  expect(await page.evaluate(() => window.name)).toBe('click touchend=true');
  // As after any tap, the keyboard of the phone closes, and what was typed stays.
  await expect(line).not.toBeFocused();
  await expect(line).toHaveValue('Be');
  await ring(page, 'Bins').tap();
  await expect(page.getByText('“Bins” reopened')).toBeVisible();
  await expect(page.locator('[aria-pressed=true]')).toHaveCount(0);
});

test('a finger that goes off a ring, or has company, does not press it', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  for (const title of ['Bins', 'Desk']) await addTask(page, title);
  await loaded(page);
  for (const [x, y] of [
    [50, 0],
    [-50, 0],
    [0, 50],
  ] as const) {
    const finger = await touch(page, ring(page, 'Bins'));
    await finger.moveBy(x, y);
    await finger.lift();
    await expect(ring(page, 'Bins')).toHaveAttribute('aria-pressed', 'false');
  }
  const box = await ring(page, 'Bins').boundingBox();
  const [x, y] = [(box?.x ?? 0) + 22, (box?.y ?? 0) + 22];
  const session = await page.context().newCDPSession(page);
  const fingers = [
    { x, y, id: 0 },
    { x: x + 150, y: y + 150, id: 1 },
  ];
  for (const touchPoints of [fingers.slice(0, 1), fingers])
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  for (const touchPoints of [fingers.slice(0, 1), []])
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints });
  // A tap after all that shows that the page has heard it.
  await ring(page, 'Desk').tap();
  await expect(page.getByText('“Desk” completed')).toBeVisible();
  await expect(ring(page, 'Bins')).toHaveAttribute('aria-pressed', 'false');

  // The first touch of a page shows no ring of the focus, as if a keyboard had led there.
  await page.reload();
  await loaded(page);
  await ring(page, 'Bins').tap();
  await expect(page.getByText('“Bins” completed')).toBeVisible();
  await expect(page.locator('main :focus-visible')).toHaveCount(0);
});

/** Until the code that follows fingers is there, the browser's own click presses. */
async function loaded(page: Page): Promise<void> {
  await expect(async () => {
    const finger = await touch(page, row(page, 'Desk'));
    await finger.moveBy(40);
    await expect(hint(page, 'near')).toBeVisible({ timeout: 500 });
    await finger.lift();
  }).toPass();
  await expect(hint(page, 'near')).toHaveCount(0);
}

/** Runs in the page. Writes the events of a tap on a ring into the name of the window, with what the ring shows after them. */
function noteEvents(): void {
  window.name = '';
  for (const type of ['touchend', 'mousedown', 'click'])
    addEventListener(type, ({ target }) => {
      const ring = (target as Element).closest('[aria-pressed]');
      const shown = type === 'touchend' ? `=${ring?.getAttribute('aria-pressed')}` : '';
      window.name = `${window.name} ${type}${shown}`.trim();
    });
}

test('a tap on a ring moves the focus to it, out of a field', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  for (const title of ['Bins', 'Desk']) await addTask(page, title);
  await page.getByLabel('Quick add').focus();
  await ring(page, 'Bins').tap();
  await expect(ring(page, 'Bins')).toHaveAttribute('aria-pressed', 'true');
  await expect(ring(page, 'Bins')).toBeFocused();
  expect(await ring(page, 'Bins').evaluate(one => one.matches(':focus-visible'))).toBe(false);
});
