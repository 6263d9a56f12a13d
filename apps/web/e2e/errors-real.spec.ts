import { expect } from '@playwright/test';
import { restOf } from './api.ts';
import { FAULTS, NOT_LOADED } from './faults.ts';
import { ANA, login, register, test } from './journey.ts';

const AWAY = FAULTS.away.says;

test('a server that is stopped: the dot says so, nothing typed is lost, and all goes on when it is back', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await expect(page.getByTitle('Live')).toBeVisible();
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill('Bins');
  await dialog.getByLabel('Description').fill('The green ones');
  await install.stop();
  await expect(page.getByTitle('Connecting…')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(AWAY)).toBeVisible();
  await expect(dialog.getByLabel('Description')).toHaveValue('The green ones');
  await install.restart();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Task Created')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Complete Bins' })).toHaveCount(1);
  await expect(page.getByTitle('Live')).toBeVisible();
});

test('a page whose code cannot be loaded says so in its place: the bar stays, and the way back', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await (await restOf(page))('post', '/tasks', { title: 'Bins', dueDate: new Date().toISOString() });
  await expect(page.getByRole('button', { name: 'Complete Bins' })).toBeVisible();
  await install.stop();
  await page.getByRole('link', { name: 'Groceries' }).click();
  await expect(page.getByRole('alert').filter({ hasText: NOT_LOADED })).toBeVisible();
  await page.getByRole('link', { name: 'Tasks' }).click();
  await expect(page.getByRole('button', { name: 'Complete Bins' })).toBeVisible();
  await page.getByRole('link', { name: 'Groceries' }).click();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert').filter({ hasText: NOT_LOADED })).toBeVisible();
  await install.restart();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('You have no groceries in your list.')).toBeVisible();

  await page.getByRole('button', { name: 'Account of Ana' }).click();
  await install.stop();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByText(AWAY)).toBeVisible();
  await expect(page).toHaveURL(/\/dash\/groceries$/);
});

test('without a network a page says so, and Retry fills it when the network is back', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await (await restOf(page))('post', '/groceries', { name: 'Milk', count: 1 });
  const loaded = page.waitForResponse(/dash\.groceries.*\.js$/);
  await page.getByRole('link', { name: 'Groceries' }).hover();
  await loaded;
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Groceries' }).click();
  await expect(page.getByRole('alert').filter({ hasText: AWAY })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Milk' })).toBeVisible();
});

test('ten wrong passwords: the eleventh is told to wait, also with the right one', async ({
  openBrowser,
  playwright,
  install,
}) => {
  await register(await openBrowser(), ANA);
  const stranger = await playwright.request.newContext({ baseURL: install.url });
  for (let guess = 0; guess < 10; guess += 1) {
    const refused = await stranger.post('/auth', { data: { email: ANA.email, password: `guess ${guess}` } });
    expect(refused.status()).toBe(401);
  }
  const page = await openBrowser();
  const answer = page.waitForResponse(/auth\.login/);
  await login(page, ANA);
  expect((await answer).status()).toBe(429);
  expect(Number((await answer).headers()['retry-after'])).toBeGreaterThan(800);
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Try again in 15 minutes.');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(ANA.password);
  await stranger.dispose();
});

test('two who change the same task: the second is told what it now says, and decides', async ({
  openBrowser,
}) => {
  const [desk, phone] = [await openBrowser(), await openBrowser()];
  await register(desk, ANA);
  await (await restOf(desk))('post', '/tasks', { title: 'Bins', dueDate: new Date().toISOString() });
  await login(phone, ANA);
  for (const page of [desk, phone]) await page.getByRole('button', { name: 'Edit Bins' }).click();
  await desk.getByLabel('Title').fill('Green bins');
  await phone.getByLabel('Title').fill('Blue bins');
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(desk.getByRole('heading', { name: 'Green bins' })).toBeVisible();
  await phone.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(phone.getByRole('form').getByRole('alert')).toHaveText(
    'Someone else changed this task: it now reads “Green bins”. Save again to keep your version, or cancel.',
  );
  await expect(phone.getByLabel('Title')).toHaveValue('Blue bins');
  await phone.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(desk.getByRole('heading', { name: 'Blue bins' })).toBeVisible();
});

test('a refresh that goes wrong ends a session only when the server says that it is over', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const title = page.getByRole('dialog').getByLabel('Title');
  await title.fill('Bins');
  // The token is refused, and what would bring the next one is away, or in trouble.
  for (const fault of [FAULTS.away, FAULTS.internal, FAULTS.restarting]) {
    await page.route('**/trpc/task.create*', route =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer x' } }),
    );
    await page.route('**/trpc/auth.refresh*', fault.answer);
    await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByLabel('Notifications').getByText(fault.says)).toBeVisible();
    await expect(title).toHaveValue('Bins');
    await page.unroute('**/trpc/auth.refresh*');
    await page.unroute('**/trpc/task.create*');
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Task Created')).toBeVisible();
  // Nor does it when the page is loaded again.
  for (const fault of [FAULTS.away, FAULTS.internal, FAULTS.restarting]) {
    await page.route('**/trpc/auth.refresh*', fault.answer);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await page.unroute('**/trpc/auth.refresh*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Bins' })).toBeVisible();
  }
});
