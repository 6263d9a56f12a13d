import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { addMember, asManager, makeAdmin } from './household.ts';
import { ANA, login, type Person, register, submitLogin, test } from './journey.ts';

const BEN: Person = { name: 'ben kent', email: 'ben@example.com', password: 'Ab1!' };

const ROOT: Person = { name: 'Root', email: 'root@example.com', password: 'a secret of ours' };

async function signIn(page: Page, person: Person): Promise<void> {
  await login(page, person);
  await page.waitForURL('**/dash/tasks');
}

test('a member added with the dialog logs in with the typed password', async ({ openBrowser }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await asManager(ana);
  await expect(ana).toHaveURL(/\/dash\/manager\?tab=members$/);
  await expect(ana.getByRole('heading', { level: 1 })).toHaveText('Manager');
  await ana.getByRole('button', { name: 'Add Member' }).click();
  const dialog = ana.getByRole('dialog', { name: 'Add member' });
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  await ana.keyboard.press('Escape');
  await ana.mouse.click(5, 400);
  await expect(dialog).toBeVisible();
  for (const refused of ['abc', 'abcdefghijklm', 'with space', 'naïve']) {
    await dialog.getByPlaceholder('Enter password').fill(refused);
    await expect(save).toBeDisabled();
  }
  await dialog.getByLabel('Username').fill(BEN.name);
  await dialog.getByLabel('Email').fill(ANA.email);
  await dialog.getByPlaceholder('Enter password').fill(BEN.password);
  await save.click();
  await expect(ana.getByRole('alert')).toContainText('An account with this email already exists');
  await expect(dialog.getByLabel('Username')).toHaveValue(BEN.name);
  await dialog.getByLabel('Email').fill(BEN.email);
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(ana.getByRole('heading', { name: 'Ben Kent' })).toBeVisible();
  await expect(ana.getByText(BEN.email)).toBeVisible();
  await ana.getByRole('button', { name: 'Add Member' }).click();
  for (const label of ['Username', 'Email', 'Password']) {
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue('');
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await signIn(ben, BEN);
  await expect(ben.getByRole('heading', { level: 1 })).toHaveText(BEN.name);
  await expect(ben.getByRole('link', { name: 'Manager' })).toHaveCount(0);
});

test("a task assigned on the member's page appears live for the member and in the chart", async ({
  openBrowser,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await asManager(ana);
  await expect(ana.getByText('No tasks were due in the last six months.')).toBeVisible();
  await addMember(ana, BEN);
  await signIn(ben, BEN);
  await expect(ben.getByText('You have no tasks scheduled for today.')).toBeVisible();

  await ana.getByRole('button', { name: 'Edit Ben Kent' }).click();
  await expect(ana.getByRole('heading', { level: 1 })).toHaveText(BEN.name);
  for (const tab of ['Today', 'Complete', 'Overdue']) {
    await ana.getByRole('tab', { name: tab }).click();
    await expect(ana.getByText('You have no tasks scheduled for today.')).toBeVisible();
  }
  await ana.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = ana.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill('Take the bins out');
  const people = dialog.getByRole('listbox', { name: 'Assign to:' });
  await expect(people.getByRole('option', { name: BEN.name })).toHaveAttribute('aria-selected', 'true');
  await expect(people.getByRole('option', { name: ANA.name })).toHaveAttribute('aria-selected', 'false');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(ben.getByRole('button', { name: 'Complete Take the bins out' })).toBeVisible();
  await expect(ben.getByText('ME', { exact: true })).toBeVisible();

  await ana.getByRole('link', { name: 'Back' }).click();
  const chart = ana.getByRole('region', { name: 'LAST 6 MONTHS' });
  await expect(chart.getByRole('link')).toHaveAccessibleName(/: 1 incomplete$/);
  await ben.getByRole('button', { name: 'Complete Take the bins out' }).click();
  await expect(chart.getByRole('link')).toHaveAccessibleName(/: 1 complete$/);
  await ana.setViewportSize({ width: 390, height: 844 });
  await expect(ana.getByText('LAST 6 MONTHS')).toBeVisible();
  await expect(chart.getByRole('link')).toBeInViewport();
});

test("the manager's lists have their own texts and dates, and an edit there changes the assignees", async ({
  openBrowser,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await asManager(ana);
  await addMember(ana, BEN);
  await signIn(ben, BEN);
  const empty = {
    Today: 'You have no tasks scheduled for today.',
    Overdue: 'You have no overdue tasks',
    Complete: 'You have no overdue tasks',
  };
  for (const [tab, text] of Object.entries(empty)) {
    await ana.getByRole('tab', { name: tab }).click();
    await expect(ana.getByText(text, { exact: true })).toBeVisible();
  }
  await ana.getByRole('tab', { name: 'Overdue' }).click();
  await ana.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = ana.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill('Book the dentist');
  await dialog.getByLabel('Due Date').fill('2020-02-03');
  await dialog.getByRole('option', { name: ANA.name }).click();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(ana.getByText('February 03, 2020')).toBeVisible();
  await expect(ana.getByText('ME', { exact: true })).toBeVisible();
  await ana.getByRole('button', { name: 'Edit Book the dentist' }).click();
  await ana.getByRole('option', { name: ANA.name }).click();
  await ana.getByRole('option', { name: BEN.name }).click();
  await ana.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(ana.getByRole('list', { name: 'Assigned to' })).toHaveText(/BK/);
  await ben.getByRole('tab', { name: 'Overdue' }).click();
  await expect(ben.getByText('February 3, 2020')).toBeVisible();
});

test('deactivating a member signs them out live, and activating restores them', async ({
  openBrowser,
  beforePoll,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await asManager(ana);
  await addMember(ana, BEN);
  await signIn(ben, BEN);
  await expect(ben.getByTitle('Live')).toBeVisible();
  await ana.getByRole('button', { name: 'Edit Ben Kent' }).click();
  await ana.getByRole('tab', { name: 'Settings' }).click();
  await expect(ana.getByLabel('Email')).toHaveValue(BEN.email);
  await expect(ana.getByLabel('Employee')).toBeChecked();
  await expect(ana.getByLabel('Manager')).not.toBeChecked();
  await expect(ana.getByText('Is user active?')).toBeVisible();
  await ana.getByLabel('Active').uncheck();
  const saved = ana.waitForResponse(response => response.url().includes('member.update'));
  await ana.getByRole('button', { name: 'Update' }).click();
  await saved;
  await expect(ben).toHaveURL(/\/login/, beforePoll);
  await login(ben, BEN);
  await expect(ben.getByRole('alert')).toHaveText('Your account is not active');
  await ana.getByRole('link', { name: 'Back' }).click();
  await expect(ana.getByText('Inactive', { exact: true })).toBeVisible();
  await ana.getByRole('button', { name: 'Edit Ben Kent' }).click();
  await ana.getByRole('tab', { name: 'Settings' }).click();
  await ana.getByLabel('Active').check();
  await ana.getByRole('button', { name: 'Update' }).click();
  await expect(ana.getByText('Settings saved').first()).toBeVisible();
  await ben.getByRole('button', { name: 'Submit' }).click();
  await expect(ben).toHaveURL(/\/dash\/tasks$/);
});

test('the manager area sends other users to the login and then to their tasks', async ({ openBrowser }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await asManager(ana);
  await addMember(ana, BEN);
  await signIn(ben, BEN);
  await ben.goto('/dash/manager?tab=overdue');
  await expect(ben).toHaveURL(/\/login\?from=/);
  await ben.getByRole('button', { name: 'Continue' }).click();
  await expect(ben).toHaveURL(/\/dash\/tasks$/);
  const other = await openBrowser();
  await other.goto('/dash/manager?tab=overdue');
  await submitLogin(other, ANA);
  await expect(other).toHaveURL(/\/dash\/manager\?tab=overdue$/);
});

test('a manager cannot open a member of another manager', async ({ openBrowser }) => {
  const [ana, eve] = [await openBrowser(), await openBrowser()];
  await asManager(ana);
  await addMember(ana, BEN);
  await ana.getByRole('button', { name: 'Edit Ben Kent' }).click();
  await ana.waitForURL('**/dash/manager/users/**');
  await register(eve, { ...ANA, name: 'Eve', email: 'eve@example.com' }, 'Manager');
  await eve.goto(new URL(ana.url()).pathname);
  await expect(eve).toHaveURL(/\/unauthorized$/);
  await expect(eve.getByText('Unauthorized', { exact: true })).toBeVisible();
  await eve.getByRole('link', { name: 'Back to your tasks' }).click();
  await expect(eve).toHaveURL(/\/dash\/tasks$/);
});

test('a former manager saves the task that was being typed', { tag: '@latency' }, async ({
  openBrowser,
  install,
}) => {
  const [root, ana] = [await openBrowser(), await openBrowser()];
  await register(root, ROOT);
  makeAdmin(install, ROOT);
  await asManager(ana);
  await addMember(ana, BEN);
  await ana.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = ana.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByRole('option', { name: BEN.name }).click();
  await dialog.getByLabel('Title').fill('Take the bins out');
  const rest = await restOf(root);
  const { id } = (await rest('get', '/users')).find(({ email }: Person) => email === ANA.email);
  await rest('patch', '/users', { id, roles: [] });
  await expect(ana).toHaveURL(/\/login\?from=/);
  await ana.getByRole('button', { name: 'Continue' }).click();
  await ana.getByRole('button', { name: 'Add Task' }).first().click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Take the bins out');
  await expect(dialog.getByRole('listbox', { name: 'Assign to:' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(ana.getByRole('button', { name: 'Complete Take the bins out' })).toBeVisible();
  await expect(ana.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await expect(ana.getByRole('button', { name: /Not saved/ })).toHaveCount(0);
});

test('content scrolls below the top bar', async ({ openBrowser }) => {
  const ana = await openBrowser();
  await asManager(ana);
  await ana.setViewportSize({ width: 1280, height: 320 });
  const action = ana.getByRole('button', { name: 'Add Task' });
  await expect(action).toBeVisible();
  await action.evaluate(button => scrollBy(0, button.getBoundingClientRect().top - 10));
  const covered = await action.evaluate(button => {
    const { left, top, width } = button.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + 10)?.closest('header') !== null;
  });
  expect(covered).toBe(true);
});
