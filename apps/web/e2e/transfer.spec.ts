import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportFile } from '@onus/contract/transfer/export';
import { expect, type Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { check } from './check.ts';
import { holdBack } from './faults.ts';
import { openHousehold } from './household.ts';
import { ANA, addTask, register, test } from './journey.ts';

async function openSettings(page: Page): Promise<void> {
  await page.goto('/dash/tasks?tab=settings');
  await page.getByRole('heading', { name: 'Export' }).waitFor();
}

/** Clicks a button and reads the downloaded file. */
async function downloaded(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^onus-export-\d{4}-\d\d-\d\d\.json$/);
  return exportFile.parse(JSON.parse(await readFile(await download.path(), 'utf8')));
}

test('a user downloads their data, and a manager also the household', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await addTask(ana, 'Bins');
  await addTask(ben, 'Desk');
  await openSettings(ben);
  await expect(ben.getByRole('button', { name: 'Export the household' })).toHaveCount(0);
  const bens = await downloaded(ben, 'Export your data');
  expect(bens.tasks.map(one => one.title)).toEqual(['Desk']);

  // The old token does not have the role Manager yet.
  await ana.reload();
  await openSettings(ana);
  const mine = await downloaded(ana, 'Export your data');
  expect([mine.kind, mine.tasks.map(one => one.title)]).toEqual(['user', ['Bins']]);
  const household = await downloaded(ana, 'Export the household');
  expect(household.tasks.map(one => one.title).sort()).toEqual(['Bins', 'Desk']);
  expect(household.people.map(one => one.username)).toEqual(expect.arrayContaining(['Ana', 'Ben']));
  await check(ana);
});

test('an export goes on while the person is on another page, and none begins beside it @latency', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await openSettings(page);
  const pages = await holdBack(page, 'archive.mine');
  const button = page.getByRole('button', { name: 'Export your data' });
  await button.press('Enter');
  await button.press('Enter');
  await page.getByRole('link', { name: 'Groceries' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Groceries');
  await page.goBack();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await button.press('Enter');
  expect(pages.sent()).toBe(1);
  const saved = page.waitForEvent('download');
  pages.release();
  await saved;
  await expect(button).not.toHaveAttribute('aria-busy');
});

const PROJECT = [
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT',
  'section,Garden,,,,,,,,,,',
  'task,Water the plants,,1,1,Ana (1),,every 3 days,en,,,',
  'task,Cut the hedge,,1,1,Ana (1),,2099-03-05,en,,,',
  'task,Prune,,4,1,Ana (1),,every 3rd friday,en,,,',
].join('\r\n');

test('a project of Todoist is previewed, imported and taken back @latency', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await openSettings(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a CSV file' }).click();
  const file = { name: 'Garden.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${PROJECT}`) };
  await (await chooser).setFiles(file);
  const preview = page.getByRole('region', { name: '2 tasks to import' });
  await expect(page.getByLabel('Import as')).toHaveValue('todoist');
  await expect(preview.getByText('March 5, 2099 · Section: Garden · Priority: 1')).toBeVisible();
  await expect(preview.getByRole('listitem').filter({ hasText: 'Row 5' })).toHaveText(
    /The date "every 3rd friday" cannot be read/,
  );
  await check(page);
  await preview.getByRole('button', { name: 'Import 2 tasks' }).click();
  await expect(page.getByText('2 tasks imported')).toBeVisible();
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await expect(page.getByText('Cut the hedge')).toBeVisible();
  await page.goBack();
  await page.getByRole('tab', { name: 'Today' }).click();
  await expect(page.getByText('Section: Garden')).toBeVisible();
});

test('a calendar file is previewed and imported @latency', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await openSettings(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a CSV file' }).click();
  await (await chooser).setFiles(join(import.meta.dirname, 'data/house.ics'));
  const preview = page.getByRole('region', { name: '3 tasks to import' });
  await expect(page.getByLabel('Import as')).toHaveValue('ics');
  await expect(preview.getByText('March 5, 2099 · Weekly')).toBeVisible();
  await expect(preview.getByText('1 entry is imported in part')).toBeVisible();
  await expect(
    preview.getByText('Not taken over: RRULE FREQ=MONTHLY;BYDAY=2TU', { exact: true }),
  ).toBeVisible();
  await expect(preview.getByText('1 entry is skipped')).toBeVisible();
  await expect(preview.getByText('STATUS is CANCELLED')).toBeVisible();
  await check(page);
  await preview.getByRole('button', { name: 'Import 3 tasks' }).click();
  await expect(page.getByText('The last import made 3 tasks.')).toBeVisible();
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await expect(page.getByText('Paper, glass and bins')).toBeVisible();
  await expect(page.getByText('Service the boiler')).toBeVisible();
  await expect(page.getByText('Garden party')).toHaveCount(0);
});

test('a file that is no calendar is refused in a sentence', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await openSettings(page);
  await page.getByLabel('Import as').selectOption('Tasks from a calendar file');
  await expect(page.getByRole('button', { name: 'Choose a calendar file' })).toBeVisible();
  await page.getByLabel('Or paste it here').fill('Milk');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('This is no calendar file')).toBeVisible();
  await check(page);
});

