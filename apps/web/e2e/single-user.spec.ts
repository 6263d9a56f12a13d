import { expect } from '@playwright/test';
import { ANA, addTask, farZone, login, register, test } from './journey.ts';

test('a task due today appears in a second window without a reload and stays completed', async ({
  openBrowser,
}) => {
  const [first, second] = [await openBrowser(), await openBrowser()];
  await register(first, ANA);
  await login(second, ANA);
  await expect(second.getByText('You have no tasks scheduled for today.')).toBeVisible();
  await addTask(first, 'Take the bins out');
  const ring = second.getByRole('button', { name: 'Complete Take the bins out' });
  await expect(ring).toHaveAttribute('aria-pressed', 'false');
  await first.getByRole('button', { name: 'Complete Take the bins out' }).click();
  await expect(ring).toHaveAttribute('aria-pressed', 'true');
  await second.reload();
  await expect(ring).toHaveAttribute('aria-pressed', 'true');
  await expect(second.getByText('Completed', { exact: true })).toBeVisible();
});

test('a task added in one window is completed in another and survives a reload', async ({ openBrowser }) => {
  const desk = await openBrowser();
  const phone = await openBrowser({ viewport: { width: 390, height: 844 }, timezoneId: farZone() });
  await register(desk, ANA);
  await login(phone, ANA);
  await phone.waitForURL('**/dash/tasks');
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Ana');
  await expect(desk.getByText('You have no tasks scheduled for today.')).toBeVisible();

  await phone.getByRole('tab', { name: 'Upcoming' }).click();
  await addTask(desk, 'Water the plants', '2099-03-05');
  await expect(desk.getByText('Task Created')).toBeVisible();
  await expect(phone.getByText('Water the plants')).toBeVisible();
  await expect(phone.getByText('March 5, 2099')).toBeVisible();

  await phone.getByRole('button', { name: 'Complete Water the plants' }).click();
  await desk.getByRole('tab', { name: 'Complete' }).click();
  await expect(desk.getByText('Water the plants')).toBeVisible();
  await expect(desk.getByText('Completed', { exact: true })).toBeVisible();
  await desk.reload();
  await expect(desk.getByText('Water the plants')).toBeVisible();
  await expect(desk).toHaveURL(/tab=complete/);
});

test('an unknown tab in the address shows the first tab', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/tasks?tab=nonsense');
  await expect(page.getByRole('tab', { name: 'Today' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
});
