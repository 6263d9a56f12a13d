import { expect, type Page } from '@playwright/test';
import { boxOf } from './boxes.ts';
import { openHousehold, ruleHousehold } from './household.ts';
import { ANA, addTask, login, register, test } from './journey.ts';
import { writeTasks } from './many-tasks.ts';

/** Titles in the order they stand on the screen. */
function titles(page: Page) {
  return page.getByRole('article').getByRole('heading');
}

function ring(page: Page, title: string) {
  return page.getByRole('button', { name: `Complete ${title}`, exact: true });
}

function done(page: Page, count: number) {
  return page.getByRole('button', { name: `Done ${count}`, exact: true });
}

test('Today shows open tasks first and the completed ones below, with who completed them and when', {
  tag: '@latency',
}, async ({ openBrowser, beforePoll }) => {
  const [desk, phone] = [
    await openBrowser({ locale: 'en-GB' }),
    await openBrowser({ viewport: { width: 390, height: 844 }, locale: 'en-US' }),
  ];
  await register(desk, ANA);
  for (const title of ['Bins', 'Desk', 'Plants']) await addTask(desk, title);
  await login(phone, ANA);
  await expect(titles(phone)).toHaveText(['Bins', 'Desk', 'Plants']);
  await ring(desk, 'Bins').click();
  await expect(titles(desk)).toHaveText(['Desk', 'Plants', /^Bins/]);
  await expect(done(desk, 1)).toBeVisible();
  await expect(desk.getByRole('article').filter({ hasText: 'Bins' })).toContainText(/Ana, \d\d:\d\d$/);
  await expect(titles(phone)).toHaveText(['Desk', 'Plants', /^Bins/], beforePoll);
  await expect(phone.getByRole('article').filter({ hasText: 'Bins' })).toContainText(
    /Ana, \d{1,2}:\d\d\s[AP]M$/,
  );
  await ring(phone, 'Plants').click();
  await expect(titles(desk)).toHaveText(['Desk', /^Bins/, /^Plants/], beforePoll);
  await expect(done(desk, 2)).toBeVisible();
  await ring(desk, 'Bins').click();
  await expect(titles(desk)).toHaveText(['Bins', 'Desk', /^Plants/]);
});

test('a long name stays on its line beside the checkmark', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 320, height: 640 } });
  const name = 'Lou of the very long household name that goes on and on';
  await register(page, { ...ANA, name });
  await addTask(page, 'Bins');
  await ring(page, 'Bins').click();
  const shown = page.getByRole('article').getByText(name);
  await expect(shown).toBeVisible();
  const mark = shown.locator('xpath=../preceding-sibling::*');
  expect((await boxOf(mark)).width).toBe(14);
  expect((await boxOf(shown.locator('..'))).height).toBeLessThan(24);
});

test('the line hides the completed tasks, also after a reload, and keeps the focus', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  for (const title of ['Bins', 'Desk']) await addTask(page, title);
  await ring(page, 'Bins').click();
  await done(page, 1).click();
  await expect(titles(page)).toHaveText(['Desk']);
  await expect(done(page, 1)).toBeFocused();
  await page.reload();
  await expect(titles(page)).toHaveText(['Desk']);
  await ring(page, 'Desk').click();
  await expect(titles(page)).toHaveCount(0);
  await done(page, 2).press('Enter');
  await expect(titles(page)).toHaveText([/^Bins/, /^Desk/]);
  await expect(done(page, 2)).toBeFocused();
});

test('a completed task keeps its place for a moment, and the keyboard goes on from it', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await page.clock.install();
  await register(page, ANA);
  for (const title of ['Bins', 'Desk', 'Plants']) await addTask(page, title);
  await page.clock.pauseAt(Date.now() + 60_000);
  await ring(page, 'Bins').click();
  await expect(ring(page, 'Bins')).toHaveAttribute('aria-pressed', 'true');
  await page.clock.runFor(500);
  await expect(titles(page)).toHaveText([/^Bins/, 'Desk', 'Plants']);
  await page.clock.resume();
  await expect(titles(page)).toHaveText(['Desk', 'Plants', /^Bins/]);
  await expect(ring(page, 'Bins')).toBeFocused();
});

