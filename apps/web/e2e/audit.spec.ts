import { expect } from '@playwright/test';
import { checkLooks } from './check.ts';
import { makeAdmin } from './household.ts';
import { ANA, login, register, test } from './journey.ts';

test('only an Admin sees the audit log', async ({ openBrowser, install }) => {
  const [page, other] = [await openBrowser(), await openBrowser()];
  await register(page, ANA);
  await page.goto('/dash/tasks?tab=settings');
  await page.getByText('Where you are signed in').waitFor();
  await expect(page.getByText('Audit log')).toHaveCount(0);
  makeAdmin(install, ANA);
  await page.reload();
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();

  await register(other, { name: 'Ben logged in', email: 'ben@example.com', password: 'battery staple' });
  const stranger = await openBrowser();
  await login(stranger, { email: 'ben@example.com', password: 'wrong' });
  await expect(stranger.getByRole('alert')).toHaveText('Wrong email or password');
  await page.getByRole('tab', { name: 'Today' }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  const lines = page.getByRole('region', { name: 'Audit log' }).getByRole('listitem');
  await expect(lines).toContainText([
    'A login to Ben logged in was refused: wrong email or password',
    'Ben logged in logged in',
    'Ben logged in registered as User',
    'Ana logged in',
    'Ana registered as User',
  ]);
  // A name is in an element of its own, so that it cannot pass for our words.
  await expect(lines.nth(1).locator('bdi')).toHaveText('Ben logged in');
});

test('the audit log loads page by page and shows a failure', async ({ openBrowser, install }) => {
  const page = await openBrowser();
  await register(page, ANA);
  makeAdmin(install, ANA);
  for (let n = 0; n < 11; n++)
    await page.request.post('/auth', { data: { email: ANA.email, password: ANA.password } });
  let isBroken = true;
  await page.route(/\/trpc\/.*audit\.list/, route => (isBroken ? route.abort() : route.continue()));
  await page.goto('/dash/tasks?tab=settings');
  const section = page.getByRole('region', { name: 'Audit log' });
  await section.getByText('The server cannot be reached.').waitFor();
  isBroken = false;
  await section.getByRole('button', { name: 'Retry' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(10);
  await section.getByRole('button', { name: 'Show more' }).click();
  await expect(section.getByText('Ana registered as User')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});

test('axe finds no problem in the audit log', async ({ openBrowser, install }) => {
  const page = await openBrowser();
  await register(page, { ...ANA, name: 'W'.repeat(100) });
  makeAdmin(install, ANA);
  await page.goto('/dash/tasks?tab=settings');
  await page.getByText('registered as User').waitFor();
  await checkLooks(page);
});
