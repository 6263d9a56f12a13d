import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { makeAdmin } from './household.ts';
import type { Install } from './install.ts';
import { ANA, login, register, test } from './journey.ts';

const CLI = fileURLToPath(new URL('../../server/dist/cli/main.js', import.meta.url));
const TOO_SHORT = 'Your passwords is less than 5 characters. Try again.';

/** The path of the link that `onus link` prints. */
async function linkFor(install: Install, email: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: install.dataDir, PUBLIC_URL: install.url };
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'link', email], { env });
  return stdout.trim();
}

test('a link sets a new password, once', async ({ openBrowser, install }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const link = await linkFor(install, ANA.email);
  const other = await openBrowser();
  const sent: string[] = [];
  other.on('request', request => void (request.method() === 'POST' && sent.push(request.url())));
  await other.goto(link);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Set Your Password');
  const password = other.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('required');
  await password.fill('four');
  await expect(password).toHaveAttribute('type', 'password');
  await other.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await other.getByRole('button', { name: 'Activate Account' }).click();
  await expect(other.getByText(TOO_SHORT)).toHaveClass(/text-danger/);
  expect(sent).toEqual([]);
  await password.fill('a new one');
  await other.getByRole('button', { name: 'Activate Account' }).click();
  await expect(other.getByRole('status')).not.toHaveText(/Error|^$/);
  await expect(other.getByRole('status')).toHaveClass(/text-brand-strong/);
  await other.getByRole('button', { name: 'Activate Account' }).click();
  await expect(other.getByText('Error: this link is invalid or has expired.')).toHaveClass(/text-danger/);
  await other.getByRole('link', { name: 'Login' }).click();
  await login(other, { ...ANA, password: 'a new one' });
  await expect(other).toHaveURL(/\/dash\/tasks$/);
  await expect(page).toHaveURL(/\/login/);
});

test('who forgot the password is told how to go on', async ({ openBrowser }) => {
  const page = await openBrowser();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('status')).toHaveText(
    'No mail is sent from here. Ask your manager or an Admin for a link.',
  );
});

test('an Admin sees whether there is a backup, and no one else does', async ({ openBrowser, install }) => {
  const env = { ...process.env, DATA_DIR: install.dataDir };
  const boss = { name: 'Boss', email: 'boss@example.com', password: 'a secret' };
  const [admin, ana] = [await openBrowser(), await openBrowser()];
  await register(admin, boss);
  makeAdmin(install, boss);
  await admin.reload();
  await admin.getByRole('tab', { name: 'Settings' }).click();
  await expect(admin.getByText('None yet')).toBeVisible();
  await expect(admin.getByText('turns it on with BACKUP_DIR')).toBeVisible();
  await promisify(execFile)(process.execPath, [CLI, 'backup', `${install.dataDir}/copy.sqlite`], { env });
  await admin.reload();
  await admin.getByRole('tab', { name: 'Settings' }).click();
  await expect(admin.getByText(/, checked$/)).toBeVisible();
  await expect(admin.getByText(/^copy\.sqlite, \d+\skB, \d+ rows$/)).toBeVisible();

  await register(ana, ANA);
  await ana.getByRole('tab', { name: 'Settings' }).click();
  await expect(ana.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
  await expect(ana.getByText('This install')).toHaveCount(0);
});

test('a changed password ends the other sessions, and each one can be ended by hand', async ({
  openBrowser,
}) => {
  const [desk, phone] = [await openBrowser(), await openBrowser()];
  await register(desk, ANA);
  await login(phone, ANA);
  await phone.waitForURL('**/dash/tasks');
  await desk.getByRole('tab', { name: 'Settings' }).click();
  await expect(desk.getByText('This browser')).toHaveCount(1);
  await expect(desk.getByText('Sign out', { exact: true })).toHaveCount(2);
  const elsewhere = desk.getByRole('listitem').filter({ hasNotText: 'This browser' });
  await elsewhere.getByText('Sign out', { exact: true }).click();
  await expect(phone).toHaveURL(/\/login/);
  await expect(desk.getByText('Sign out', { exact: true })).toHaveCount(1);

  await login(phone, ANA);
  await phone.waitForURL('**/dash/tasks');
  await desk.getByLabel('Current password').fill('wrong');
  await desk.getByLabel('New password').fill('another one');
  await desk.getByRole('button', { name: 'Change password' }).click();
  await expect(desk.getByText('Current password is wrong')).toBeVisible();
  await expect(desk.getByLabel('New password')).toHaveValue('another one');
  await desk.getByLabel('Current password').fill(ANA.password);
  await desk.getByRole('button', { name: 'Change password' }).click();
  await expect(desk.getByLabel('New password')).toHaveValue('');
  await expect(phone).toHaveURL(/\/login/);
  await login(phone, { ...ANA, password: 'another one' });
  await expect(phone).toHaveURL(/\/dash\/tasks$/);

  await desk.getByRole('listitem').filter({ hasText: 'This browser' }).getByText('Sign out').click();
  await expect(desk).toHaveURL(/\/login$/);
});
