import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { BEN, ruleHousehold } from './household.ts';
import { ANA, register, test } from './journey.ts';
import { writeTasks } from './many-tasks.ts';
import { createThread } from './thread.ts';

/** The pages of the printed page. */
async function pagesOf(page: Page): Promise<number> {
  return ((await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length;
}

async function expectOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Quick add' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^(More|Edit|Remove|Delete|Add)\b/ })).toHaveCount(0);
  const title = page.getByRole('article').first().getByRole('heading');
  // Retried, because a long list changes its rows when it has measured them.
  await expect(title).toHaveCSS('color', 'rgb(0, 0, 0)');
  await page.emulateMedia({ media: null, colorScheme: null });
}

test('a list of tasks is printed whole, over several pages and without buttons', async ({
  install,
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  writeTasks(install, { count: 130, title: n => `Chore ${n}`, daysAgo: () => 3, completed: false });
  await page.goto('/dash/tasks?tab=overdue');
  await page.getByRole('article').first().waitFor();
  await expectOnPaper(page);
  const rows = page.getByRole('article');
  await expect.poll(() => rows.count()).toBeLessThan(60);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await rows.count()).toBeGreaterThanOrEqual(100);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(() => rows.count()).toBeLessThan(60);
  expect(await pagesOf(page)).toBeGreaterThan(4);
});

test('the groceries are printed with their prices, and the total below them', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const rest = await restOf(page);
  for (const name of ['Milk', 'Bread', 'Eggs']) {
    const { id } = await rest('post', '/groceries', { name, count: 2 });
    await rest('patch', '/groceries', { id, price: 2.5 });
  }
  await page.goto('/dash/groceries');
  await expect(page.getByRole('article')).toHaveCount(3);
  await expectOnPaper(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('$2.50').first()).toBeVisible();
  const total = page.getByRole('region', { name: 'Total' });
  expect(await total.locator('div').evaluate(one => getComputedStyle(one).position)).toBe('static');
  // Its line would be at the top of the paper.
  expect(await total.locator('div').evaluate(one => getComputedStyle(one, '::before').display)).toBe('none');
});

/** Names and texts that are cut on the screen and run over their neighbors on paper. */
function spilledOf(page: Page): Promise<(string | null)[]> {
  return page.locator('main *').evaluateAll(all =>
    all
      .filter(one => {
        const { textOverflow, overflowY, webkitLineClamp } = getComputedStyle(one);
        const isCut = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
        const isLonger = one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1;
        return isCut && isLonger && overflowY === 'visible';
      })
      .map(one => one.textContent),
  );
}

test('long names and texts stay in their places on paper', async ({ install, openBrowser }) => {
  const [page, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, page, ben);
  const username = `Max ${'Wolfeschlegelsteinhausen'.repeat(3)}`;
  await rest('post', '/users', { username, email: 'max@example.com', password: 'Ab1!' });
  const people: { id: string; username: string }[] = await rest('get', '/users');
  const long = people.find(one => one.username === username);
  const text = 'Lots of detail '.repeat(40);
  const dueDate = '2026-01-02T12:00:00.000Z';
  for (const [title, id] of Object.entries({ Bins: member.id, Report: long?.id })) {
    await rest('post', '/manager/tasks', { title, text, dueDate, assignees: [id] });
  }
  await page.goto('/dash/manager?tab=overdue');
  await expect(page.locator('.task-text')).toHaveCount(2);
  await page.emulateMedia({ media: 'print' });
  expect(await spilledOf(page)).toEqual([]);
  await page.emulateMedia({ media: null });
  await page.goto('/dash/messages');
  for (const name of [username, BEN.name]) await createThread(page, [name], text);
  await expect(page.getByRole('heading', { name: BEN.name })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  expect(await spilledOf(page)).toEqual([]);
  await expect(page.getByRole('heading', { name: BEN.name })).toBeVisible();
});
