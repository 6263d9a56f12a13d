import { expect } from '@playwright/test';
import { ruleHousehold } from './household.ts';
import { ANA, addTask, login, register, test } from './journey.ts';
import { writeTasks } from './many-tasks.ts';

test('ten thousand tasks: a few rows at a time, more by scrolling, any found by its words', async ({
  install,
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  writeTasks(install, {
    count: 10_000,
    title: number => (number === 4_321 ? 'The Café bill' : `Chore ${number}`),
    daysAgo: number => number,
    completed: true,
  });
  await page.getByRole('tab', { name: 'Complete' }).click();
  await expect(page.getByText('Chore 0', { exact: true })).toBeVisible();
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  expect(await rows.count()).toBeLessThan(60);
  const box = page.getByRole('tabpanel').locator('div').first();
  await expect
    .poll(
      async () => {
        await box.evaluate(element => {
          element.scrollTop = element.scrollHeight;
        });
        return Number(await rows.last().getAttribute('aria-posinset'));
      },
      { intervals: [50] },
    )
    .toBeGreaterThan(1_500);
  expect(await rows.count()).toBeLessThan(60);
  // How many there are is not known before the end.
  await expect(rows.last()).toHaveAttribute('aria-setsize', '-1');

  await page.keyboard.press('/');
  await page.keyboard.type('CAFE');
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('The Café bill')).toBeVisible();
  await page.keyboard.type(' nobody drinks');
  await expect(page.getByText('No task here has “CAFE nobody drinks” in it.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Chore 0', { exact: true })).toBeVisible();
});

test('what others add above moves nothing that is in sight, and takes no focus', async ({
  install,
  openBrowser,
}) => {
  const [here, there] = [await openBrowser(), await openBrowser()];
  await register(here, ANA);
  writeTasks(install, {
    count: 300,
    title: number => `Chore ${number}`,
    daysAgo: number => number + 10,
    completed: false,
  });
  await login(there, ANA);
  await there.waitForURL('**/dash/tasks');
  await here.goto('/dash/tasks?tab=overdue');
  await here.getByText('Chore 0', { exact: true }).hover();
  await here.mouse.wheel(0, 5_000);
  const ring = here.getByRole('button', { name: 'Complete Chore 66', exact: true });
  await ring.focus();
  const before = await ring.boundingBox();
  await addTask(there, 'Later than all of them', '2020-01-01');
  await addTask(there, 'Earlier in the list', yesterday());
  await expect(here.getByRole('tab', { name: 'Overdue' })).toHaveAccessibleDescription('302');
  await expect(ring).toBeFocused();
  expect(await ring.boundingBox()).toEqual(before);
});

test('all overdue tasks move to today after a question', async ({ install, openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  writeTasks(install, {
    count: 120,
    title: number => `Late ${number}`,
    daysAgo: number => number + 2,
    completed: false,
  });
  await page.goto('/dash/tasks?tab=overdue');
  await page.getByRole('button', { name: 'Move all overdue to today' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 120 overdue tasks to today?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Late 0', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Move all overdue to today' }).click();
  await dialog.getByRole('button', { name: 'Move to today' }).click();
  await expect(page.getByText('120 tasks moved to today')).toBeVisible();
  await expect(page.getByText('You have no incomplete tasks')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move all overdue to today' })).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Today' })).toHaveAccessibleDescription('120');
});

/** By the clock of the server, a day that is over in every zone is two days back. */
function yesterday(): string {
  return new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
}

test('a manager sees whose a task is that a member made without an assignee', async ({
  install,
  openBrowser,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  await ben.reload();
  await addTask(ben, 'Tidy the desk');
  await ana.goto('/dash/manager');
  const row = ana.getByRole('listitem').filter({ has: ana.getByRole('heading', { name: 'Tidy the desk' }) });
  await expect(row.getByRole('list', { name: 'Made by' })).toHaveText('BBen');
  await expect(ben.getByRole('list', { name: 'Made by' })).toHaveCount(0);
  // Also of a person who is not there any more.
  await rest('patch', '/users', { id: member.id, active: false });
  await ana.reload();
  await expect(row.getByRole('list', { name: 'Made by' })).toHaveText('BBen');
});
