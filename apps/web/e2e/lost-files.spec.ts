import { expect, type Page } from '@playwright/test';
import { NOT_LOADED } from './faults.ts';
import { ANA, register, test } from './journey.ts';

/** Loses the first requests for a file. @returns the number of requests until now. */
async function loseFirst(page: Page, part: string, times: number, type = 'js'): Promise<() => number> {
  let requests = 0;
  await page.route(new RegExp(`/assets/${part}-[\\w-]{7}\\.${type}$`), route => {
    requests += 1;
    return requests > times ? route.continue() : route.abort('connectionreset');
  });
  return () => requests;
}

test('a first visit that loses a file of the app loads again by itself', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  for (const part of ['start', 'rolldown-runtime', 'dash', 'task-page']) {
    const requests = await loseFirst(page, part, 1);
    await page.goto('/dash/tasks', { waitUntil: 'commit' });
    // A look into the page would count as use of it.
    await expect.poll(requests, part).toBe(2);
    await expect(page.getByText('You have no tasks scheduled for today.'), part).toBeVisible();
    await page.unrouteAll();
  }
});

test('a first visit that loses its styles loads again by itself, once', async ({ openBrowser }) => {
  const page = await openBrowser();
  for (const times of [1, 2]) {
    const requests = await loseFirst(page, 'start', times, 'css');
    await page.goto('/login', { waitUntil: 'commit' });
    await expect.poll(requests).toBe(2);
    const field = page.getByLabel('Email');
    await expect(field).toBeVisible();
    await expect(field).toHaveCSS('border-radius', times === 1 ? '8px' : '0px');
    expect(requests()).toBe(2);
    await page.unrouteAll();
  }
});

test('a page whose file is lost again says so, and does not load for ever', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const requests = await loseFirst(page, 'task-page', 2);
  await page.goto('/dash/tasks', { waitUntil: 'commit' });
  await expect.poll(requests).toBe(2);
  await expect(page.getByRole('alert')).toContainText(NOT_LOADED);
  // Longer than the pause before another attempt.
  await page.waitForTimeout(1_000);
  expect(requests()).toBe(2);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
});

test('a page that a person uses does not load again by itself', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/tasks');
  await page.getByLabel('Quick add').pressSequentially('Half a thought');
  await loseFirst(page, 'add-task-dialog', 1);
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  await expect(page.getByRole('alert')).toContainText(NOT_LOADED);
  await page.waitForTimeout(1_000);
  await expect(page.getByLabel('Quick add')).toHaveValue('Half a thought');
});
