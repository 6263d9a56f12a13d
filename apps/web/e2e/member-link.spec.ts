import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { boxOf } from './boxes.ts';
import { addMember, asManager } from './household.ts';
import { login, type Person, test } from './journey.ts';

const BEN: Person = { name: 'ben', email: 'ben@example.com', password: 'Ab1!' };
const CHOSEN = { email: BEN.email, password: 'one of my own' };

async function setPassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Activate Account' }).click();
}

test('a manager gives a new member a link, and the member sets a password with it', async ({
  openBrowser,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await ana.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await asManager(ana);
  await addMember(ana, BEN);
  await expect(ana.getByText('Ben was added')).toBeVisible();
  await ana.getByRole('button', { name: 'Get link' }).click();
  await expect(ana).toHaveURL(/\/dash\/manager\/users\/[\w-]+\?tab=settings$/);
  await expect(ana.getByLabel('Activation link')).toHaveCount(0);
  await ana.getByRole('button', { name: 'Create link' }).click();
  const field = ana.getByLabel('Activation link');
  await expect(field).toHaveValue(/\/activate\?token=[\w-]{43}$/);
  await expect(field).toHaveAttribute('readonly');
  await expect(field).toHaveAccessibleDescription(/^Works once\. Expires \w+ \d+, \d+:\d\d [AP]M\.$/);
  const older = await field.inputValue();

  await ana.getByRole('button', { name: 'Create a new link' }).click();
  await expect(field).not.toHaveValue(older);
  // A screen reader announces what comes into a part that is there.
  await expect(ana.getByRole('main').getByRole('status').and(ana.locator(':empty'))).toHaveCount(1);
  await ana.getByRole('button', { name: 'Copy' }).click();
  await expect(ana.getByText('Copied')).toBeVisible();
  const link = await ana.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(await field.inputValue());

  await setPassword(ben, older, CHOSEN.password);
  await expect(ben.getByText('Error: this link is invalid or has expired.')).toBeVisible();
  await ben.goto(link);
  await expect(ben.getByText('For ben (ben@example.com)')).toBeVisible();
  await setPassword(ben, link, CHOSEN.password);
  await expect(ben).toHaveURL(/\/dash\/tasks$/);
  await ben.reload();
  await expect(ben.getByText('You have no tasks scheduled for today.')).toBeVisible();
  const phone = await openBrowser();
  await login(phone, CHOSEN);
  await expect(phone).toHaveURL(/\/dash\/tasks$/);

  await ana.getByRole('button', { name: 'Create a new link' }).click();
  await expect(ana.getByLabel('Reset link')).toHaveValue(/\/activate\?token=/);
});

test('without a clipboard the app selects the link, and it shows a refusal in its place', async ({
  openBrowser,
}) => {
  const ana = await openBrowser();
  // On plain http browsers have no clipboard API.
  await ana.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await asManager(ana);
  await addMember(ana, BEN);
  await ana.getByRole('button', { name: 'Edit Ben' }).click();
  await ana.getByRole('tab', { name: 'Settings' }).click();
  await ana.route('**/trpc/member.link*', route => route.abort());
  await ana.getByRole('button', { name: 'Create link' }).click();
  await expect(ana.getByText('The server cannot be reached.')).toBeVisible();
  await ana.unroute('**/trpc/member.link*');
  await ana.getByRole('button', { name: 'Create link' }).click();
  await expect(ana.getByText('The server cannot be reached.')).toHaveCount(0);
  await ana.getByRole('button', { name: 'Copy' }).click();
  await expect(ana.getByText('The link is selected. Copy it with your keyboard or the menu.')).toBeVisible();
  expect(await ana.evaluate(() => getSelection()?.toString())).toBe(
    await ana.getByLabel('Activation link').inputValue(),
  );

  await ana.getByLabel('Email').fill('benno@example.com');
  await ana.getByRole('button', { name: 'Update' }).click();
  await expect(ana.getByLabel('Activation link')).toHaveCount(0);
  await ana.getByLabel('Active').uncheck();
  await ana.getByRole('button', { name: 'Update' }).click();
  await expect(ana.getByRole('heading', { name: 'Link to set a password' })).toHaveCount(0);
});

test('on a phone, a new link is scrolled into view', { tag: '@latency' }, async ({ openBrowser }) => {
  const ana = await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await asManager(ana);
  const rest = await restOf(ana);
  const { user } = await rest('post', '/manager/users', {
    username: BEN.name,
    email: BEN.email,
    password: BEN.password,
    roles: 'Employee',
  });
  await ana.goto(`/dash/manager/users/${user.id}?tab=settings`);
  const button = ana.getByRole('button', { name: 'Create link' });
  // As low as a finger can reach it: right above the bar.
  await button.evaluate(one => one.scrollIntoView({ block: 'end' }));
  await button.tap();
  const link = ana.getByLabel('Activation link');
  await expect(link).toBeVisible();
  const bar = await boxOf(ana.getByRole('navigation', { name: 'Main' }));
  await expect.poll(async () => (await boxOf(link)).bottom).toBeLessThanOrEqual(bar.y);
});
