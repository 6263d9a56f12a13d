import { expect, type Page } from '@playwright/test';
import { boxOf } from './boxes.ts';
import { asManager } from './household.ts';
import { addTask, test } from './journey.ts';

function chartOf(page: Page) {
  return page.getByRole('region', { name: 'LAST 6 MONTHS' });
}

test('pointer and keyboard open a bar of the chart, and closing it returns the focus to the bar', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ viewport: { width: 1280, height: 600 } });
  await asManager(page);
  await addTask(page, 'Bins');
  await addTask(page, 'Plants');
  await page.getByRole('tab', { name: 'Today' }).click();
  await page.getByRole('button', { name: 'Complete Plants' }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Members' }).click();
  const today = await page.evaluate(() => new Date().toISOString());
  const month = today.slice(0, 7);
  const name = new Date(today).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' });
  const complete = chartOf(page).getByRole('link', { name: `${name}: 1 complete`, exact: true });
  const incomplete = chartOf(page).getByRole('link', { name: `${name}: 1 incomplete`, exact: true });

  await complete.click();
  await expect(page).toHaveURL(`/dash/manager?tab=members&month=${month}&of=complete`);
  const heading = page.getByRole('heading', { name: / in / });
  await expect(heading).toHaveText(`Complete in ${name} ${month.slice(0, 4)}`);
  await expect(heading).toBeFocused();
  await expect(complete).toHaveAttribute('aria-current', 'page');
  // What a click opens comes into view.
  await expect(page.getByRole('heading', { name: 'Plants' })).toBeInViewport();
  // The ground of a hovered row stays clear of the link above it.
  const link = await boxOf(page.getByRole('link', { name: 'Show incomplete' }));
  expect((await boxOf(page.getByRole('article').first())).y - link.bottom).toBeGreaterThanOrEqual(8);

  await incomplete.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dash/manager?tab=members&month=${month}&of=incomplete`);
  await expect(heading).toHaveText(`Incomplete in ${name} ${month.slice(0, 4)}`);
  await expect(heading).toBeFocused();
  await page.getByRole('link', { name: 'Show complete' }).click();
  await expect(heading).toHaveText(`Complete in ${name} ${month.slice(0, 4)}`);
  await expect(page.getByRole('heading', { name: 'Plants' })).toBeVisible();
  await page.getByRole('link', { name: 'Show incomplete' }).click();
  await expect(page.getByRole('heading', { name: 'Bins' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Plants' })).toHaveCount(0);
  await page.reload();
  await expect(incomplete).toHaveAttribute('aria-current', 'page');
  await expect(heading).toHaveText(`Incomplete in ${name} ${month.slice(0, 4)}`);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/dash/manager?tab=members');
  await expect(heading).toHaveCount(0);
  await expect(incomplete).toBeFocused();
});

test('hover and focus show the figures of a month; an empty month has figures and no link', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await asManager(page);
  await addTask(page, 'Bins');
  const chart = chartOf(page);
  const bar = chart.getByRole('link');
  const figures = chart
    .locator('svg g')
    .filter({ has: page.locator('a') })
    .last()
    .locator('text');
  await expect(figures).toHaveText(['0', '1']);
  for (const figure of await figures.all()) await expect(figure).toHaveCSS('opacity', '0');
  await bar.hover();
  for (const figure of await figures.all()) await expect(figure).toHaveCSS('opacity', '1');
  await page.mouse.move(0, 0);
  for (const figure of await figures.all()) await expect(figure).toHaveCSS('opacity', '0');
  await bar.focus();
  for (const figure of await figures.all()) await expect(figure).toHaveCSS('opacity', '1');
  await page.keyboard.press('Shift+Tab');
  const empty = chart.getByRole('img').last();
  await expect(empty).toBeFocused();
  for (const figure of await empty.locator('text').all()) await expect(figure).toHaveCSS('opacity', '1');
  await empty.click();
  await expect(page).toHaveURL('/dash/manager?tab=members');
  const rows = chart.getByRole('table', { name: 'Tasks by month' }).getByRole('row');
  await expect(rows).toHaveCount(7);
  await expect(rows.last().getByRole('cell')).toHaveText(['0', '1']);

  for (const search of ['month=2026-13&of=complete', 'month=2026-10', 'month=2026-10&of=late']) {
    await page.goto(`/dash/manager?tab=members&${search}`);
    await expect(chart).toBeVisible();
    await expect(page.getByRole('heading', { name: / in / })).toHaveCount(0);
  }
});
