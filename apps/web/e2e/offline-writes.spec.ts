import { expect, type Locator, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { callsOf, FAULTS, holdBack, holdResponses, untilPutAside } from './faults.ts';
import { openHousehold, ruleHousehold } from './household.ts';
import { ANA, addTask, login, register, test } from './journey.ts';
import { writeTasks } from './many-tasks.ts';
import { createThread, fillThread } from './thread.ts';

function clocks(page: Page) {
  return page.getByRole('img', { name: 'Waiting to be sent' });
}

/** @returns the tab Today of a page at rest that counts one task. */
async function countOne(page: Page): Promise<Locator> {
  await register(page, ANA);
  await addTask(page, 'Bins');
  const today = page.getByRole('tab', { name: 'Today' });
  await expect(today).toHaveAccessibleDescription('1');
  await page.waitForLoadState('networkidle');
  return today;
}

/** @returns what the tab has shown since then as its count. */
async function noteCounts(tab: Locator): Promise<() => Promise<string[]>> {
  const noted = await tab.evaluateHandle(element => {
    const seen: string[] = [];
    const attribute = 'aria-description';
    const note = () => seen.push(element.getAttribute(attribute) ?? '');
    new MutationObserver(note).observe(element, { attributeFilter: [attribute] });
    return seen;
  });
  return () => noted.jsonValue();
}

/** The messages of the open thread, oldest first. */
function messages(page: Page) {
  return page.getByRole('log').getByText(/^#/);
}

test('without a network a thread is started and written to, and arrives as one', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  const dialog = await fillThread(ana, ['Ben'], '#1');
  await ana.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(messages(ana)).toHaveText(['#1']);
  await expect(clocks(ana)).toHaveCount(1);
  await ana.getByPlaceholder('Write a message').fill('#2');
  await ana.keyboard.press('Enter');
  await expect(messages(ana)).toHaveText(['#1', '#2']);
  const threads = ana.getByRole('region', { name: 'Threads' }).getByRole('listitem');
  await expect(threads).toHaveCount(1);
  await expect(ana.getByTitle('Offline · 2 waiting')).toBeVisible();
  // Ben starts a thread as well. The server keeps one for the two.
  await ben.goto('/dash/messages');
  const refused: string[] = [];
  ben.on('response', response => response.status() >= 400 && refused.push(response.url()));
  await createThread(ben, ['Ana'], '#0');
  await expect(messages(ben)).toHaveText(['#0']);
  await expect(clocks(ben)).toHaveCount(0);
  // It asks for nothing that the server does not have yet.
  expect(refused).toEqual([]);
  await ana.context().setOffline(false);
  await expect(messages(ben)).toHaveText(['#0', '#1', '#2']);
  await expect(messages(ana)).toHaveText(['#0', '#1', '#2']);
  await expect(clocks(ana)).toHaveCount(0);
  await expect(threads).toHaveCount(1);
});

test('a message that was edited on two devices keeps the other text a tap away', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben, phone] = [await openBrowser(), await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], '#1');
  await expect(clocks(ana)).toHaveCount(0);
  await login(phone, ANA);
  await phone.waitForURL('**/dash/tasks');
  await phone.goto('/dash/messages');
  await expect(messages(phone)).toHaveText(['#1']);
  const edit = async (page: Page, text: string) => {
    await page.getByRole('button', { name: 'More for this message' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Message text').fill(text);
    await page.keyboard.press('Enter');
  };
  await phone.route('**/trpc/chat.edit*', route => route.abort());
  await edit(phone, '#3');
  const landed = ana.waitForResponse('**/trpc/chat.edit*');
  await edit(ana, '#2');
  await landed;
  await phone.unroute('**/trpc/chat.edit*');
  await expect(phone.getByText('Ana changed this to ‘#2’')).toBeVisible({ timeout: 40_000 });
  // The note stands below its message, at the right.
  const rightOf = (part: Locator) => part.evaluate(one => one.getBoundingClientRect().right);
  const note = phone.getByRole('button', { name: 'Keep mine' });
  const bubble = messages(phone).first();
  expect(Math.abs((await rightOf(note)) - (await rightOf(bubble)))).toBeLessThan(24);
  await expect(messages(ana)).toHaveText(['#3 edited']);
  await phone.getByRole('button', { name: 'Use theirs' }).click();
  await expect(messages(ana)).toHaveText(['#2 edited']);
  await expect(phone.getByText('Ana changed this to')).toHaveCount(0);
});

