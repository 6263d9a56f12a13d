import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { check } from './check.ts';
import { openHousehold, ruleHousehold } from './household.ts';
import { ANA, addTask, login, register, test } from './journey.ts';
import { writeTasks } from './many-tasks.ts';
import { hold } from './touch.ts';

function titles(page: Page) {
  return page.getByRole('article').getByRole('heading');
}

function row(page: Page, title: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
}

function bar(page: Page) {
  return page.getByRole('region', { name: 'Selection' });
}

/** Adds tasks for today with the line above the list. */
async function addLines(page: Page, lines: readonly string[]): Promise<void> {
  const line = page.getByLabel('Quick add');
  for (const text of lines) {
    await line.fill(text);
    await line.press('Enter');
  }
  await expect(titles(page)).toHaveCount(lines.length);
  // A key right after a field that went, as this one does while its code loads, would still count as typed.
  await line.press('Escape');
  await line.blur();
}

test('rows are selected, completed and given back with the keyboard', { tag: '@latency' }, async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addLines(page, ['One', 'Two', 'Three', 'Four']);
  await page.keyboard.press('j');
  for (let n = 0; n < 3; n++) await page.keyboard.press('Shift+J');
  await expect(page.getByText('4 selected')).toBeVisible();
  await page.keyboard.press('Shift+K');
  await expect(page.getByRole('status').filter({ hasText: '3 selected' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select Three' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Select Four' })).not.toBeChecked();
  // A single user assigns no one.
  await expect(bar(page).getByRole('button')).toHaveText(['', 'Complete', 'Move', 'Delete']);
  await check(page);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Complete Three' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Three' })).toBeFocused();

  for (const key of ['Shift+K', 'x']) await page.keyboard.press(key);
  await expect(page.getByText('2 tasks completed')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expect(titles(page)).toHaveText(['One', 'Four', 'Two Completed', 'Three Completed']);
  await page.keyboard.press('z');
  await expect(titles(page)).toHaveText(['One', 'Two', 'Three', 'Four']);
  await expect(page.getByText('Undone: 2 tasks completed')).toBeVisible();
});

test('shift-click selects a range, which moves, is deleted and comes back as one', {
  tag: '@latency',
}, async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addLines(page, ['One', 'Two every week', 'Three', 'Four']);
  await row(page, 'Two').click({ modifiers: ['Shift'] });
  await row(page, 'Four').click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  // While rows are selected, a click selects and unselects one more.
  await row(page, 'Three').click();
  await row(page, 'One').click();
  await page.getByRole('checkbox', { name: 'Select Three' }).click();
  await expect(page.getByText('4 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select One' }).click();
  await expect(page.getByText('3 selected')).toBeVisible();
  expect(await page.evaluate(() => String(getSelection()))).toBe('');

  await bar(page).getByRole('button', { name: 'Move' }).click();
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
  await expect(page.getByText('3 tasks moved to tomorrow')).toBeVisible();
  await expect(titles(page)).toHaveText(['One']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles(page)).toHaveText(['One', 'Two', 'Three', 'Four']);

  await row(page, 'Two').click({ modifiers: ['Shift'] });
  await row(page, 'Three').click({ modifiers: ['Shift'] });
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('2 tasks deleted. This ends the series of “Two”.')).toBeVisible();
  await expect(titles(page)).toHaveText(['One', 'Four']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(titles(page)).toHaveText(['One', 'Two', 'Three', 'Four']);
  await page.getByRole('button', { name: 'Complete Two' }).click();
  await expect(page.getByRole('tab', { name: 'Upcoming' })).toHaveAccessibleDescription('1');
});

test('several tasks move to any date, and the keys of the bar open its menu', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addLines(page, ['One', 'Two', 'Three']);
  for (const key of ['j', 'Shift+J']) await page.keyboard.press(key);
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.getByRole('menuitem', { name: 'Tomorrow' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Pick a date' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move 2 tasks' });
  await dialog.getByLabel('Due Date').fill('2099-03-05');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('2 tasks moved to March 5, 2099')).toBeVisible();
  await expect(titles(page)).toHaveText(['Three']);
  await page.keyboard.press('z');
  await expect(titles(page)).toHaveText(['One', 'Two', 'Three']);
  for (const key of ['j', 'Shift+J', 'Delete']) await page.keyboard.press(key);
  await expect(titles(page)).toHaveText(['Three']);
  await page.keyboard.press('z');
  await expect(titles(page)).toHaveText(['One', 'Two', 'Three']);
});