test('an export of Vikunja is imported in parts from its archive and taken back @latency', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await openSettings(page);
  const tasks = Array.from({ length: 501 }, (_none, at) => ({
    title: `Task ${at}`,
    due_date: '2099-03-05T11:00:00Z',
    repeat_after: at === 0 ? 14 * 86_400 : 0,
    attachments: at === 0 ? [{ file: { name: 'lease.pdf' } }] : null,
  }));
  const data = JSON.stringify([{ title: 'House', tasks: [{ title: '' }, ...tasks] }]);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a CSV file' }).click();
  const buffer = Buffer.from(zipSync({ 'data.json': strToU8(data), 'files/1': strToU8('x') }));
  await (await chooser).setFiles({ name: 'vikunja-export.zip', mimeType: 'application/zip', buffer });
  const first = page.getByRole('region', { name: '499 tasks to import' });
  await expect(page.getByLabel('Import as')).toHaveValue('vikunja');
  await expect(first.getByText('Part 1 of 2.')).toBeVisible();
  await expect(first.getByText(/March 5, 2099 .* Every 2 weeks/)).toBeVisible();
  await expect(first.getByText('Not taken over: the file lease.pdf', { exact: true })).toBeVisible();
  await expect(first.getByRole('listitem').filter({ hasText: 'Task 1Title is required' })).toBeVisible();
  await check(page);
  await first.getByRole('button', { name: 'Import 499 tasks' }).click();
  const second = page.getByRole('region', { name: '2 tasks to import' });
  // The import of 499 tasks takes long on a slow machine.
  await expect(second.getByText('Part 2 of 2.')).toBeVisible({ timeout: 60_000 });
  await second.getByRole('button', { name: 'Import 2 tasks' }).click();
  await expect(page.getByText('The last import made 501 tasks.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('The import was undone')).toBeVisible();
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await expect(page.getByText('Task 7')).toHaveCount(0);
});

test('an archive of another program is refused in a sentence', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await openSettings(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a CSV file' }).click();
  const buffer = Buffer.from(zipSync({ 'notes.txt': strToU8('Milk') }));
  await (await chooser).setFiles({ name: 'notes.zip', mimeType: 'application/zip', buffer });
  await expect(page.getByText('This archive has no data.json')).toBeVisible();
});

test('the items of KitchenOwl are suggested above the list @latency', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await openSettings(page);
  const items = [{ name: 'Oat milk', category: 'Dairy' }, { name: 'Salt' }];
  await page.getByLabel('Or paste it here').fill(JSON.stringify({ items, recipes: [] }));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByLabel('Import as')).toHaveValue('kitchenowl');
  await page.getByRole('button', { name: 'Import 2 items' }).click();
  await expect(page.getByText('The last import made 2 items.')).toBeVisible();
  await page.goto('/dash/groceries');
  await expect(page.getByText('Oat milk')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Quick add' }).fill('oa');
  await page.getByRole('option', { name: /Oat milk/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Oat milk' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Dairy' })).toBeVisible();
});

