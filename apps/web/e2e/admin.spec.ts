import { join } from 'node:path';
import { closeDb, openDb } from '@onus/db/open';
import { openMailbox } from '@onus/proof/mailbox';
import { expect, type Page } from '@playwright/test';
import { directly } from './api.ts';
import { boxOf } from './boxes.ts';
import { check, checkLooks } from './check.ts';
import { callsOf, FAULTS, REFRESHES } from './faults.ts';
import { BEN, makeAdmin, openHousehold, ruleHousehold } from './household.ts';
import type { Install } from './install.ts';
import { ANA, login, type Person, register, submitLogin, test } from './journey.ts';
import { writeMembers } from './many-members.ts';

const ROOT: Person = { name: 'Root', email: 'root@example.com', password: 'a secret of ours' };

async function openAdmin(install: Install, root: Page): Promise<void> {
  await register(root, ROOT, 'Manager');
  makeAdmin(install, ROOT);
  await root.reload();
  await root.getByRole('button', { name: 'Account of Root' }).click();
  await root.getByRole('menuitem', { name: 'Admin' }).click();
  await expect(root.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible();
}

function users(page: Page) {
  return page.getByRole('list', { name: 'Users' }).getByRole('listitem');
}

test('the line below a tab is as long as its words', async ({ openBrowser, install }) => {
  const root = await openBrowser();
  await openAdmin(install, root);
  const tab = root.getByRole('tab', { name: 'Users' });
  expect((await boxOf(tab)).width).toBe((await boxOf(tab.locator('span').first())).width);
});

test('an Admin finds a user, signs a browser out and deactivates the account @latency', async ({
  openBrowser,
  install,
}) => {
  const [root, ana, ben] = [await openBrowser(), await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await openAdmin(install, root);
  await expect(users(root)).toContainText(['Ana', 'Ben', 'Root']);
  await root.getByLabel('Find a user').fill('ben@ex');
  await expect(users(root)).toHaveCount(1);
  await expect(users(root)).toContainText('1 browser, last seen');
  await expect(users(root)).toContainText('Managed by Ana');
  await root.getByRole('link', { name: 'Ben' }).click();
  await expect(root).toHaveTitle(/^Ben · Onus$/);

  const sessions = root.getByRole('listitem').filter({ hasText: 'Last seen' });
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText('Local network');
  await root.getByRole('button', { name: /^Sign out Chrome/ }).click();
  await expect(root.getByText('Not signed in anywhere.')).toBeVisible();
  await expect(ben).toHaveURL(/\/login/);

  await root.getByRole('button', { name: 'Deactivate' }).click();
  await expect(root.getByText('Not active: signed out')).toBeVisible();
  await login(ben, BEN);
  await expect(ben.getByText('Your account is not active')).toBeVisible();
  await root.getByRole('button', { name: 'Activate' }).click();
  await expect(root.getByRole('button', { name: 'Deactivate' })).toBeVisible();

  await root.getByLabel('Managed by').selectOption('No manager');
  await root.getByRole('button', { name: 'Move Ben' }).click();
  await expect(root.getByText('Ben was moved')).toBeVisible();
  await root.goBack();
  await expect(users(root).filter({ hasText: 'Ben' })).toContainText('No manager');
  await root.getByRole('link', { name: 'Root' }).click();
  await expect(root.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await expect(root.getByRole('button', { name: 'Deactivate' })).toHaveCount(0);
});

test('an Admin reads everyone page by page and finds one of a thousand @latency', async ({
  openBrowser,
  install,
}) => {
  const root = await openBrowser();
  await openAdmin(install, root);
  writeMembers(install, 1_000, number => `Person ${number}`);
  await root.reload();
  await expect(users(root)).toHaveCount(50);
  await root.getByRole('button', { name: 'Show more' }).click();
  await expect(users(root)).toHaveCount(100);
  await root.getByLabel('Find a user').fill('person 777');
  await expect(users(root)).toHaveCount(1);
  await root.getByLabel('Find a user').fill('no such name');
  await expect(root.getByText('No user has “no such name” in the name or email.')).toBeVisible();
});

test('an Admin backs up and tests the email @latency', async ({ openBrowser, install }) => {
  const mailbox = await openMailbox();
  await install.restart({ SMTP_URL: mailbox.url });
  const root = await openBrowser();
  await openAdmin(install, root);
  await root.getByRole('tab', { name: 'Installation' }).click();
  await expect(root.getByText('None yet')).toBeVisible();
  await expect(root.getByText('Known one minute after the start')).toBeVisible();
  // A screen reader announces what comes into a part that is there.
  await expect(root.getByRole('main').getByRole('status')).toHaveCount(2);
  await root.getByRole('button', { name: 'Back up now' }).click();
  await expect(root.getByText(/Backed up: onus-\d{8}T\d{6}Z\.sqlite/)).toBeVisible();
  await expect(root.getByText(/, checked$/)).toBeVisible();
  await root.getByRole('button', { name: 'Send a test email' }).click();
  await expect(root.getByText('A test email was sent to root@example.com.')).toBeVisible();
  expect(mailbox.mails.filter(mail => mail.includes('Test email from Onus'))).toHaveLength(1);
  await mailbox.close();
  await root.getByRole('button', { name: 'Send a test email' }).click();
  await expect(root.getByText(/^The email was not sent: .*ECONNREFUSED/)).toBeVisible();
  await root.getByRole('tab', { name: 'Audit log' }).click();
  await expect(root.getByText('Root asked for a backup')).toBeVisible();
});

test('no one else opens the Admin page', async ({ openBrowser }) => {
  const ana = await openBrowser();
  await register(ana, ANA, 'Manager');
  await ana.getByRole('button', { name: 'Account of Ana' }).click();
  await expect(ana.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
  await expect(ana.getByRole('menuitem', { name: 'Admin' })).toHaveCount(0);
  await ana.goto('/dash/admin');
  await expect(ana.getByText('Unauthorized')).toBeVisible();
  await expect(ana.getByRole('main')).toBeFocused();
  await ana.goto('/dash/admin?tab=installation');
  await expect(ana.getByText('Unauthorized')).toBeVisible();
});

test('an Admin whose session ends logs in, and is back on the page of the user', {
  tag: '@latency',
}, async ({ openBrowser, install }) => {
  const root = await openBrowser();
  await openAdmin(install, root);
  await root.getByRole('link', { name: 'Root' }).click();
  await expect(root.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await expect(root.getByTitle('Live')).toBeVisible();
  const { pathname, search } = new URL(root.url());
  await root.request.post(directly(root, '/auth/logout'));
  await expect(root).toHaveURL(/\/login\?from=/);
  await submitLogin(root, ROOT);
  await expect(root).toHaveURL(pathname + search);
  await expect(root.getByRole('heading', { name: 'Sessions' })).toBeVisible();
});

test('a person who became an Admin while the app was closed opens the Admin page', async ({
  openBrowser,
  install,
}) => {
  const root = await openBrowser();
  await register(root, ROOT, 'Manager');
  await expect(root.getByTitle('Live')).toBeVisible();
  await root.goto('/healthz');
  makeAdmin(install, ROOT);
  // The page is there before the new role.
  const shown = Promise.withResolvers<void>();
  await root.route(REFRESHES, async route => {
    await shown.promise;
    await route.continue();
  });
  const code = root.waitForResponse('**/assets/admin-*.js');
  await root.goto('/dash/admin');
  await (await code).finished();
  await root.evaluate(() => new Promise(resolve => setTimeout(resolve, 500)));
  shown.resolve();
  await expect(root.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible();
});

test('axe finds no problem on the Admin page', async ({ openBrowser, install }) => {
  const root = await openBrowser();
  await openAdmin(install, root);
  writeMembers(install, 3, number => `${'W'.repeat(97)}${number}`);
  for (const at of ['', '?tab=installation', '?tab=audit', '?user=member-1']) {
    await root.goto(`/dash/admin${at}`, { waitUntil: 'networkidle' });
    await checkLooks(root);
  }
});

test('a long name that is read from right to left is cut off at its end', async ({
  openBrowser,
  install,
}) => {
  const root = await openBrowser({ viewport: { width: 390, height: 844 } });
  await register(root, ROOT, 'Manager');
  makeAdmin(install, ROOT);
  const name = 'שלום '.repeat(15).trim();
  writeMembers(install, 1, () => name);
  await root.goto('/dash/admin');
  await expect(users(root).getByRole('link', { name })).toHaveCSS('direction', 'rtl');
  await root.getByRole('link', { name }).click();
  await root.getByLabel('Managed by').selectOption('No manager');
  const button = root.getByRole('button', { name: `Move ${name}` });
  await expect(button.getByText(name, { exact: true })).toHaveCSS('direction', 'rtl');
});

test('an Admin revokes an invitation of anyone, and resets the second factor of a user @latency', async ({
  openBrowser,
  install,
}) => {
  const [root, ana, ben] = [await openBrowser(), await openBrowser(), await openBrowser()];
  const { rest } = await ruleHousehold(install, ana, ben);
  await rest('post', '/invitations', { role: 'Manager', uses: 3 });
  await openAdmin(install, root);
  await root.getByRole('tab', { name: 'Invitations' }).click();
  await expect(root.getByRole('list', { name: 'Invitations' })).toContainText(
    'Manager of Ana · 0 of 3 joined',
  );
  await check(root);
  await root.getByRole('button', { name: 'Revoke the invitation of Ana for Manager' }).click();
  await expect(root.getByText('No one has an open invitation.')).toBeVisible();

  await root.getByRole('tab', { name: 'Users' }).click();
  await root.getByRole('link', { name: 'Ben' }).click();
  await root.getByRole('button', { name: 'Reset second factor' }).click();
  const dialog = root.getByRole('dialog', { name: 'Reset the second factor of Ben?' });
  await check(root);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await root.getByRole('button', { name: 'Reset second factor' }).click();
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
  // He had none.
  await expect(root.getByText('Ben has no second factor now')).toBeVisible();
});

test('the page of a user and the way back take the focus of their links', async ({
  openBrowser,
  install,
}) => {
  const root = await openBrowser();
  await openAdmin(install, root);
  await root.getByRole('link', { name: 'Root' }).focus();
  await root.keyboard.press('Enter');
  await expect(root.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await expect(root.getByRole('main')).toBeFocused();
  await root.keyboard.press('Tab');
  await expect(root.getByRole('link', { name: 'Back' })).toBeFocused();
  await root.keyboard.press('Enter');
  await expect(root.getByRole('tab', { name: 'Users' })).toBeVisible();
  await expect(root.getByRole('main')).toBeFocused();
});

test('the last rows of a list take the focus of the button that fetched them', async ({
  openBrowser,
  install,
}) => {
  const root = await openBrowser();
  await openAdmin(install, root);
  writeMembers(install, 60, number => `Person ${number}`);
  await root.reload();
  await root.getByRole('button', { name: 'Show more' }).focus();
  await root.keyboard.press('Enter');
  await expect(users(root)).toHaveCount(61);
  await expect(root.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await expect(users(root).nth(50)).toBeFocused();
  await root.keyboard.press('Tab');
  await expect(users(root).nth(50).getByRole('link')).toBeFocused();
});

/** Writes open invitations of the first account directly into the database. */
function writeInvitations(install: Install, count: number): void {
  const db = openDb(join(install.dataDir, 'onus.sqlite'));
  const insert = db.$client.prepare(
    `insert into invitation (id, inviter_id, role, token_hash, uses, expires_at, created_at)
     select ?, id, 'Employee', ?, 1, ?, ? from user order by created_at limit 1`,
  );
  const now = Date.now();
  db.$client.transaction(() => {
    for (let number = 0; number < count; number += 1) {
      const id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
      insert.run(id, `hash ${number}`, now + 86_400_000, now);
    }
  })();
  closeDb(db);
}

test('the last invitations take the focus of the button that fetched them, and a failure is said', async ({
  openBrowser,
  install,
}) => {
  const root = await openBrowser();
  await openAdmin(install, root);
  writeInvitations(install, 60);
  await root.getByRole('tab', { name: 'Invitations' }).click();
  const rows = root.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
  await expect(rows).toHaveCount(50);
  const more = root.getByRole('button', { name: 'Show more' });
  await root.route(callsOf('admin.invites'), FAULTS.internal.answer);
  await more.press('Enter');
  await expect(root.getByRole('alert')).toHaveText(FAULTS.internal.says);
  await expect(more).toBeFocused();
  await root.unroute(callsOf('admin.invites'));
  await root.keyboard.press('Enter');
  await expect(rows).toHaveCount(60);
  await expect(more).toHaveCount(0);
  await expect(root.getByRole('alert')).toHaveCount(0);
  await expect(rows.nth(50)).toBeFocused();
  await root.keyboard.press('Tab');
  await expect(rows.nth(50).getByRole('button')).toBeFocused();
});

test('the last entries of the audit log take the focus of the button that fetched them', async ({
  openBrowser,
  install,
}) => {
  const root = await openBrowser();
  await openAdmin(install, root);
  for (let attempt = 0; attempt < 5; attempt += 1)
    await root.request.post('/auth', { data: { email: ROOT.email, password: ROOT.password } });
  for (let attempt = 0; attempt < 6; attempt += 1)
    await root.request.post('/auth', { data: { email: ROOT.email, password: 'a guess' } });
  await root.getByRole('tab', { name: 'Audit log' }).click();
  const rows = root.getByRole('region', { name: 'Audit log' }).getByRole('listitem');
  await expect(rows).toHaveCount(10);
  await root.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(root.getByText('Root registered as')).toBeVisible();
  await expect(root.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await expect(rows.nth(10)).toBeFocused();
});
