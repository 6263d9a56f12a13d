import { expect, type Page } from '@playwright/test';
import { checkLooks } from './check.ts';
import { ANA, addTask, login, register, test } from './journey.ts';

/** What REST says to a program with a token. */
async function statusWith(page: Page, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await page.request.get('/groceries', { headers })).status();
}

async function createToken(page: Page, name: string): Promise<string> {
  await page.getByLabel('Token name').fill(name);
  await page.getByRole('button', { name: 'Create token' }).click();
  return page.getByLabel(`Token “${name}”`).inputValue();
}

test('a personal token is shown once, works for a program, and stops when it is revoked @latency', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/settings');
  const list = page.getByRole('list', { name: 'Personal tokens' });
  await page.getByLabel('Token name').waitFor();
  await expect(list).toHaveCount(0);

  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByRole('checkbox', { name: /^Read/ }).uncheck();
  await page.getByRole('checkbox', { name: /^Groceries/ }).check();
  await page.getByLabel('Expires').selectOption('Never');
  const token = await createToken(page, 'Home Assistant');
  expect(token).toMatch(/^onus_pat_[\w-]{43}$/);
  await expect(page.getByText('Copy it now. It is not shown again.')).toBeVisible();
  await expect(list).toContainText('Not used yet · Does not expire');

  expect(await statusWith(page, token)).toBe(200);
  await page.reload();
  await expect(list).toContainText('Last used');
  await expect(list).toContainText('Groceries');
  await expect(page.getByText(token)).toHaveCount(0);
  await expect(page.getByLabel('Token “Home Assistant”')).toHaveCount(0);

  await list.getByRole('button', { name: 'Revoke Home Assistant' }).click();
  await expect(list).toHaveCount(0);
  expect(await statusWith(page, token)).toBe(403);
});

test('a calendar feed is created, copied, read by a calendar, and revoked @latency', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Water the plants');
  await page.goto('/dash/settings');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByLabel('Feed name').fill('Phone');
  await page.getByRole('button', { name: 'Create feed' }).click();
  const field = page.getByLabel('Address of “Phone”');
  const address = await field.inputValue();
  expect(address).toMatch(/\/ics\/[\w-]{43}\.ics$/);
  const made = page.locator('section', { has: page.getByRole('heading', { name: 'Calendar feeds' }) });
  await made.getByRole('button', { name: 'Copy' }).click();
  await expect(made.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.getByLabel('Feed name').fill('Tablet');
  await page.getByRole('button', { name: 'Create feed' }).click();
  await expect(page.getByLabel('Address of “Tablet”')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke Tablet' }).click();
  await expect(page.getByLabel('Address of “Tablet”')).toHaveCount(0);

  const { pathname } = new URL(address);
  const calendar = await page.request.get(pathname);
  expect(calendar.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await calendar.text()).toContain('SUMMARY:Water the plants');

  await page.reload();
  const list = page.getByRole('list', { name: 'Calendar feeds' });
  await expect(list).toContainText('Created');
  await expect(field).toHaveCount(0);
  await list.getByRole('button', { name: 'Revoke Phone' }).click();
  await expect(list).toHaveCount(0);
  expect((await page.request.get(pathname)).status()).toBe(404);
});

test('axe finds no problem in the tokens and feeds', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/settings');
  await createToken(page, `Long ${'unbroken'.repeat(10)}`);
  await page.getByRole('button', { name: 'Revoke Long' }).waitFor();
  await page.getByLabel('Feed name').fill('Phone');
  await page.getByRole('button', { name: 'Create feed' }).click();
  await page.getByRole('button', { name: 'Revoke Phone' }).waitFor();
  await checkLooks(page);
});

test('tokens and feeds that another browser creates or revokes appear and go live @latency', async ({
  openBrowser,
  beforePoll,
}) => {
  const [desk, phone] = [await openBrowser(), await openBrowser()];
  await register(desk, ANA);
  await login(phone, ANA);
  await phone.waitForURL('**/dash/tasks');
  for (const page of [desk, phone]) {
    await page.goto('/dash/settings');
    await page.getByLabel('Token name').waitFor();
  }
  await createToken(desk, 'Script');
  const tokens = phone.getByRole('list', { name: 'Personal tokens' });
  await expect(tokens).toContainText('Script', beforePoll);
  await desk.getByRole('button', { name: 'Revoke Script' }).click();
  await expect(tokens).toHaveCount(0, beforePoll);
  await desk.getByLabel('Feed name').fill('Phone');
  await desk.getByRole('button', { name: 'Create feed' }).click();
  const feeds = phone.getByRole('list', { name: 'Calendar feeds' });
  await expect(feeds).toContainText('Phone', beforePoll);
  await desk.getByRole('button', { name: 'Revoke Phone' }).click();
  await expect(feeds).toHaveCount(0, beforePoll);
});
