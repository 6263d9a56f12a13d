import { expect, type Locator, type Page } from '@playwright/test';
import { asManager } from './household.ts';
import { ANA, register, test } from './journey.ts';

/**
 * That a refusal marks one field of the page.
 * @param error what a screen reader reads at the field; undefined where the error is a toast.
 */
async function expectMarked(page: Page, field: Locator, error?: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  if (error !== undefined) await expect(field).toHaveAccessibleDescription(new RegExp(`${error}$`));
  await expect(page.locator('[aria-invalid]')).toHaveCount(1);
}

test('an error calls the field by its label and marks it until the next try', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/settings');
  const token = page.getByLabel('Token name');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByRole('alert')).toHaveText('Token name is required');
  await expectMarked(page, token, 'Token name is required');
  await token.fill('Script');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByLabel('Token “Script”')).toBeVisible();
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);

  await page.getByRole('button', { name: 'Create feed' }).click();
  await expectMarked(page, page.getByLabel('Feed name'), 'Feed name is required');
  await page.getByLabel('Feed name').fill('x'.repeat(500));
  await page.getByRole('button', { name: 'Create feed' }).click();
  await expectMarked(page, page.getByLabel('Feed name'), 'Feed name is too long: at most 100');
});

test('the fields of an account are marked, and the toast calls them by their labels', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/settings');
  await page.getByLabel('Username').fill(' ');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expectMarked(page, page.getByLabel('Username'));
  await page.getByLabel('Username').fill('Ana');
  await page.getByLabel('Email').fill('ana at home');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Email is invalid')).toBeVisible();
  await expectMarked(page, page.getByLabel('Email'));
  await page.getByLabel('Email').fill(ANA.email);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);

  await page.getByLabel('Current password').fill(ANA.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('New password is required')).toBeVisible();
  await expectMarked(page, page.getByLabel('New password'), 'signed out everywhere else.');
  await page.getByLabel('Current password').fill('wrong');
  await page.getByLabel('New password').fill('another one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Current password is wrong')).toBeVisible();
  await expectMarked(page, page.getByLabel('Current password'));
});

test('the steps of a second factor mark their field', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/settings');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByLabel('Current password').last().fill('wrong');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectMarked(page, page.getByLabel('Current password').last(), 'Current password is wrong');
  await page.getByLabel('Current password').last().fill(ANA.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expectMarked(page, page.getByLabel('Code'), 'Code is required');
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expectMarked(page, page.getByLabel('Code'), 'Enter the one that your app shows now.');
});

test('the dialogs of a manager mark their fields', async ({ openBrowser }) => {
  const page = await openBrowser();
  await asManager(page);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const people = page.getByLabel('Number of people');
  for (const typed of ['0', '', '1.5', '101']) {
    await people.fill(typed);
    await page.getByRole('button', { name: 'Create link' }).click();
    await expectMarked(page, people, 'Number of people must be a whole number from 1 to 100');
  }
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Add Member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add member' });
  await dialog.getByLabel('Password', { exact: true }).fill('secret');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expectMarked(page, dialog.getByLabel('Username'));
  await dialog.getByLabel('Username').fill('Ben');
  await dialog.getByLabel('Email').fill(ANA.email);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('An account with this email already exists')).toBeVisible();
  await expectMarked(page, dialog.getByLabel('Email'));
});

test('a registration marks the field of its error', async ({ openBrowser }) => {
  const page = await openBrowser();
  await page.goto('/register');
  const submit = page.getByRole('button', { name: 'Submit' });
  await submit.click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expectMarked(page, page.getByLabel('Name'));
  await page.getByLabel('Name').fill(ANA.name);
  await page.getByLabel('Password', { exact: true }).fill('one');
  await submit.click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expectMarked(page, page.getByLabel('Confirm password'));
});

test('a link to a new password marks the field where the password is the reason', async ({ openBrowser }) => {
  const page = await openBrowser();
  await page.goto('/activate?token=x');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('four');
  await page.getByRole('button', { name: 'Activate Account' }).click();
  await expectMarked(page, password, 'Try again.');
  await password.fill('long enough');
  await page.getByRole('button', { name: 'Activate Account' }).click();
  await expect(page.getByText('Error: this link is invalid or has expired.')).toBeVisible();
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
});