test('a manager assigns several tasks at once, and a member cannot', { tag: '@latency' }, async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  const dueDate = await ana.evaluate(() => new Date().toISOString());
  for (const title of ['One', 'Two', 'Three'])
    await rest('post', '/tasks', { title, dueDate, assignees: title === 'Two' ? [member.id] : [] });
  await ana.goto('/dash/manager');
  // Grouped by person: Ben's, and those of no one.
  await expect(titles(ana)).toHaveText(['Two', 'Three', 'One']);
  for (const key of ['j', 'Shift+J']) await ana.keyboard.press(key);
  await expect(ana.getByText('2 selected')).toBeVisible();
  await ana.keyboard.press('a');
  const dialog = ana.getByRole('dialog', { name: 'Assign 2 tasks' });
  await dialog.getByRole('option', { name: 'Ben' }).click();
  await check(ana);
  await dialog.getByRole('button', { name: 'Assign' }).click();
  // One of them is Ben's already.
  await expect(ana.getByText('“Three” assigned to Ben')).toBeVisible();
  await ben.reload();
  await expect(titles(ben)).toHaveText(['Two', 'Three']);
  for (const key of ['j', 'Shift+J']) await ben.keyboard.press(key);
  await expect(bar(ben).getByRole('button')).toHaveText(['', 'Complete', 'Move', 'Delete']);
  await expect(bar(ben).getByRole('button', { name: 'Delete' })).toBeDisabled();
  // Rows that leave the list are no longer selected.
  await ana.keyboard.press('z');
  await expect(ben.getByText('1 selected')).toBeVisible();
  await expect(titles(ben)).toHaveText(['Two']);
  await bar(ben).getByRole('button', { name: 'Complete' }).click();
  await expect(ben.getByText('“Two” completed')).toBeVisible();
});

test('an action without a network waits, and Undo takes it back as one', async ({ openBrowser }) => {
  const [page, other] = [await openBrowser(), await openBrowser()];
  await register(page, ANA);
  await addLines(page, ['One', 'Two', 'Three']);
  await login(other, ANA);
  await expect(titles(other)).toHaveCount(3);
  // The code of the rows comes with the app; the journeys run without its service worker.
  await row(page, 'One').click({ modifiers: ['Shift'] });
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.context().setOffline(true);
  await row(page, 'Three').click({ modifiers: ['Shift'] });
  await bar(page).getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('button', { name: 'Complete One' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTitle('Offline · 3 waiting')).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByRole('button', { name: 'Complete One' })).toHaveAttribute('aria-pressed', 'false');
  await page.context().setOffline(false);
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  for (const title of ['One', 'Two', 'Three'])
    await expect(other.getByRole('button', { name: `Complete ${title}` })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
});

test('on a phone a finger that rests selects, and taps select more', { tag: '@latency' }, async ({
  openBrowser,
}) => {
  const page = await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await register(page, ANA);
  for (const title of ['One', 'Two', 'Three']) await addTask(page, title);
  await hold(page, row(page, 'Two'), page.getByText('1 selected'));
  await row(page, 'Three').tap();
  await row(page, 'One').tap();
  await expect(page.getByText('3 selected')).toBeVisible();
  await row(page, 'Two').tap();
  await expect(page.getByText('2 selected')).toBeVisible();
  await check(page);
  await bar(page).getByRole('button', { name: 'Complete' }).tap();
  await expect(titles(page)).toHaveText(['Two', 'One Completed', 'Three Completed']);
  // By key, because on a slow machine the toast may be over by now.
  await page.keyboard.press('z');
  await expect(titles(page)).toHaveText(['One', 'Two', 'Three']);
  await hold(page, row(page, 'Two'), page.getByText('1 selected'));
  await bar(page).getByRole('button', { name: 'End the selection' }).tap();
  await expect(bar(page)).toHaveCount(0);
});

test('of a long list at most 500 rows are selected, also those out of sight', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  writeTasks(install, {
    count: 600,
    title: number => `Task ${number}`,
    daysAgo: () => 5,
    completed: false,
  });
  await page.getByRole('tab', { name: 'Overdue' }).click();
  await expect(titles(page).first()).toHaveText('Task 599');
  await titles(page)
    .first()
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('1 selected')).toBeVisible();
  const list = page.getByRole('tabpanel').getByRole('list').first();
  await expect(async () => {
    await list.evaluate(element => element.parentElement?.scrollTo(0, 10 ** 6));
    await expect(row(page, 'Task 0')).toBeAttached({ timeout: 500 });
  }).toPass();
  await row(page, 'Task 0').click({ modifiers: ['Shift'] });
  await expect(page.getByText('500 selected, the most at once')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Move' }).click();
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
  await expect(page.getByText('500 tasks moved to tomorrow')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Overdue' })).toHaveAccessibleDescription('100');
});

test('the list of keys has those of a selection', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await restOf(ana);
  await expect(ana.getByTitle('Live')).toBeVisible();
  await ana.keyboard.press('?');
  const help = ana.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByRole('heading', { name: 'Selected tasks' })).toBeVisible();
  await expect(help.getByText('Select with the next')).toBeVisible();
  await check(ana);
});

test('the date field for several tasks starts with the earliest date that they have now', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  for (const day of ['2035-03-06', '2035-03-05']) await addTask(page, `Due ${day}`, day);
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 tasks' });
  const pick = async (item: string) => {
    await bar(page).getByRole('button', { name: 'Move' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const dates = page.getByRole('article').locator('time');
  const select = async () => {
    for (const title of ['Due 2035-03-05', 'Due 2035-03-06'])
      await row(page, title).click({ modifiers: ['Shift'] });
  };
  await select();
  await pick('Pick a date');
  await expect(dialog.getByLabel('Due Date')).toHaveValue('2035-03-05');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await pick('Next week');
  await expect(bar(page)).toHaveCount(0);
  await expect(dates.first()).not.toHaveAttribute('datetime', '2035-03-05');
  const monday = (await dates.first().getAttribute('datetime')) ?? '';
  await select();
  await pick('Pick a date');
  await expect(dialog.getByLabel('Due Date')).toHaveValue(monday);
});
