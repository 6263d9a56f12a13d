import { expect } from '@playwright/test';
import { restOf } from './api.ts';
import { FAULTS, holdResponses, NOT_LOADED, REFRESHES } from './faults.ts';
import { ANA, addTask, login, register, test } from './journey.ts';

const AWAY = FAULTS.away.says;

test('while the server is stopped the status says so, typed text stays, and the app recovers', async ({
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
  await expect(page.getByTitle('Offline')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Task Created')).toBeVisible();
  await expect(page.getByTitle('Offline · 1 waiting')).toBeVisible();
  const row = page.getByRole('article').filter({ hasText: 'Bins' });
  await expect(row.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible();
  await install.restart();
  await expect(page.getByTitle('Live')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Complete Bins' })).toHaveCount(1);
  await expect(page.getByText('The green ones')).toBeVisible();
});

test('a page whose code fails to load shows the error below the bar', async ({ openBrowser, install }) => {
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

test('without a network a page shows an error, and Retry loads it when the network is back', async ({
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

test('a response that was on its way when the network was lost does not say that it is back', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await (await restOf(page))('post', '/groceries', { name: 'Milk', count: 1 });
  await expect(page.getByTitle('Live')).toBeVisible();
  const list = await holdResponses(page, 'grocery.page');
  await page.getByRole('link', { name: 'Groceries' }).click();
  await expect.poll(list.answered).toBeGreaterThan(0);
  await page.context().setOffline(true);
  await expect(page.getByTitle('Offline')).toBeVisible();
  list.release();
  await expect(page.getByRole('heading', { name: 'Milk' })).toBeVisible();
  await expect(page.getByTitle('Offline')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByTitle('Live')).toBeVisible();
});

test('after ten wrong passwords the server refuses the right one too', async ({
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

test('when two people change a task, the second one sees the newest version and decides', async ({
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

test('a failed refresh ends the session only if the server says that it ended', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  // The token is refused, and what would bring the next one is away, or in trouble.
  for (const fault of [FAULTS.away, FAULTS.internal, FAULTS.restarting]) {
    await page.route('**/trpc/task.create*', route =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer x' } }),
    );
    await page.route(REFRESHES, fault.answer);
    const asked = page.waitForRequest(REFRESHES);
    await addTask(page, 'Bins');
    await asked;
    await expect(page.getByRole('img', { name: 'Waiting to be sent' }).first()).toBeVisible();
    await page.unroute(REFRESHES);
    await page.unroute('**/trpc/task.create*');
  }
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(3);
  // Nor does it when the page is loaded again.
  for (const fault of [FAULTS.away, FAULTS.internal, FAULTS.restarting]) {
    await page.route(REFRESHES, fault.answer);
    // The one that the page began fails too, and so there is another.
    const asked = page.waitForRequest('**/trpc/auth.refresh');
    await page.reload();
    await asked;
    await expect(page.getByRole('heading', { name: 'Bins' })).toHaveCount(3);
    await page.unroute(REFRESHES);
    await expect(page.getByTitle('Live')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Bins' })).toHaveCount(3);
  }
});
