import { expect, type Locator, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { boxOf } from './boxes.ts';
import { check } from './check.ts';
import { CALLS } from './faults.ts';
import { openHousehold, ruleHousehold } from './household.ts';
import type { Install } from './install.ts';
import { ANA, addTask, register, test } from './journey.ts';
import { writeTasks } from './many-tasks.ts';
import { createThread } from './thread.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

function cards(page: Page) {
  return page.getByRole('log').getByRole('article');
}

async function addOf(rest: Awaited<ReturnType<typeof ruleHousehold>>['rest'], title: string, more = {}) {
  const task = await rest('post', '/tasks', { title, dueDate: '2026-11-23', ...more });
  return {
    id: String(task.id),
    link: (page: Page) => new URL(`/dash/tasks?task=${task.id}`, page.url()).href,
  };
}

test('a link to a task is a card that changes live', { tag: '@latency' }, async ({
  openBrowser,
  install,
  beforePoll,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  const bins = await addOf(rest, 'Green bins', { assignees: [member.id] });
  const secret = await addOf(rest, 'Ben’s present');
  await ana.goto('/dash/messages');
  const links = [bins.link(ana), secret.link(ana), bins.link(ana)].join(' ');
  await createThread(ana, ['Ben'], `Please: ${links}`);
  await expect(cards(ana)).toHaveCount(2);
  await expect(cards(ana).nth(1)).toContainText('Ben’s present');
  await ben.goto('/dash/messages');
  await ben.getByRole('link', { name: /^Ana/ }).click();
  await expect(cards(ben)).toHaveCount(2);
  await expect(cards(ben).first()).toContainText('November 23, 2026');
  await expect(cards(ben).nth(1)).toHaveText('This task is not available');
  await check(ben);
  const complete = (page: Page) => cards(page).getByRole('button', { name: 'Complete Green bins' });
  await complete(ben).click();
  await expect(complete(ben)).toHaveAttribute('aria-pressed', 'true');
  await expect(complete(ana)).toHaveAttribute('aria-pressed', 'true', beforePoll);
  await expect(cards(ana).first()).toContainText('Completed');
  await expect(cards(ana).first()).toContainText('Ben, ');

  await cards(ana).getByRole('link', { name: 'Green bins' }).click();
  await expect(ana).toHaveURL(new RegExp(`/dash/manager\\?tab=complete&task=${bins.id}$`));
  await ana.getByRole('button', { name: 'Delete Green bins' }).click();
  await expect(ana.getByRole('heading', { name: 'Green bins' })).toHaveCount(0);
  await expect(cards(ben).first()).toHaveText('This task is not available', beforePoll);
  await ana.getByRole('button', { name: 'Undo' }).click();
  await expect(ana.getByRole('heading', { name: 'Green bins' })).toBeVisible();
  await expect(cards(ben).first()).toContainText('Green bins', beforePoll);
  await ana.goBack();
  await expect(cards(ana)).toHaveCount(2);
});

test('without a network a link opens its task where the stored lists have it', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const call = await restOf(page);
  const today = await call('post', '/tasks', { title: 'Bins', dueDate: new Date().toISOString() });
  const past = await call('post', '/tasks', { title: 'Desk', dueDate: '2020-02-03' });
  await page.goto('/dash/tasks?tab=overdue');
  await expect(page.getByRole('heading', { name: 'Desk' })).toBeVisible();
  await page.getByRole('tab', { name: 'Today' }).click();
  await expect(page.getByRole('heading', { name: 'Bins' })).toBeVisible();
  // Longer than a list rests before it is stored.
  await page.waitForTimeout(1_000);
  await page.route(CALLS, route => route.abort());
  for (const [{ id }, title] of [
    [past, 'Desk'],
    [today, 'Bins'],
  ] as const) {
    await page.goto(`/dash/tasks?task=${id}`);
    await expect(page.getByRole('listitem').filter({ hasText: title })).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('without a network a card shows its task and completes it', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  const bins = await addOf(rest, 'Green bins', { assignees: [member.id] });
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], bins.link(ana));
  await ben.goto('/dash/messages');
  const complete = (page: Page) => cards(page).getByRole('button', { name: 'Complete Green bins' });
  await expect(complete(ben)).toHaveAttribute('aria-pressed', 'false');
  await ben.context().setOffline(true);
  await complete(ben).click();
  await expect(complete(ben)).toHaveAttribute('aria-pressed', 'true');
  await expect(ben.getByTitle('Offline · 1 waiting')).toBeVisible();
  await ben.context().setOffline(false);
  await expect(complete(ana)).toHaveAttribute('aria-pressed', 'true');
});

test('the link of a task is copied from its row and leads to its list', async ({ openBrowser }) => {
  const desk = await openBrowser({ permissions: ['clipboard-read', 'clipboard-write'] });
  await register(desk, ANA);
  await addTask(desk, 'Bins', '2031-01-05');
  await desk.getByRole('tab', { name: /Upcoming/ }).click();
  await desk.getByRole('button', { name: 'Copy link' }).click();
  await expect(desk.getByText('Link copied')).toBeVisible();
  const link = await desk.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/^http:\/\/localhost:\d+\/dash\/tasks\?task=[\w-]{36}$/);
  await desk.goto(link);
  await expect(desk.getByRole('tab', { name: /Upcoming/ })).toHaveAttribute('aria-selected', 'true');
  await expect(desk.getByRole('button', { name: 'Complete Bins' })).toBeVisible();
});

