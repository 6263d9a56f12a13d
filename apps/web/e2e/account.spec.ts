import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { directly } from './api.ts';
import { check } from './check.ts';
import { forgetReads, holdBack, holdCode } from './faults.ts';
import { makeAdmin } from './household.ts';
import type { Install } from './install.ts';
import { ANA, login, register, submitLogin, test } from './journey.ts';

const CLI = fileURLToPath(new URL('../../server/dist/cli/main.js', import.meta.url));
const TOO_SHORT = 'Your passwords is less than 5 characters. Try again.';

/** The path of the link that `onus link` prints. */
async function linkFor(install: Install, email: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: install.dataDir, PUBLIC_URL: install.url };
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'link', email], { env });
  return stdout.trim();
}

test('a link sets a new password and works once', async ({ openBrowser, install }) => {
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

test('Forgot password says how to get a new one', async ({ openBrowser }) => {
  const page = await openBrowser();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('status')).toHaveText(
    "Email isn't set up on this server. Ask your manager or an Admin for a link.",
  );
});

test('only an Admin sees the state of the backups', async ({ openBrowser, install }) => {
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
  await expect(ana.getByText('This installation')).toHaveCount(0);
});

test('changing the password ends the other sessions, and Sign out ends one', async ({ openBrowser }) => {
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

test('Sign out everywhere ends every session, this one too @latency', async ({ openBrowser }) => {
  const [desk, phone] = [await openBrowser(), await openBrowser()];
  await register(desk, ANA);
  await login(phone, ANA);
  await phone.waitForURL('**/dash/tasks');
  await desk.goto('/dash/settings');
  const sessions = desk.getByRole('listitem').filter({ hasText: 'Last seen' });
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText('Local network');
  await desk.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Sign out everywhere?' });
  await expect(dialog).toBeVisible();
  await check(desk);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(sessions).toHaveCount(2);
  await desk.getByRole('button', { name: 'Sign out everywhere' }).click();
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(desk).toHaveURL(/\/login$/);
  await expect(phone).toHaveURL(/\/login/);
  await login(desk, ANA);
  await expect(desk).toHaveURL(/\/dash\/tasks$/);
});

test('what is typed while the settings are saved stays', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByRole('tab', { name: 'Settings' }).click();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/trpc/member.updateSelf*', async route => {
    await released;
    await route.continue();
  });
  await page.getByLabel('Username').fill('Ana Maria');
  await page.getByLabel('Email').fill(' Ana@Example.com ');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByLabel('Username').fill('Ana Marie');
  release();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('Ana Marie');
  await expect(page.getByLabel('Email')).toHaveValue(ANA.email);
});

test('settings that load are announced once, not for each of their parts', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await forgetReads(page);
  await page.addInitScript(() => {
    const seen = new Set<Element>();
    Reflect.set(window, 'announced', seen);
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('[role="status"]'))
        if (status.textContent === 'Loading') seen.add(status);
    }).observe(document, { childList: true, subtree: true });
  });
  // First the code comes, and then the data.
  const name = await holdBack(page, 'auth.me');
  const goOn = await holdCode(page, '-settings-tab-');
  await page.goto('/dash/settings');
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  goOn();
  await expect(page.getByRole('button', { name: 'Create token' })).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveCount(0);
  name.release();
  await expect(page.getByLabel('Username')).toHaveValue('Ana');
  expect(await page.evaluate(() => Reflect.get(window, 'announced').size)).toBe(1);
});

test('what is typed in the settings and of a member is there after a session ended', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA, 'Manager');
  const endAndLogIn = async () => {
    await expect(page.getByTitle('Live')).toBeVisible();
    await page.request.post(directly(page, '/auth/logout'));
    await expect(page).toHaveURL(/\/login\?from=/);
    await submitLogin(page, ANA);
  };
  await page.goto('/dash/settings');
  await page.getByLabel('Username').fill('Ana Maria');
  await page.getByLabel('Current password').fill(ANA.password);
  await page.getByLabel('Token name').fill('Lamp');
  await endAndLogIn();
  await expect(page).toHaveURL(/\/dash\/settings$/);
  await expect(page.getByLabel('Username')).toHaveValue('Ana Maria');
  await expect(page.getByLabel('Current password')).toHaveValue('');
  await expect(page.getByLabel('Token name')).toHaveValue('Lamp');
  // What was left there by hand is gone.
  await page.getByRole('link', { name: 'Tasks' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByLabel('Username')).toHaveValue('Ana');

  await page.goto('/dash/manager?tab=members');
  await page.getByRole('button', { name: 'Add Member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add member' });
  await dialog.getByLabel('Username').fill('Ben');
  await dialog.getByLabel('Password', { exact: true }).fill('abcd');
  await endAndLogIn();
  await page.getByRole('button', { name: 'Add Member' }).click();
  await expect(dialog.getByLabel('Username')).toHaveValue('Ben');
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('');
  await dialog.getByLabel('Email').fill('ben@example.com');
  await dialog.getByLabel('Password', { exact: true }).fill('abcd');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Edit Ben' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Username').fill('Benjamin');
  await endAndLogIn();
  await expect(page.getByLabel('Username')).toHaveValue('Benjamin');
});
