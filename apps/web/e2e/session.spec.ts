import { type APIRequest, expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { REFRESHES } from './faults.ts';
import { openHousehold } from './household.ts';
import type { Install } from './install.ts';
import { ANA, addTask, login, register, submitLogin, test } from './journey.ts';

/** Counts the refreshes that a page requests. */
function refreshesOf(page: Page): { count: number } {
  const seen = { count: 0 };
  page.on('request', request => {
    if (REFRESHES.test(request.url())) seen.count += 1;
  });
  return seen;
}

test('a wrong password shows an error above the form until the user types', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const other = await openBrowser();
  await other.goto('/login');
  await expect(other.getByPlaceholder('Enter your email')).toBeFocused();
  await login(other, { ...ANA, password: 'wrong' });
  await expect(other.getByRole('alert')).toHaveText('Wrong email or password');
  await other.getByPlaceholder('Enter your password').fill(ANA.password);
  await expect(other.getByRole('alert')).toHaveCount(0);
  await other.getByPlaceholder('Enter your email').fill('ANA@Example.com');
  await expect(other.getByPlaceholder('Enter your email')).toHaveValue('ana@example.com');
  await other.getByRole('button', { name: 'Submit' }).click();
  await expect(other).toHaveURL(/\/dash\/tasks$/);
});

test('a page with a session asks for its token once, before its code is there', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await expect(page.getByTitle('Live')).toBeVisible();
  const asked = page.waitForRequest(REFRESHES);
  const refreshes = refreshesOf(page);
  await page.route('**/assets/start-*.js', async route => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
  await expect(page.getByTitle('Live')).toBeVisible();
  expect(refreshes.count).toBe(1);
});

test('login returns to the requested area, and unknown paths redirect to login', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const other = await openBrowser();
  await other.goto('/nowhere/at/all');
  await expect(other).toHaveURL(/\/login$/);
  await other.goto('/dash/tasks?tab=overdue');
  await expect(other).toHaveURL(/\/login\?from=/);
  await submitLogin(other, ANA);
  await expect(other).toHaveURL(/\/dash\/tasks\?tab=overdue$/);
  const third = await openBrowser();
  await third.goto('/login?from=https://elsewhere.example');
  await submitLogin(third, ANA);
  await expect(third).toHaveURL(/\/dash\/tasks$/);
});

test.describe('with tokens that live for five seconds', () => {
  test.use({ settings: { ACCESS_TOKEN_TTL: '5s' } });

  test('an expired token is refreshed once without notice', { tag: '@latency' }, async ({ openBrowser }) => {
    const page = await openBrowser();
    await register(page, ANA);
    await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
    // The socket opens with a token that lasts longer, and so refreshes once itself.
    await expect(page.getByTitle('Live')).toBeVisible();
    const refreshes = refreshesOf(page);
    const expired = page.waitForResponse(
      response => response.url().includes('/trpc/') && response.status() === 403,
    );
    await page.waitForTimeout(6_000);
    await page.getByRole('tab', { name: 'Upcoming' }).click();
    await expired;
    await expect(page.getByText('You have no upcoming tasks')).toBeVisible();
    expect(refreshes.count).toBe(1);
    await expect(page).toHaveURL(/\/dash\/tasks\?tab=upcoming$/);
    await page.getByRole('tab', { name: 'Today' }).click();
    await addTask(page, 'Bins');
    await expect(page.getByText('Task Created')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Complete Bins' })).toBeVisible();
  });
});

test('a refused refresh shows that the login has expired and opens the login', async ({
  openBrowser,
  playwright,
  install,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
  await endElsewhere(page, playwright.request, install);
  await expect(page.getByText('Your login has expired')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

/** Ends the session of a page by another client with its cookie. */
async function endElsewhere(page: Page, request: APIRequest, { url }: Install): Promise<void> {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const elsewhere = await request.newContext({ baseURL: url });
  await elsewhere.post('/auth/logout', { headers: { cookie } });
  await elsewhere.dispose();
}

test('what was typed into a form outlives the end of the session', async ({
  openBrowser,
  playwright,
  install,
}) => {
  const [page, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, page, ben);
  await (await restOf(page))('post', '/groceries', { name: 'Milk', count: 1 });
  const thread = page.getByRole('dialog', { name: 'Create Thread' });
  const item = page.getByRole('dialog', { name: 'Add Item' });
  const edit = page.getByRole('form', { name: 'Edit Milk' });
  const forms = [
    {
      path: '/dash/messages',
      open: () => page.getByRole('button', { name: 'Create Thread' }).first().click(),
      async type() {
        await thread.getByRole('option', { name: 'Ben' }).click();
        await thread.getByLabel('Message').fill('Half a thought');
      },
      async kept() {
        await expect(thread.getByLabel('Message')).toHaveValue('Half a thought');
        await thread.getByRole('button', { name: 'Send' }).click();
        await expect(page.getByRole('log')).toContainText('Half a thought');
      },
    },
    {
      path: '/dash/groceries',
      open: () => page.getByRole('button', { name: 'Add Item' }).click(),
      type: () => item.getByLabel('Item Name').fill('Bread'),
      async kept() {
        await expect(item.getByLabel('Item Name')).toHaveValue('Bread');
        await item.getByRole('button', { name: 'Save Changes' }).click();
        await expect(page.getByRole('heading', { name: 'Bread' })).toBeVisible();
      },
    },
    {
      path: '/dash/groceries',
      open: () => page.getByRole('button', { name: 'Edit Milk' }).click(),
      type: () => edit.getByLabel('Name').fill('Oat milk'),
      async kept() {
        await expect(edit.getByLabel('Name')).toHaveValue('Oat milk');
        await edit.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByRole('heading', { name: 'Oat milk' })).toBeVisible();
      },
    },
  ];
  for (const { path, open, type, kept } of forms) {
    await page.goto(path);
    await open();
    await type();
    await endElsewhere(page, playwright.request, install);
    await expect(page).toHaveURL(/\/login/);
    await submitLogin(page, ANA);
    await page.waitForURL(`**${path}`);
    // An item in edit mode is so again.
    if (type !== forms[2]?.type) await open();
    await kept();
  }
});

test('logout ends only this browser’s session', async ({ openBrowser }) => {
  const [desk, phone] = [await openBrowser(), await openBrowser()];
  await register(desk, ANA);
  await login(phone, ANA);
  await phone.waitForURL('**/dash/tasks');
  await desk.getByRole('button', { name: 'Account of Ana' }).click();
  await desk.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(desk).toHaveURL(/\/login$/);
  expect(await desk.evaluate(() => localStorage.getItem('persist'))).not.toBe('true');
  await desk.goto('/dash/tasks');
  await expect(desk).toHaveURL(/\/login/);
  await phone.reload();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Ana');
});

test('the app notices that the server is back and misses nothing', { tag: '@latency' }, async ({
  openBrowser,
  install,
}) => {
  const [desk, phone] = [await openBrowser(), await openBrowser()];
  await register(desk, ANA);
  await login(phone, ANA);
  await phone.waitForURL('**/dash/tasks');
  await expect(phone.getByText('You have no tasks scheduled for today.')).toBeVisible();
  await expect(phone.getByTitle('Live')).toBeVisible();
  const refreshes = refreshesOf(phone);
  await install.restart();
  await addTask(desk, 'After the break');
  await expect(phone.getByRole('button', { name: 'Complete After the break' })).toBeVisible({
    timeout: 15_000,
  });
  // The token is still valid.
  expect(refreshes.count).toBe(0);
});
