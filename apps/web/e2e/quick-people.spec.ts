import { expect, type Page } from '@playwright/test';
import { ANA, register, test } from './journey.ts';
import { writeMembers } from './many-members.ts';

/** Ana manages 130 members. The first page of a list of people has 100. */
async function openManager(
  page: Page,
  install: Parameters<typeof writeMembers>[0],
  nameOf = (number: number) => `Zoe${number}`,
): Promise<void> {
  await register(page, ANA, 'Manager');
  writeMembers(install, 130, number => (number < 100 ? `Member ${number}` : nameOf(number)));
  await page.goto('/dash/manager');
  await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
}

function assigneesOf(page: Page, title: string) {
  return page.getByRole('article').filter({ hasText: title });
}

test('a line names people beyond the first page of the list, even with an immediate Enter', {
  tag: '@latency',
}, async ({ openBrowser, install }) => {
  const page = await openBrowser();
  await openManager(page, install);
  const line = page.getByLabel('Quick add');
  await line.fill('Bins @zoe129 @zoe128');
  await line.press('Enter');
  await expect(line).toHaveValue('');
  await expect(page.getByText('Added for Zoe129 and Zoe128')).toBeVisible();
  await expect(assigneesOf(page, 'Bins')).toContainText('Zoe129');
  await expect(assigneesOf(page, 'Bins')).toContainText('Zoe128');
  await expect(assigneesOf(page, 'Bins').getByRole('heading')).toHaveText('Bins');
});

test('a name typed without its space is found beyond the first page of the list', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await openManager(page, install, number => `Zoë Miller ${number}`);
  const line = page.getByLabel('Quick add');
  await line.fill('Bins @zoemiller129');
  await line.press('Enter');
  await expect(line).toHaveValue('');
  await expect(assigneesOf(page, 'Bins')).toContainText('Zoë Miller 129');
  await expect(assigneesOf(page, 'Bins').getByRole('heading')).toHaveText('Bins');
});

test('a second name keeps the first, and a name on the first page appears once', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await openManager(page, install);
  const chips = page.getByRole('list', { name: 'Understood' }).getByRole('listitem');
  const line = page.getByLabel('Quick add');
  await line.pressSequentially('Sweep @zoe127');
  await expect(chips).toHaveText(['Today', 'Zoe127']);
  await line.pressSequentially(' @zoe126 @ana');
  await expect(chips).toHaveText(['Today', 'Zoe127', 'Zoe126', 'Ana']);
});

test('lines typed during a save arrive complete and in order', { tag: '@latency' }, async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await openManager(page, install);
  const line = page.getByLabel('Quick add');
  const titles = ['alpha', 'bravo', 'charlie', 'delta'].map(word => `Line ${word}`);
  for (const title of titles) {
    await line.pressSequentially(title);
    await line.press('Enter');
  }
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(titles.toReversed());
});

test('a line that waits while the next one is typed is sent once the server answers', {
  tag: '@latency',
}, async ({ openBrowser, install }) => {
  const page = await openBrowser();
  await openManager(page, install);
  const line = page.getByLabel('Quick add');
  let fail = () => {};
  const failing = new Promise<void>(resolve => {
    fail = resolve;
  });
  await page.route('**/trpc/task.create*', async route => {
    await failing;
    await route.abort();
  });
  await line.fill('First');
  await line.press('Enter');
  await line.fill('Second');
  fail();
  const first = page.getByRole('article').filter({ hasText: 'First' });
  const clock = first.getByRole('img', { name: 'Waiting to be sent' });
  await expect(clock).toBeVisible();
  await page.reload();
  await expect(clock).toBeVisible();
  await expect(line).toHaveValue('Second');
  await page.unroute('**/trpc/task.create*');
  await expect(clock).toHaveCount(0);
  await expect(first).toHaveCount(1);
  await expect(line).toHaveValue('Second');
});

test('the people list of a dialog finds people beyond its first page and keeps the selection', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await openManager(page, install);
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  const search = dialog.getByLabel('Find a person');
  await dialog.getByLabel('Title').fill('Bins');
  await expect(dialog.getByRole('option', { name: 'Zoe129' })).toHaveCount(0);
  for (const name of ['Zoe129', 'Zoe128']) {
    await search.fill(name);
    await expect(dialog.getByRole('option', { name: 'Member 1', exact: true })).toHaveCount(0);
    await dialog.getByRole('option', { name }).click();
  }
  await search.fill('');
  await expect(dialog.getByRole('option', { name: 'Member 1', exact: true })).toHaveCount(1);
  for (const name of ['Zoe129', 'Zoe128']) {
    await expect(dialog.getByRole('option', { name, selected: true })).toHaveCount(1);
  }
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(assigneesOf(page, 'Bins')).toContainText('Zoe129');
  await expect(assigneesOf(page, 'Bins')).toContainText('Zoe128');
});
