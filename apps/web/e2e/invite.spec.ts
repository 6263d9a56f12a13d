import { expect, type Page } from '@playwright/test';
import { check } from './check.ts';
import { asManager } from './household.ts';
import { ANA, login, type Person, register, test } from './journey.ts';

const BEN: Person = { name: 'Ben', email: 'ben@example.com', password: 'battery staple' };
const CLEO: Person = { name: 'Cleo', email: 'cleo@example.com', password: 'rubber duck' };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Makes an invitation on the members' tab. @returns its link, as the QR code has it. */
async function invite(page: Page, people = '1', role = 'Employee'): Promise<string> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Invite people' });
  await form.getByLabel('They join as').selectOption(role);
  await form.getByLabel('Number of people').fill(people);
  await form.getByRole('button', { name: 'Create link' }).click();
  const made = page.getByRole('dialog', { name: 'Invitation' });
  await expect(made.getByRole('img', { name: /QR/ })).toBeVisible();
  const link = await made.getByLabel('Invitation link').inputValue();
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(made).toBeHidden();
  return link;
}

async function fill(page: Page, { name, email, password }: Person): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
}

function openInvitations(page: Page) {
  return page.getByRole('region', { name: 'Open invitations' });
}

test('a manager makes a link, a phone joins with it, and the manager sees it live', {
  tag: '@latency',
}, async ({ openBrowser, install, beforePoll }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  await asManager(ana);
  const link = await invite(ana, '2');
  expect(link).toMatch(/\/join\?token=[\w-]{43}$/);
  expect(new URL(link).origin).toBe(new URL(install.url).origin);
  await expect(openInvitations(ana)).toContainText('Employee · 0 of 2 joined');
  // The next one begins again.
  await ana.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(ana.getByLabel('Number of people')).toHaveValue('1');
  await expect(ana.getByLabel('Invitation link')).toHaveCount(0);
  await ana.getByRole('button', { name: 'Cancel' }).click();

  await ben.goto(link);
  await expect(ben.getByText('Ana invites you as an Employee.')).toBeVisible();
  await expect(ben).toHaveTitle(/Join/);
  expect(await ben.getByRole('textbox').count()).toBeLessThanOrEqual(4);
  await check(ben);
  await fill(ben, BEN);
  await expect(ben.getByText('You have no tasks scheduled for today.')).toBeVisible();
  await expect(ben).toHaveURL(/\/dash\/tasks$/);
  await expect(ana.getByRole('heading', { name: 'Ben' })).toBeVisible(beforePoll);
  await expect(openInvitations(ana)).toContainText('Employee · 1 of 2 joined', beforePoll);
  await check(ana);

  await ben.reload();
  await expect(ben.getByText('You have no tasks scheduled for today.')).toBeVisible();
  // The link is not in the history.
  await ben.goBack();
  expect(ben.url()).not.toContain('token');

  const cleo = await openBrowser(PHONE);
  await cleo.goto(link);
  await fill(cleo, { ...CLEO, email: BEN.email });
  await expect(cleo.getByText('An account with this email already exists')).toBeVisible();
  await expect(cleo.getByLabel('Name')).toHaveValue('Cleo');
  await fill(cleo, CLEO);
  await expect(cleo).toHaveURL(/\/dash\/tasks$/);
  await expect(openInvitations(ana)).toHaveCount(0, beforePoll);
});

