import { expect } from '@playwright/test';
import { ruleHousehold } from './household.ts';
import { ANA, addTask, login, register, test } from './journey.ts';
import { writeTasks } from './many-tasks.ts';

test('a list of 10,000 tasks renders few rows, loads more on scroll and finds any by its words', async ({
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
  await expect.poll(() => rows.count()).toBeLessThan(60);
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
  // The total is unknown before the end.
  await expect(rows.last()).toHaveAttribute('aria-setsize', '-1');

  await page.keyboard.press('/');
  await page.keyboard.type('CAFE');
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('The Café bill')).toBeVisible();
  await page.keyboard.type(' no one drinks');
  await expect(page.getByText('No tasks here contain “CAFE no one drinks”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Chore 0', { exact: true })).toBeVisible();
});

test('tasks that others add above move no visible row and take no focus', async ({
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
  // Idle, because the list gets its full height with the code for long lists.
  await here.goto('/dash/tasks?tab=overdue', { waitUntil: 'networkidle' });
  await here.getByText('Chore 0', { exact: true }).hover();
  await here.mouse.wheel(0, 3_000);
  const ring = here.getByRole('button', { name: 'Complete Chore 66', exact: true });
  await ring.focus();
  const before = await ring.boundingBox();
  await addTask(there, 'Later than all of them', '2020-01-01');
  await addTask(there, 'Earlier in the list', yesterday());
  await expect(here.getByRole('tab', { name: 'Overdue' })).toHaveAccessibleDescription('302');
  await expect(ring).toBeFocused();
  expect(await ring.boundingBox()).toEqual(before);
});

/** Two days ago on the server's clock is past in every time zone. */
function yesterday(): string {
  return new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
}

test('a manager sees who created a task without an assignee', async ({ install, openBrowser }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  await ben.reload();
  await addTask(ben, 'Tidy the desk');
  await ana.goto('/dash/manager');
  const row = ana.getByRole('listitem').filter({ has: ana.getByRole('heading', { name: 'Tidy the desk' }) });
  await expect(row.getByRole('list', { name: 'Made by' })).toHaveText('BBen');
  await expect(ben.getByRole('list', { name: 'Made by' })).toHaveCount(0);
  // Also for a deleted person.
  await rest('patch', '/users', { id: member.id, active: false });
  await ana.reload();
  await expect(row.getByRole('list', { name: 'Made by' })).toHaveText('BBen');
});
