import { expect, type Page } from '@playwright/test';
import { addMember, asManager } from './household.ts';
import { login, type Person, test } from './journey.ts';

const BEN: Person = { name: 'ben', email: 'ben@example.com', password: 'Ab1!' };
const CHOSEN = { email: BEN.email, password: 'one of my own' };

async function setPassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Activate Account' }).click();
}

test('the manager hands a new member a link, with which they choose their own password', async ({
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
  await ana.getByRole('button', { name: 'Make a link' }).click();
  const field = ana.getByLabel('Activation link');
  await expect(field).toHaveValue(/\/activate\?token=[\w-]{43}$/);
  await expect(field).toHaveAttribute('readonly');
  await expect(field).toHaveAccessibleDescription(/^Opens once, until \w+ \d+, \d+:\d\d [AP]M\.$/);
  const older = await field.inputValue();

  await ana.getByRole('button', { name: 'Make a new link' }).click();
  await expect(field).not.toHaveValue(older);
  await ana.getByRole('button', { name: 'Copy' }).click();
  await expect(ana.getByText('Copied')).toBeVisible();
  const link = await ana.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(await field.inputValue());

  await setPassword(ben, older, CHOSEN.password);
  await expect(ben.getByText('Error: this link is invalid or has expired.')).toBeVisible();
  await setPassword(ben, link, CHOSEN.password);
  await expect(ben.getByText('Your password is set. You can log in now.')).toBeVisible();
  await login(ben, CHOSEN);
  await expect(ben).toHaveURL(/\/dash\/tasks$/);

  await ana.getByRole('button', { name: 'Make a new link' }).click();
  await expect(ana.getByLabel('Reset link')).toHaveValue(/\/activate\?token=/);
});

test('without a clipboard the link is selected, and what the server refuses is said in its place', async ({
  openBrowser,
}) => {
  const ana = await openBrowser();
  // What plain http on a network address leaves out of the browser.
  await ana.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await asManager(ana);
  await addMember(ana, BEN);
  await ana.getByRole('button', { name: 'Edit Ben' }).click();
  await ana.getByRole('tab', { name: 'Settings' }).click();
  await ana.route('**/trpc/member.link*', route => route.abort());
  await ana.getByRole('button', { name: 'Make a link' }).click();
  await expect(ana.getByText('The server cannot be reached.')).toBeVisible();
  await ana.unroute('**/trpc/member.link*');
  await ana.getByRole('button', { name: 'Make a link' }).click();
  await expect(ana.getByText('The server cannot be reached.')).toHaveCount(0);
  await ana.getByRole('button', { name: 'Copy' }).click();
  await expect(ana.getByText('Selected: copy it with your keyboard or its menu.')).toBeVisible();
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
