import { expect } from '@playwright/test';
import { ANA, register, test } from './journey.ts';

test('passwords that differ are said so and nothing is sent', async ({ openBrowser }) => {
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

test("the server's refusal is a toast, and what was typed stays", async ({ openBrowser }) => {
  const first = await openBrowser();
  await register(first, ANA);
  const page = await openBrowser();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Take Responsibility for Yourself.');
  await expect(page.getByText('Organize and track your tasks for life and work.')).toBeVisible();
  await page.getByRole('link', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'Register' }).click();
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
