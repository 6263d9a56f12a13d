import { expect } from '@playwright/test';
import { BEN, ruleHousehold } from './household.ts';
import { ANA, register, submitLogin, test } from './journey.ts';

test('login opens the requested page if the user may see it', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { member } = await ruleHousehold(install, ana, ben);
  const place = `/dash/manager/users/${member.id}?tab=complete`;
  const other = await openBrowser();
  await other.goto('/unauthorized');
  await other.goto(place);
  await expect(other).toHaveURL(/\/login\?from=/);
  await submitLogin(other, ANA);
  await expect(other).toHaveURL(place);
  await expect(other.getByRole('tab', { name: 'Complete' })).toHaveAttribute('aria-selected', 'true');
  // Neither the guard nor the login leaves a history entry.
  await other.goBack();
  await expect(other).toHaveURL('/unauthorized');

  await ben.goto('/dash/groceries');
  await ben.goto(place);
  await expect(ben).toHaveURL(/\/login\?from=/);
  await expect(ben.getByRole('heading', { name: 'You are signed in as Ben' })).toBeVisible();
  await expect(ben.getByText('only for managers')).toBeVisible();
  await ben.getByRole('button', { name: 'Log in as someone else' }).click();
  await submitLogin(ben, BEN);
  await expect(ben).toHaveURL(/\/dash\/tasks$/);
  await ben.goBack();
  await expect(ben).toHaveURL(/\/dash\/groceries$/);
});

test('redirects leave no history entry', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  for (const [path, arrival] of [
    ['/', /\/dash\/tasks$/],
    ['/login', /\/dash\/tasks$/],
    ['/goals', /\/dash\/tasks$/],
    ['/dash', /\/dash\/tasks$/],
    ['/nowhere', /\/dash\/tasks$/],
    ['/dash/nowhere', /\/dash\/tasks$/],
    ['/dash/manager/nowhere', /\/dash\/tasks$/],
    ['/dash/manager', /\/login\?from=/],
    ['/dash/Manager', /\/login\?from=/],
  ] as const) {
    await page.goto('/unauthorized');
    await page.goto(path);
    await expect(page).toHaveURL(arrival);
    await page.goBack();
    await expect(page).toHaveURL(/\/unauthorized$/);
  }
});

test('a forbidden page ends no session: Continue leads to the tasks', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/manager?tab=members');
  await expect(page.getByRole('heading', { name: 'You are signed in as Ana' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
});

test('back, forward and reload keep the tab and the thread', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  const stands = (tab: string) =>
    expect(ana.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
  for (const path of ['/dash/tasks', '/dash/manager', `/dash/manager/users/${member.id}`]) {
    await ana.goto(path);
    await stands('Today');
    await ana.getByRole('tab', { name: 'Overdue' }).click();
    await ana.getByRole('tab', { name: 'Complete' }).click();
    await stands('Complete');
    await ana.goBack();
    await stands('Overdue');
    await ana.goForward();
    await stands('Complete');
    await ana.reload();
    await stands('Complete');
    await ana.goBack();
    await ana.goBack();
    await stands('Today');
  }
  await rest('post', '/conversations', { data: { users: [{ email: BEN.email }], message: 'Hello' } });
  await ana.goto('/dash/messages');
  const open = ana.getByRole('region', { name: 'Conversation with Ben' });
  await expect(open).toBeVisible();
  await expect(ana).toHaveURL(/\?thread=/);
  await ana.getByRole('link', { name: 'Groceries' }).click();
  await ana.getByText('You have no groceries in your list.').waitFor();
  await ana.goBack();
  await expect(open).toBeVisible();
  await ana.reload();
  await expect(open).toBeVisible();
});

test('hover and focus on a link load the code of its page, and nothing loads it earlier', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  const loaded: string[] = [];
  page.on('request', request => void loaded.push(new URL(request.url()).pathname));
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(loaded.filter(path => path.includes('/assets/dash'))).toEqual([]);
  await register(page, ANA, 'Manager');
  await page.getByText('You have no tasks scheduled for today.').waitFor();
  for (const [name, chunk] of [
    ['Groceries', 'dash.groceries'],
    ['Messages', 'dash.messages'],
    ['Manager', 'dash.manager.index'],
  ] as const) {
    const ofPage = () => loaded.filter(path => path.includes(`/assets/${chunk}-`));
    expect(ofPage()).toEqual([]);
    await page.getByRole('link', { name }).hover();
    await expect.poll(ofPage).toHaveLength(1);
    await expect(page).toHaveURL(/\/dash\/tasks$/);
  }
  expect(loaded.filter(path => path.includes('bar-chart'))).toEqual([]);
  await page.getByRole('link', { name: 'Groceries' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Groceries');
  expect(loaded.filter(path => path.includes('/assets/dash.groceries-'))).toHaveLength(1);
});