test('an import is undone as a whole @latency', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Kept');
  await openSettings(page);
  await page.getByLabel('Import as').selectOption('Tasks from Todoist');
  await page.getByLabel('Or paste it here').fill(PROJECT);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Import 2 tasks' }).click();
  await expect(page.getByText('The last import made 2 tasks.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('The import was undone')).toBeVisible();
  await expect(page.getByText('The last import made')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Today' }).click();
  await expect(page.getByText('Kept')).toBeVisible();
  await expect(page.getByText('Water the plants')).toHaveCount(0);
});

const TABLE = [
  'Title,Due Date,Done,Repeat,Colour',
  '"Water, and feed, the plants",2099-03-05,,weekly,green',
  'Old,2020-01-01,yes,,',
  'No date,,,,',
  'Never,2099-02-30,,,',
].join('\r\n');

test('a table of tasks is previewed and imported without its bad rows', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await openSettings(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a CSV file' }).click();
  const file = { name: 'tasks.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${TABLE}`) };
  await (await chooser).setFiles(file);
  const preview = page.getByRole('region', { name: '2 tasks to import' });
  await expect(preview.getByText('Ignored column: Colour')).toBeVisible();
  await expect(preview.getByText('March 5, 2099 · Weekly')).toBeVisible();
  await expect(preview.getByText('2 rows are skipped')).toBeVisible();
  await expect(preview.getByRole('listitem').filter({ hasText: 'Row 4' })).toHaveText(/Due date is required/);
  await expect(preview.getByRole('listitem').filter({ hasText: 'Row 5' })).toHaveText(/Due date is invalid/);
  await check(page);

  await preview.getByRole('button', { name: 'Cancel' }).click();
  await expect(preview).toHaveCount(0);
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await expect(page.getByText('You have no upcoming tasks')).toBeVisible();

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Or paste it here').fill(TABLE);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Import 2 tasks' }).click();
  await expect(page.getByText('2 tasks imported')).toBeVisible();
  await expect(page.getByLabel('Or paste it here')).toHaveValue('');
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await expect(page.getByText('Water, and feed, the plants')).toBeVisible();
  await page.getByRole('tab', { name: 'Complete' }).click();
  await expect(page.getByText('January 1, 2020')).toBeVisible();
});

test('an import with a lost response is sent again and applied once', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await openSettings(page);
  await page.getByLabel('Import as').selectOption('Groceries');
  await page
    .getByLabel('Or paste it here')
    .fill('Item\tQty\tPrice\tBought\nMilk\t2\t1,39\t\nBread\t1\t$3.20\tyes');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('×2 · $1.39')).toBeVisible();
  let lost = false;
  await page.route('**/trpc/sheet.import*', async route => {
    await route.fetch();
    if (lost) return route.continue();
    lost = true;
    return route.abort();
  });
  await page.getByRole('button', { name: 'Import 2 items' }).click();
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 items' }).click();
  await expect(page.getByText('2 items imported')).toBeVisible();
  await page.getByRole('link', { name: 'Groceries' }).click();
  await expect(page.getByRole('heading', { name: 'Milk' })).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Bread' })).toHaveCount(1);
});

test('an invalid or too large table shows an error', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await openSettings(page);
  await page.getByLabel('Or paste it here').fill('just words');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Missing columns: Title, Due Date. Add them to the header row.')).toBeVisible();
  await page.getByLabel('Or paste it here').fill(`Title,Due Date\n${'ж'.repeat(190_000)}`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('This table is too large')).toBeVisible();
});

test('all skipped rows are shown, and the first new one has the focus', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await openSettings(page);
  const rows = Array.from({ length: 12 }, (_, row) => `Task ${row},never`);
  await page.getByLabel('Or paste it here').fill(`Title,Due Date\n${rows.join('\n')}`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Show all 12' }).press('Enter');
  const skipped = page.getByRole('region', { name: 'Nothing to import' }).getByRole('listitem');
  await expect(skipped).toHaveCount(12);
  await expect(skipped.nth(10)).toBeFocused();
});