test('a task with an open form stays when the completed ones are hidden', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  for (const title of ['Bins', 'Desk']) await addTask(page, title);
  for (const title of ['Bins', 'Desk']) await ring(page, title).click();
  await page.getByRole('button', { name: 'Edit Bins' }).click();
  await page.getByLabel('Title').fill('Both bins');
  await done(page, 2).click();
  await expect(page.getByLabel('Title')).toHaveValue('Both bins');
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('a form stays in its place when another browser completes its task', async ({ openBrowser }) => {
  const [desk, phone] = [await openBrowser(), await openBrowser()];
  await register(desk, ANA);
  for (const title of ['Bins', 'Desk', 'Plants']) await addTask(desk, title);
  await login(phone, ANA);
  await desk.getByRole('button', { name: 'Edit Bins' }).click();
  const form = desk.getByRole('form', { name: 'Edit Bins' });
  await form.getByLabel('Title').fill('Green bins');
  await ring(phone, 'Bins').click();
  await expect(done(phone, 1)).toBeVisible();
  await ring(phone, 'Desk').click();
  await expect(done(desk, 1)).toBeVisible();
  expect((await boxOf(form)).y).toBeLessThan((await boxOf(ring(desk, 'Plants'))).y);
  await expect(form.getByLabel('Title')).toHaveValue('Green bins');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(done(desk, 2)).toBeVisible();
});

test("a manager sees who completed a member's task", async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ben.reload();
  await addTask(ben, 'Tidy the desk');
  await ring(ben, 'Tidy the desk').click();
  await ana.goto('/dash/manager');
  await expect(done(ana, 1)).toBeVisible();
  await expect(ana.getByRole('article')).toContainText(/Ben, \d/);
});

test('more than a page of completed tasks hides no open one, and all are counted', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  writeTasks(install, { count: 300, title: number => `Chore ${number}`, daysAgo: () => 0, completed: true });
  await addTask(page, 'The last one');
  await page.reload();
  await expect(titles(page).first()).toHaveText('The last one');
  await expect(done(page, 300)).toBeVisible();
});

test('a completed row glides below the open ones, and no other row moves by itself', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    const glided: string[] = [];
    Object.assign(globalThis, { glided });
    Element.prototype.animate = function (...frames) {
      glided.push(this.querySelector('h2')?.textContent ?? '');
      return animate.apply(this, frames);
    };
  });
  const glided = () => page.evaluate(() => (globalThis as unknown as { glided: string[] }).glided);
  await register(page, ANA);
  for (const title of ['Bins', 'Desk', 'Plants']) await addTask(page, title);
  expect(await glided()).toEqual([]);
  await ring(page, 'Bins').click();
  await expect(titles(page)).toHaveText(['Desk', 'Plants', /^Bins/]);
  expect(await glided()).toEqual([expect.stringMatching(/^Bins/)]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await ring(page, 'Desk').click();
  await expect(titles(page)).toHaveText(['Plants', /^Bins/, /^Desk/]);
  expect(await glided()).toHaveLength(1);
});

test('a row that another person changes is tinted and names them for a moment, on both lists', {
  tag: '@latency',
}, async ({ openBrowser, install, beforePoll }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  const dueDate = new Date().toISOString();
  const task = await rest('post', '/tasks', { title: 'Bins', dueDate, assignees: [member.id] });
  const bins = ben.getByRole('listitem').filter({ hasText: 'Bins' });
  // A new row is named too.
  await expect(bins.locator('[data-by=Ana]')).toBeVisible(beforePoll);
  await expect(bins.locator('[data-by]')).toHaveCount(0);
  await rest('patch', '/tasks', { id: task.id, completed: true });
  await expect(bins.locator('[data-by=Ana]')).toBeVisible(beforePoll);
  expect(await bins.evaluate(row => getComputedStyle(row).animationName)).toBe('found');
  await expect(bins.locator('[data-by]')).toHaveCount(0);
  // Not what oneself does.
  await ring(ben, 'Bins').click();
  await expect(ring(ben, 'Bins')).toHaveAttribute('aria-pressed', 'false');
  await ben.getByRole('link', { name: 'Groceries' }).click();
  const item = await rest('post', '/groceries', { name: 'Milk', count: 1, price: 1 });
  const milk = ben.getByRole('listitem').filter({ hasText: 'Milk' });
  await expect(milk).toBeVisible(beforePoll);
  await expect(milk.locator('[data-by]')).toHaveCount(0);
  await rest('patch', '/groceries', { id: item.id, purchased: true });
  await expect(milk.locator('[data-by=Ana]')).toBeVisible(beforePoll);
  await expect(milk.locator('[data-by]')).toHaveCount(0);
});
