import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { closeDb, openDb } from '@onus/db/open';
import { expect, type Page } from '@playwright/test';
import { makeAdmin, makeHousehold, openHousehold } from './household.ts';
import type { Install } from './install.ts';
import { ANA, addTask, login, type Person, register, test } from './journey.ts';

const ROOT: Person = { name: 'Root', email: 'root@example.com', password: 'a secret of ours' };

function change(install: Install, sql: string, ...values: unknown[]): void {
  const db = openDb(join(install.dataDir, 'onus.sqlite'));
  db.$client.prepare(sql).run(...values);
  closeDb(db);
}

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
}

test('changing the email asks for the password when the last sign-in is old, and keeps what was typed', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await openSettings(page);
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Update' }) });
  await form.getByLabel('Email').fill('first@example.com');
  await form.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();

  change(install, 'update session set created_at = created_at - 660000');
  await form.getByLabel('Username').fill('Anna');
  await form.getByLabel('Email').fill('second@example.com');
  await form.getByRole('button', { name: 'Update' }).click();
  const password = form.getByLabel('Current password');
  await expect(password).toBeFocused();
  await expect(form.getByText('Enter your password to change your email.')).toBeVisible();
  await expect(form.getByLabel('Email')).toHaveValue('second@example.com');
  await password.fill('a guess');
  await password.press('Enter');
  await expect(page.getByText('Current password is wrong')).toBeVisible();
  await expect(form.getByLabel('Username')).toHaveValue('Anna');
  await password.fill(ANA.password);
  await password.press('Enter');
  await expect(password).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Update' })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Anna');
  await login(await openBrowser(), { email: 'second@example.com', password: ANA.password });
});

test('the link to the old address restores it and signs everyone out', async ({ openBrowser, install }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const token = 'a'.repeat(43);
  change(install, "update user set email = 'thief@example.com'");
  change(
    install,
    'insert into email_take_back (user_id, email, token_hash, expires_at) select id, ?, ?, ? from user',
    ANA.email,
    createHash('sha256').update(token).digest('base64url'),
    Date.now() + 3_600_000,
  );
  const other = await openBrowser();
  await other.goto(`/take-back-email?token=${token}`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Restore your email');
  await other.reload();
  await expect(page).toHaveURL(/\/dash\/tasks$/);
  await other.getByRole('button', { name: 'Restore my email' }).click();
  await expect(other.getByRole('status')).toContainText('Your email is restored');
  await expect(other.getByRole('link', { name: 'Set a new password' })).toBeFocused();
  await expect(page).toHaveURL(/\/login/);
  await other.getByRole('link', { name: 'Login' }).click();
  await login(other, ANA);
  await expect(other).toHaveURL(/\/dash\/tasks$/);
  await other.goto(`/take-back-email?token=${token}`);
  await other.getByRole('button', { name: 'Restore my email' }).click();
  await expect(other.getByRole('alert')).toHaveText('Error: this link is invalid or has expired.');
});

test('an Admin reads what a move does, then moves a member', async ({ openBrowser, install }) => {
  const [root, ana, ben] = [await openBrowser(), await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await register(root, ROOT);
  makeAdmin(install, ROOT);
  await ben.reload();
  await addTask(ben, 'Water the plants');
  await root.reload();
  await root.getByRole('link', { name: 'Manager' }).click();
  await root.getByRole('tab', { name: 'Members' }).click();
  await root.getByRole('button', { name: 'Edit Ben' }).click();
  await openSettings(root);
  await root.getByLabel('Managed by').selectOption({ label: 'Root (root@example.com)' });
  await expect(
    root.getByText('Ben leaves the household of Ana and joins the household of Root.'),
  ).toBeVisible();
  await expect(root.getByText('Root will manage the 1 open task that Ben created.')).toBeVisible();
  await root.getByRole('button', { name: 'Move Ben' }).click();
  await expect(root.getByText('Ben was moved')).toBeVisible();
  await expect(root.getByRole('button', { name: 'Move Ben' })).toHaveCount(0);
  await expect(root.getByLabel('Managed by')).toBeFocused();

  await ana.reload();
  await ana.getByRole('link', { name: 'Manager' }).click();
  await expect(ana.getByText('You have no tasks scheduled for today.')).toBeVisible();
  await ana.getByRole('tab', { name: 'Members' }).click();
  await expect(ana.getByText('No Members')).toBeVisible();
  await expect(ben.getByText('Water the plants')).toBeVisible();
});

test('the head of a household hands the household over', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ana.reload();
  await ben.reload();
  await ana.getByRole('link', { name: 'Manager' }).click();
  await ana.getByRole('tab', { name: 'Members' }).click();
  await ana.getByRole('button', { name: 'Edit Ben' }).click();
  await openSettings(ana);
  await ana.getByRole('button', { name: 'Make Ben the head' }).click();
  const dialog = ana.getByRole('dialog', { name: 'Make Ben the head of your household?' });
  await expect(
    dialog.getByText('Ben becomes a Manager and the head of your household. You become a member of it.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await ana.getByRole('button', { name: 'Make Ben the head' }).click();
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(ana).toHaveURL(/\/dash\/tasks$/);
  await expect(ana.getByText('Ben is now the head of your household')).toBeVisible();
  await expect(ana.getByRole('link', { name: 'Manager' })).toHaveCount(0);
  // Ben does not sign in again: a change event tells his browser about his new role.
  await ben.getByRole('link', { name: 'Manager' }).click();
  await ben.getByRole('tab', { name: 'Members' }).click();
  await expect(ben.getByText(ANA.email)).toBeVisible();
});

test.describe('where registration is closed', () => {
  test.use({ settings: { REGISTRATION: 'closed' } });
  test('no page links to it, and its own page says that it is closed', async ({ openBrowser }) => {
    const page = await openBrowser();
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Register' })).toHaveCount(0);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Register' })).toHaveCount(0);
    await page.goto('/register');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registration is closed');
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test.describe('where people are invited', () => {
  test.use({ settings: { REGISTRATION: 'invite' } });
  test('only the first account can register', async ({ openBrowser, install }) => {
    const page = await openBrowser();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Register' }).click();
    await register(page, ANA);
    makeHousehold(install, ANA, []);
    const other = await openBrowser();
    await other.goto('/login');
    await expect(other.getByRole('button', { name: 'Submit' })).toBeVisible();
    await expect(other.getByRole('link', { name: 'Register' })).toHaveCount(0);
    // This tab loaded its page while registration was open.
    await page.getByRole('button', { name: 'Account of Ana' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Register' })).toHaveCount(0);
  });
});