/** Ben edits the title of a task that he created, and that is for Ana alone. */
async function editOfAnother(install: Install, ana: Page, ben: Page): Promise<Locator> {
  const { rest, member } = await ruleHousehold(install, ana, ben);
  const bins = await addOf(await restOf(ben), 'Bins');
  await rest('patch', '/tasks', { id: bins.id, assignees: [member.manager] });
  await ben.goto(bins.link(ben));
  const dialog = ben.getByRole('dialog', { name: 'Task' });
  await dialog.getByRole('button', { name: 'More for Bins' }).click();
  await ben.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByLabel('Title').fill('Blue bins');
  return dialog;
}

test('on a phone the buttons of a form in a dialog are at its end', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser({ viewport: { width: 390, height: 600 } })];
  const dialog = await editOfAnother(install, ana, ben);
  const save = await boxOf(dialog.getByRole('button', { name: 'Save' }));
  expect((await boxOf(dialog)).bottom - save.bottom).toBeLessThan(24);
});

test('a link opens a task that is on no list of the reader, and says that one is not available', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const dialog = await editOfAnother(install, ana, ben);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('button', { name: 'Complete Blue bins' })).toBeVisible();
  await check(ben);
  for (const unknown of ['unknown', '123']) {
    await ben.goto(`/dash/tasks?task=${unknown}`);
    await expect(ben.getByText('This task is not available')).toBeVisible();
  }
  await ben.keyboard.press('Escape');
  await expect(ben.getByText('You have no tasks scheduled for today.')).toBeVisible();
  await expect(ben.getByRole('dialog')).toHaveCount(0);
  await ben.goto('/dash/tasks?tab=overdue&task=unknown');
  await expect(ben.getByRole('alert')).toHaveText('This task is not available');
});

test('a link shows its task in a long list, which is grouped by person once it has loaded', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  writeTasks(install, { count: 400, title: n => `Task ${n}`, daysAgo: n => (n % 300) + 1, completed: false });
  const dueDate = new Date(Date.now() - 290 * 86_400_000).toISOString();
  const { id } = await rest('post', '/tasks', { title: 'Cream', dueDate, assignees: [member.id] });
  await ana.goto(`/dash/manager?tab=overdue&task=${id}`);
  const cream = ana.getByRole('listitem').filter({ hasText: 'Cream' });
  await expect(cream).toBeFocused();
  await expect(ana.getByRole('heading', { name: 'Ben' })).toBeVisible();
  await expect(cream).toBeInViewport({ ratio: 1 });
  // A person who scrolls on is left alone.
  await ana.mouse.move(640, 500);
  await ana.mouse.wheel(0, 3_000);
  await expect(cream).not.toBeInViewport();
  await rest('post', '/tasks', { title: 'Milk', dueDate, assignees: [member.id] });
  await ana.waitForTimeout(1_000);
  await expect(cream).not.toBeInViewport();
});

test('without a clipboard the link of a task is shown', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(PHONE), await openBrowser()];
  await ana.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await openHousehold(install, ana, ben);
  await addTask(ana, 'Bins');
  await ana.reload();
  await ana.getByRole('button', { name: 'More for Bins' }).click();
  await ana.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(ana.getByRole('dialog').getByLabel('Link')).toHaveValue(/\/dash\/tasks\?task=/);
  await ana.getByRole('button', { name: 'Close' }).click();
  await expect(ana.getByRole('dialog')).toHaveCount(0);
});

test('a link to an item is a card too, and shows the item in the list', { tag: '@latency' }, async ({
  openBrowser,
  install,
  beforePoll,
}) => {
  const desk = { permissions: ['clipboard-read', 'clipboard-write'] };
  const [ana, ben] = [await openBrowser(desk), await openBrowser(PHONE)];
  await openHousehold(install, ana, ben);
  const rest = await restOf(ana);
  for (let place = 0; place < 30; place++)
    await rest('post', '/groceries', { name: `Item ${place}`, price: 0 });
  await rest('post', '/groceries', { name: 'Milk', count: 2, price: 1.39 });
  await ana.goto('/dash/groceries');
  const milk = ana.getByRole('article').filter({ hasText: 'Milk' });
  await milk.getByRole('button', { name: 'Copy link' }).click();
  await expect(ana.getByText('Link copied')).toBeVisible();
  const link = await ana.evaluate(() => navigator.clipboard.readText());
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], `We need ${link}`);
  await ben.goto('/dash/messages');
  await ben.getByRole('link', { name: /^Ana/ }).click();
  await expect(cards(ben)).toContainText(['Milk×2$1.39']);
  const tick = (page: Page) => cards(page).getByRole('button', { name: 'Tick off Milk' });
  await tick(ben).click();
  await expect(tick(ben)).toHaveAttribute('aria-pressed', 'true');
  await expect(tick(ana)).toHaveAttribute('aria-pressed', 'true', beforePoll);
  await check(ben);
  await cards(ben).getByRole('link', { name: 'Milk' }).click();
  await expect(ben).toHaveURL(/\/dash\/groceries\?item=/);
  const ring = ben.getByRole('main').getByRole('button', { name: 'Tick off Milk' });
  await expect(ring).toBeInViewport();
  await expect(ben.locator('li:focus')).toContainText('Milk');
  await check(ben);
  await ben.getByRole('button', { name: 'More for Milk' }).click();
  await ben.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(ben.getByText('This item is not available')).toBeVisible();
  await expect(cards(ana)).toHaveText('This item is not available', beforePoll);
});
