import { expect, type Page } from '@playwright/test';
import { callsOf, holdBack } from './faults.ts';
import { ANA, addTask, login, register, test } from './journey.ts';

function titles(page: Page) {
  return page.getByRole('article').getByRole('heading');
}

test('a task moves to tomorrow with three keys, and one key takes it back', {
  tag: '@latency',
}, async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins');
  await addTask(page, 'Desk');
  const title = titles(page);
  await expect(title).toHaveText(['Bins', 'Desk']);
  for (const time of [1, 2]) {
    await page.keyboard.press('j');
    await page.keyboard.press('t');
    await expect(page.getByRole('menuitem', { name: 'Tomorrow' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(title, `time ${time}`).toHaveText(['Desk']);
    await expect(page.getByText('“Bins” moved to tomorrow')).toBeVisible();
    await page.getByRole('tab', { name: 'Upcoming' }).click();
    await expect(title).toHaveText(['Bins']);
    await page.keyboard.press('z');
    await expect(page.getByText('You have no upcoming tasks')).toBeVisible();
    await page.getByRole('tab', { name: 'Today' }).click();
    await expect(title).toHaveText(['Bins', 'Desk']);
    await page.getByRole('heading', { level: 1 }).click();
  }
});

test('a task moves with two taps on a phone, and to any date', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await register(page, ANA);
  await addTask(page, 'Bins');
  await page.getByRole('button', { name: 'More for Bins' }).tap();
  await page.getByRole('menuitem', { name: 'Tomorrow' }).tap();
  await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
  await page.getByRole('tab', { name: 'Upcoming' }).tap();
  await page.getByRole('button', { name: 'More for Bins' }).tap();
  await page.getByRole('menuitem', { name: 'Pick a date' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Move “Bins”' });
  await dialog.getByLabel('Due Date').fill('');
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled();
  await dialog.getByLabel('Due Date').fill('2020-02-03');
  await dialog.getByRole('button', { name: 'Move' }).tap();
  await expect(page.getByText('You have no upcoming tasks')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(titles(page)).toHaveText(['Bins']);
  await page.getByRole('button', { name: 'More for Bins' }).tap();
  await page.getByRole('menuitem', { name: 'Today' }).tap();
  await page.getByRole('tab', { name: 'Today' }).tap();
  await expect(titles(page)).toHaveText(['Bins']);
});

test('a moved task is on the list of its new date before the server has answered', async ({
  openBrowser,
  beforePoll,
}) => {
  const [page, other] = [await openBrowser(), await openBrowser()];
  await register(page, ANA);
  await login(other, ANA);
  await addTask(page, 'Bins');
  await addTask(page, 'Desk', '2099-03-05');
  await expect(titles(other)).toHaveText(['Bins'], beforePoll);
  const move = await holdBack(page, 'task.update');
  await page.getByRole('article').getByRole('button', { name: 'Move Bins' }).focus();
  await page.keyboard.press('t');
  await page.keyboard.press('Enter');
  await expect.poll(move.sent).toBe(1);
  // A list that the server sends now has it on its former date.
  await addTask(other, 'Plants');
  await expect(titles(page)).toHaveText(['Plants'], beforePoll);
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await expect(titles(page)).toHaveText(['Bins', 'Desk']);
  await page.reload();
  await expect(titles(page)).toHaveText(['Bins', 'Desk']);
  move.release();
  await expect(titles(other)).toHaveText(['Plants'], beforePoll);
  await expect(titles(page)).toHaveText(['Bins', 'Desk']);
});

test('a task that is taken back at once is on its list, which has come without it', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins');
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  const refetched = page
    .waitForResponse(callsOf('task.update'))
    .then(() => page.waitForResponse(callsOf('task.list')));
  await page.getByRole('button', { name: 'Move Bins' }).focus();
  await page.keyboard.press('t');
  await page.keyboard.press('Enter');
  await refetched;
  await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
  // Neither the list of the other date nor an answer to the undo.
  await holdBack(page, 'task.list');
  await holdBack(page, 'task.update');
  await page.keyboard.press('z');
  await expect(titles(page)).toHaveText(['Bins']);
});

test('on a Sunday, one preset says the chosen date', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const now = new Date();
  const sunday = Date.now() + ((7 - now.getUTCDay()) % 7) * 86_400_000;
  await page.clock.setFixedTime(sunday);
  await page.reload();
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const presets = page.getByRole('group', { name: 'Presets' });
  const pressed = presets.getByRole('button', { pressed: true });
  await expect(pressed).toHaveText(['Today']);
  await presets.getByRole('button', { name: 'Next week' }).click();
  await expect(pressed).toHaveText(['Tomorrow']);
});

test('the date field starts with the date that the task has now', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins', '2035-03-05');
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move “Bins”' });
  const field = dialog.getByLabel('Due Date');
  const pick = async (item: string) => {
    await page.getByRole('button', { name: 'Move Bins' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await pick('Pick a date');
  await expect(field).toHaveValue('2035-03-05');
  await field.fill('2035-04-01');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await pick('Pick a date');
  await expect(field).toHaveValue('2035-03-05');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await pick('Next week');
  const moved = page.getByRole('article').locator('time');
  await expect(moved).not.toHaveAttribute('datetime', '2035-03-05');
  const monday = (await moved.getAttribute('datetime')) ?? '';
  await pick('Pick a date');
  await expect(field).toHaveValue(monday);
});
