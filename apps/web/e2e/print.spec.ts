import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { ANA, register, test } from './journey.ts';
import { writeTasks } from './many-tasks.ts';

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
});
