import { expect, type Page } from '@playwright/test';
import { check } from './check.ts';
import { FAULTS } from './faults.ts';
import { ANA, register, test } from './journey.ts';

/** The authenticator that the browser has built in, as on a phone. It holds its keys; the person is always verified. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    keys: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Current password').last().fill(ANA.password);
  await page.getByLabel('Name of the passkey').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
}

test('a passkey signs in with one tap, and one that was deleted does not @latency', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  const device = await withAuthenticator(page);
  await register(page, ANA);
  await page.goto('/dash/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await addPasskey(page, 'My phone');
  const row = page.getByRole('listitem').filter({ hasText: 'My phone' });
  await expect(row).toContainText('Not used yet');
  expect(await device.keys()).toHaveLength(1);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await check(page);
  await addPasskey(page, 'The same');
  await expect(page.getByRole('alert')).toHaveText('This device has a passkey for your account already.');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await logOut(page);
  await check(page);
  await device.verifies(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^No passkey was used/);
  await device.verifies(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/dash\/tasks$/);
  await expect(page.getByRole('button', { name: 'Account of Ana' })).toBeVisible();

  await page.goto('/dash/settings');
  await expect(row).toContainText('Last used');
  await row.getByRole('button', { name: 'Delete My phone' }).press('Enter');
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused();
  await logOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^This passkey does not work here/);
});

test('without a network the passkey says so, and works once there is one', async ({ openBrowser }) => {
  const page = await openBrowser();
  const device = await withAuthenticator(page);
  await device.verifies(false);
  await page.goto('/login', { waitUntil: 'networkidle' });
  await page.context().setOffline(true);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await button.click();
    await expect(page.getByRole('alert')).toHaveText(FAULTS.away.says);
  }
  await page.context().setOffline(false);
  await button.click();
  await expect(page.getByRole('alert')).toHaveText(/^No passkey was used/);
});

test.describe('where everyone must have a second factor', () => {
  test.use({ settings: { REQUIRE_SECOND_FACTOR: 'all' } });

  test('a passkey is one, and the password no longer signs in', async ({ openBrowser }) => {
    const page = await openBrowser();
    await withAuthenticator(page);
    await register(page, ANA);
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await check(page);
    await addPasskey(page, 'Laptop');
    await expect(page.getByRole('button', { name: 'Account of Ana' })).toBeVisible();
    await logOut(page);
    await page.getByLabel('Email').fill(ANA.email);
    await page.getByLabel('Password', { exact: true }).fill(ANA.password);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toHaveText('Sign in with your passkey');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page).toHaveURL(/\/dash\/tasks$/);
    await expect(page.getByRole('button', { name: 'Account of Ana' })).toBeVisible();
  });
});