test('an invitation that is revoked says so, also on a page that was open before', async ({
  openBrowser,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  await asManager(ana);
  const link = await invite(ana, '3', 'Manager');
  await ben.goto(link);
  await expect(ben.getByText('Ana invites you as a Manager.')).toBeVisible();
  await ana.getByRole('button', { name: 'Revoke the invitation for Manager, 0 of 3 joined' }).click();
  await expect(ana.getByText('The invitation no longer works')).toBeVisible();
  await expect(openInvitations(ana)).toHaveCount(0);
  const refusal = ben.getByText('This invitation is invalid or has expired. Ask for a new one.');
  await fill(ben, BEN);
  await expect(refusal).toBeVisible();
  await ben.reload();
  await expect(ben.getByLabel('Name')).toHaveCount(0);
  await expect(refusal).toBeVisible();
  await check(ben);
  await ben.goto('/join');
  await expect(refusal).toBeVisible();
});

test('a network that fails is no bad invitation: the page asks again', async ({ openBrowser }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  await asManager(ana);
  const link = await invite(ana);
  await ben.route('**/trpc/invite.look*', route => route.abort());
  await ben.goto(link);
  await expect(ben.getByText('The server cannot be reached.')).toBeVisible();
  await ben.unroute('**/trpc/invite.look*');
  await ben.getByRole('button', { name: 'Retry' }).click();
  await expect(ben.getByText('Ana invites you as an Employee.')).toBeVisible();

  await ana.route('**/trpc/invite.create*', route => route.abort());
  await ana.getByRole('button', { name: 'Invite', exact: true }).click();
  await ana.getByRole('button', { name: 'Create link' }).click();
  await expect(ana.getByRole('dialog').getByText('The server cannot be reached.')).toBeVisible();
});

test('where registration is closed, an invitation still works', async ({ openBrowser, install }) => {
  const ana = await openBrowser();
  await asManager(ana);
  const link = await invite(ana);
  await install.restart({ REGISTRATION: 'closed' });
  const ben = await openBrowser(PHONE);
  await ben.goto('/register');
  await expect(ben.getByRole('heading', { name: 'Registration is closed' })).toBeVisible();
  await ben.goto(link);
  await fill(ben, BEN);
  await expect(ben).toHaveURL(/\/dash\/tasks$/);
});

test('a person who is signed in reads so, and joins as another', async ({ openBrowser }) => {
  const ana = await openBrowser();
  await asManager(ana);
  const link = await invite(ana);
  await ana.goto(link);
  await expect(ana.getByRole('note')).toContainText('You are signed in as Ana.');
  await fill(ana, BEN);
  await expect(ana.getByRole('button', { name: 'Account of Ben' })).toBeVisible();
  await ana.reload();
  await expect(ana.getByRole('button', { name: 'Account of Ben' })).toBeVisible();
});

test('the first steps offer an invitation', async ({ openBrowser }) => {
  const ana = await openBrowser(PHONE);
  await register(ana, ANA, 'Manager');
  await ana.getByRole('link', { name: 'invite them with a link' }).click();
  await expect(ana.getByRole('dialog', { name: 'Invite people' })).toBeVisible();
  await expect(ana).toHaveURL(/\/dash\/manager\?tab=members$/);
  await ana.keyboard.press('Escape');
  await expect(ana.getByRole('dialog')).toHaveCount(0);
});

test('a first password signs in, and a reset does not', { tag: '@latency' }, async ({ openBrowser }) => {
  const ana = await openBrowser();
  await asManager(ana);
  await invite(ana).then(async link => {
    const ben = await openBrowser();
    await ben.goto(link);
    await fill(ben, BEN);
    await expect(ben).toHaveURL(/\/dash\/tasks$/);
  });
  await ana.getByRole('button', { name: 'Edit Ben' }).click();
  await ana.getByRole('tab', { name: 'Settings' }).click();
  await ana.getByRole('button', { name: 'Create link' }).click();
  // Ben chose a password when he joined.
  const reset = await ana.getByLabel('Reset link').inputValue();
  const other = await openBrowser();
  await other.goto(reset);
  await expect(other.getByText('For Ben (ben@example.com)')).toBeVisible();
  await other.getByLabel('Password', { exact: true }).fill('another one');
  await other.getByRole('button', { name: 'Activate Account' }).click();
  await expect(other.getByText('Your password is set. You can log in now.')).toBeVisible();
  await login(other, { email: BEN.email, password: 'another one' });
  await expect(other).toHaveURL(/\/dash\/tasks$/);
});
