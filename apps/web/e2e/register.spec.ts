import { expect } from '@playwright/test';
import { check } from './check.ts';
import { ANA, register, registerWithForm, test } from './journey.ts';

test('passwords that differ show an error and send nothing', async ({ openBrowser }) => {
  const page = await openBrowser();
  const sent: string[] = [];
  page.on('request', request => void (request.method() === 'POST' && sent.push(request.url())));
  await page.goto('/register');
  await page.getByLabel('Name').fill(ANA.name);
  await page.getByLabel('Email').fill(ANA.email);
  await page.getByLabel('Password', { exact: true }).fill('one');
  await page.getByLabel('Confirm password').fill('two');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  expect(sent).toEqual([]);
});

test('a refusal by the server is a toast and keeps what was typed', async ({ openBrowser }) => {
  const first = await openBrowser();
  await register(first, ANA);
  const page = await openBrowser();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Take Responsibility for Yourself.');
  await expect(page.getByText('Organize and track your tasks for life and work.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await page.getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Name').waitFor();
  // A first account from the bare address.
  expect(await page.locator('form :is(input, select)').count()).toBeLessThanOrEqual(6);
  await page.getByLabel('Name').fill('Other');
  await page.getByLabel('Email').fill(ANA.email);
  await page.getByLabel('Password', { exact: true }).fill('x');
  await page.getByLabel('Confirm password').fill('x');
  await expect(page.getByLabel('Role')).toHaveValue('User');
  await page.getByLabel('Role').selectOption('Manager / Head of Household');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('An account with this email already exists')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Other');
  await page.getByLabel('Email').fill('other@example.com');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/dash\/tasks$/);
  await page.goto('/register');
  await page.goto('/goals');
  await expect(page).toHaveURL(/\/dash\/tasks$/);
});

test('a new password gets advice, which decides nothing', async ({ openBrowser }) => {
  const page = await openBrowser();
  await page.goto('/register');
  const password = page.getByLabel('Password', { exact: true });
  for (const [typed, advice] of [
    ['abc', /^Weak\./],
    ['correct horse', /^Fair\./],
    ['correct horse battery staple', /^Strong\./],
  ] as const) {
    await password.fill(typed);
    await expect(page.getByText(advice)).toBeVisible();
    await check(page);
  }
  await registerWithForm(page, { ...ANA, password: 'abc' });
});