test('without a network a task is skipped and people are assigned', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  const day = new Date().toISOString().slice(0, 10);
  const due = `${day}T12:00:00.000Z`;
  const water = { title: 'Water', dueDate: due, recurrenceType: 'interval', recurrenceInterval: 7 };
  await rest('post', '/tasks', water);
  await rest('post', '/tasks', { title: 'Bins', dueDate: due });
  await ana.goto('/dash/manager');
  await ana.getByRole('button', { name: 'Edit Bins' }).click();
  await expect(ana.getByRole('option', { name: 'Ben' })).toBeVisible();
  const line = ana.getByRole('combobox', { name: 'Quick add' });
  await line.fill('Windows @ben');
  await expect(ana.getByRole('button', { name: 'Remove Ben' })).toBeVisible();
  await ana.context().setOffline(true);
  await line.press('Enter');
  const assigned = (title: string) =>
    ana.getByRole('article').filter({ hasText: title }).getByRole('list', { name: 'Assigned to' });
  // The line and the form have told this browser the name.
  await expect(assigned('Windows')).toContainText('Ben');
  await ana.getByRole('option', { name: 'Ben' }).click();
  await ana.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(assigned('Bins')).toContainText('Ben');
  await ana.getByRole('button', { name: /^Skip/ }).click();
  await expect(ana.getByRole('article').filter({ hasText: 'Water' })).toHaveCount(0);
  await expect(clocks(ana)).toHaveCount(2);
  await expect(ana.getByRole('button', { name: 'Offline · 3 waiting' })).toBeVisible();
  // Another device changes another field.
  const [bins] = (await rest('get', '/tasks')).filter(({ title }: { title: string }) => title === 'Bins');
  await rest('patch', '/tasks', { id: bins.id, title: 'Green bins' });
  await ana.context().setOffline(false);
  await expect(clocks(ana)).toHaveCount(0);
  await expect(ben.getByRole('article').filter({ hasText: 'Green bins' })).toBeVisible();
  const tasks: { title: string; dueDate: string; assignees: { id: string }[] }[] = await rest(
    'get',
    '/manager/tasks',
  );
  const next = new Date(Date.parse(due) + 7 * 86_400_000).toISOString();
  expect(tasks.find(({ title }) => title === 'Water')?.dueDate).toBe(next);
  expect(tasks.find(({ title }) => title === 'Green bins')?.assignees.map(({ id }) => id)).toEqual([
    member.id,
  ]);
});

test('without a network the tabs count what was completed and deleted, as long as it waits', async ({
  openBrowser,
  install,
}) => {
  // Wider pages show Upcoming beside Today.
  const page = await openBrowser({ viewport: { width: 390, height: 844 } });
  await register(page, ANA);
  writeTasks(install, {
    count: 9,
    title: number => `Chore ${number}`,
    daysAgo: number => (number % 3) * 9 - 9,
    completed: false,
  });
  await page.clock.install();
  // The page loads the lists of the other tabs a moment after its start.
  const later = page.waitForResponse(/upcoming/);
  await page.reload();
  const expectCounts = async (today: string, overdue: string, upcoming: string) => {
    for (const [name, count] of Object.entries({ Today: today, Overdue: overdue, Upcoming: upcoming }))
      await expect(page.getByRole('tab', { name })).toHaveAccessibleDescription(count);
  };
  await expectCounts('3', '3', '3');
  await page.clock.runFor(3_000);
  await later;
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.context().setOffline(true);
  const complete = page.getByRole('button', { name: /^Complete / });
  await complete.first().click();
  await expectCounts('3', '3', '2');
  await page.getByRole('tab', { name: 'Today' }).click();
  await complete.first().click();
  await expectCounts('2', '3', '2');
  // The completed row keeps the focus.
  await page.keyboard.press('j');
  await page.keyboard.press('Delete');
  await expectCounts('1', '3', '2');
  // Longer than the lists of other tabs are cached otherwise.
  await page.clock.runFor(120_000);
  await complete.first().click();
  await expectCounts('0', '3', '2');
  await page.context().setOffline(false);
  await page.clock.runFor(30_000);
  await expect(page.getByRole('button', { name: /waiting/ })).toHaveCount(0);
  await expectCounts('0', '3', '2');
  await page.reload();
  await expectCounts('0', '3', '2');
});

test('the tabs count a new task once, although a list has it before its response comes', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  const today = await countOne(page);
  const seen = await noteCounts(today);
  const responses = await holdResponses(page, 'task.create');
  const lists = page.waitForResponse(callsOf('task.list'));
  await addTask(page, 'Desk');
  await (await lists).finished();
  // What follows from these lists is shown when the next ones come.
  const others = page.waitForResponse(callsOf('task.list'));
  const call = await restOf(page);
  await call('post', '/tasks', { title: 'Lamp', dueDate: '2020-02-05T12:00:00.000Z' });
  await (await others).finished();
  responses.release();
  await expect(page.getByText('1 overdue', { exact: true })).toBeVisible();
  await expect(today).toHaveAccessibleDescription('2');
  expect(await seen()).toEqual(['2']);
});

