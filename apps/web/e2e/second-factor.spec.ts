import { appWith } from '@onus/api/second-factor/testing';
import type { World } from '@onus/api/testing';
import { expect, type Page } from '@playwright/test';
import { check } from './check.ts';
import { ANA, login, register, submitLogin, test } from './journey.ts';

/** The app of a person's phone, from the key that the page shows. */
async function scanned(page: Page) {
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  return appWith({ clock: Date.now } as World, (key ?? '').replaceAll(' ', ''));
}

/** Sets up an authenticator app where the page asks for the password. */
async function setUp(page: Page) {
  await page.getByLabel('Current password').last().fill(ANA.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const app = await scanned(page);
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByLabel('Code').fill(app());
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  // A screen reader announces what comes into a part that is there.
  await expect(page.getByRole('main').getByRole('status').and(page.locator(':empty'))).not.toHaveCount(0);
  const codes = await page.getByText(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/).allInnerTexts();
  expect(codes).toHaveLength(10);
  return { app, codes };
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/dash/settings');
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
}

test('an app is set up in Settings, asked for at the login, and removed @latency', async ({
  openBrowser,
}) => {
  const [desk, phone] = [await openBrowser(), await openBrowser()];
  await register(desk, ANA);
  await login(phone, ANA);
  await phone.waitForURL('**/dash/tasks');
  await openSettings(desk);
  await desk.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await desk.getByLabel('Current password').last().fill('wrong');
  await desk.getByRole('button', { name: 'Continue' }).click();
  await expect(desk.getByRole('alert')).toHaveText('Current password is wrong');
  const { app, codes } = await setUp(desk);
  await expect(phone).toHaveURL(/\/login/);
  await desk.getByRole('button', { name: 'I have kept them' }).click();
  await expect(desk.getByText('10 of 10 recovery codes left.')).toBeVisible();

  await login(phone, { ...ANA, password: 'wrong' });
  await expect(phone.getByRole('alert')).toHaveText('Wrong email or password');
  await expect(phone.getByLabel('Code')).toHaveCount(0);
  await submitLogin(phone, ANA);
  const code = phone.getByLabel('Code');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(phone.getByRole('alert')).toHaveCount(0);
  await check(phone);
  await code.fill('000000');
  await code.press('Enter');
  await expect(phone.getByRole('alert')).toHaveText(/^This code is wrong or was used before/);
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await expect(phone.getByLabel('Email')).toHaveValue(ANA.email);
  await expect(phone.getByLabel('Password', { exact: true })).toHaveValue(ANA.password);
  // The step that confirmed the app is used up; the phone may be one step ahead.
  await code.fill(app(1));
  await code.press('Enter');
  await expect(phone).toHaveURL(/\/dash\/tasks$/);

  const tablet = await openBrowser();
  await login(tablet, ANA);
  await tablet.getByRole('button', { name: 'Use a recovery code' }).click();
  await tablet.getByLabel('Recovery code').fill(codes[3] ?? '');
  await tablet.getByRole('button', { name: 'Submit' }).click();
  await expect(tablet).toHaveURL(/\/dash\/tasks$/);

  await desk.reload();
  await expect(desk.getByText('9 of 10 recovery codes left.')).toBeVisible();
  await check(desk);
  await desk.getByRole('button', { name: 'Remove the app' }).click();
  await desk.getByLabel('Current password').last().fill(ANA.password);
  await desk.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(desk.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
  const other = await openBrowser();
  await login(other, ANA);
  await expect(other).toHaveURL(/\/dash\/tasks$/);
});

test('the steps of the setup have no accessibility problem, and Cancel leaves them', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ viewport: { width: 390, height: 780 } });
  await register(page, ANA);
  await openSettings(page);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await check(page);
  await page.getByLabel('Current password').last().fill(ANA.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const app = await scanned(page);
  await check(page);
  await page.getByLabel('Code').fill('12');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^This code is wrong/);
  await page.getByLabel('Code').fill(app());
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await check(page);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'Set up again' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible();
});

test.describe('where everyone must have a second factor', () => {
  test.use({ settings: { REQUIRE_SECOND_FACTOR: 'all' } });

  test('every page leads to setting it up, and then to where one wanted to go @latency', async ({
    openBrowser,
  }) => {
    const page = await openBrowser();
    await register(page, ANA);
    const heading = page.getByRole('heading', { name: 'Set up a second factor', level: 1 });
    for (const path of ['/dash/messages', '/dash/settings', '/', '/dash/groceries']) {
      await page.goto(path);
      await expect(heading).toBeVisible();
      await expect(page.getByRole('navigation')).toHaveCount(0);
    }
    await check(page);
    const passkey = page.getByRole('button', { name: 'Use a passkey instead' });
    await expect(passkey).toBeVisible();
    const { app } = await setUp(page);
    await expect(passkey).toHaveCount(0);
    await check(page);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page).toHaveURL(/\/dash\/groceries$/);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await expect(heading).toHaveCount(0);

    const other = await openBrowser();
    await login(other, ANA);
    await other.getByLabel('Code').fill(app(1));
    await other.getByRole('button', { name: 'Submit' }).click();
    await expect(other).toHaveURL(/\/dash\/tasks$/);
    await expect(other.getByRole('button', { name: /^Account of / })).toBeVisible();
  });

  test('one can log out instead', async ({ openBrowser }) => {
    const page = await openBrowser();
    await register(page, ANA);
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goto('/dash/tasks');
    await expect(page).toHaveURL(/\/login/);
  });
});