test('counts that were asked for before a change landed do not show, although more is being sent', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  const today = await countOne(page);
  const counts = await holdBack(page, 'task.counts');
  const call = await restOf(page);
  await call('post', '/tasks', { title: 'Lamp', dueDate: '2020-02-05T12:00:00.000Z' });
  await expect.poll(counts.sent).toBe(1);
  const seen = await noteCounts(today);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let sent = 0;
  await page.route(callsOf('task.create'), async route => {
    sent += 1;
    await (sent === 1 ? first : second).promise;
    await route.continue();
  });
  await addTask(page, 'Desk');
  await addTask(page, 'Soap');
  await expect(today).toHaveAccessibleDescription('3');
  first.resolve();
  await expect.poll(() => sent).toBe(2);
  const asked = page.waitForResponse(callsOf('task.counts'));
  counts.release();
  await (await asked).finished();
  second.resolve();
  await expect(page.getByText('1 overdue', { exact: true })).toBeVisible();
  await expect(today).toHaveAccessibleDescription('3');
  expect(await seen()).toEqual(['2', '3']);
});

test('counts that were asked for before a change was put aside for review show', async ({
  openBrowser,
  beforePoll,
}) => {
  const page = await openBrowser();
  await countOne(page);
  const counts = await holdBack(page, 'task.counts');
  const call = await restOf(page);
  await call('post', '/tasks', { title: 'Lamp', dueDate: '2020-02-05T12:00:00.000Z' });
  await expect.poll(counts.sent).toBe(1);
  await page.route(callsOf('task.create'), FAULTS.internal.answer);
  await addTask(page, 'Desk');
  await untilPutAside(page);
  counts.release();
  await expect(page.getByText('1 overdue', { exact: true })).toBeVisible(beforePoll);
});

test('counts that are asked for while an item is being ticked off show', async ({
  openBrowser,
  beforePoll,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const call = await restOf(page);
  await call('post', '/groceries', { name: 'Milk', count: 1 });
  await page.goto('/dash/groceries');
  const ticks = await holdBack(page, 'grocery.update');
  await page.getByRole('button', { name: 'Tick off Milk' }).click();
  await expect.poll(ticks.sent).toBe(1);
  // The page loads the lists of the other tabs a moment after its start.
  const later = page.waitForResponse(/upcoming/);
  await page.getByRole('link', { name: 'Tasks' }).click();
  await (await later).finished();
  const counts = await holdBack(page, 'task.counts');
  await call('post', '/tasks', { title: 'Lamp', dueDate: '2020-02-05T12:00:00.000Z' });
  await expect.poll(counts.sent).toBe(1);
  const ticked = page.waitForResponse(callsOf('grocery.update'));
  ticks.release();
  await (await ticked).finished();
  await expect(page.getByRole('button', { name: /waiting/ })).toHaveCount(0);
  counts.release();
  await expect(page.getByText('1 overdue', { exact: true })).toBeVisible(beforePoll);
});

test('what another program changes after a long queue was sent shows at once', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  writeTasks(install, { count: 48, title: number => `Chore ${number}`, daysAgo: () => 0, completed: false });
  await page.reload();
  const today = page.getByRole('tab', { name: 'Today' });
  await expect(today).toContainText('48');
  const rest = await restOf(page);
  const rows = page.getByRole('article');
  // At first only those on the screen are there.
  await expect(rows).toHaveCount(48);
  await rows.first().click({ modifiers: ['Shift'] });
  await expect(page.getByText('1 selected')).toBeVisible();
  await rows.last().click({ modifiers: ['Shift'] });
  await page.context().setOffline(true);
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('button', { name: 'Offline · 48 waiting' })).toBeVisible();
  // From now on no long timer ends, so that what waits for one never comes.
  await page.evaluate(() => {
    const start = window.setTimeout;
    const short = (work: () => void, ms = 0) => (ms < 1_500 ? start(work, ms) : 0);
    Object.assign(window, { setTimeout: short });
  });
  await page.context().setOffline(false);
  await expect(clocks(page)).toHaveCount(0);
  await rest('post', '/tasks', { title: 'Water', dueDate: new Date().toISOString() });
  await expect(page.getByRole('button', { name: 'Complete Water' })).toBeVisible();
});
