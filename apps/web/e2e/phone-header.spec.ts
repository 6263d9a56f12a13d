import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { ANA, register, test } from './journey.ts';

/** Whether the date stands in full left of the status, which takes one line. */
async function expectHeader(page: Page, status: string): Promise<void> {
  const words = page.getByRole('banner').getByRole('button', { name: status });
  await expect(words).toBeVisible();
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const date = page.getByRole('main').getByText(/^\w{3}, \w{3} \d+$/);
    const { isCut, right } = await date.evaluate(one => {
      const line = one.parentElement as HTMLElement;
      const range = document.createRange();
      range.selectNodeContents(one);
      return { isCut: line.scrollWidth > line.clientWidth, right: range.getBoundingClientRect().right };
    });
    expect(isCut, `the date at ${width} px`).toBe(false);
    const box = await words.boundingBox();
    expect(right).toBeLessThanOrEqual(box?.x ?? 0);
    const whole = await words.locator('xpath=..').boundingBox();
    expect(whole?.height, `one line at ${width} px`).toBeLessThanOrEqual(44);
  }
}

test("the bar of a phone shows the date in full beside the outbox's status", async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 390, height: 740 }, hasTouch: true, isMobile: true });
  await register(page, ANA);
  await (await restOf(page))('post', '/tasks', { title: 'Bins', dueDate: new Date().toISOString() });
  const ring = page.getByRole('button', { name: 'Complete Bins' });
  await ring.waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await ring.click();
  await expectHeader(page, 'Offline · 1 waiting');
  const refusal = {
    message: 'Title is too long',
    code: -32_600,
    data: { code: 'BAD_REQUEST', httpStatus: 400 },
  };
  await page.route('**/trpc/task.update*', route =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify([{ error: refusal }]),
    }),
  );
  await page.context().setOffline(false);
  await expectHeader(page, 'Not saved (1)');
  await page.context().setOffline(true);
  const state = page.getByRole('banner').getByRole('status');
  await expect(state).toHaveText('Offline');
  expect((await state.boundingBox())?.width).toBeGreaterThan(40);
  await expectHeader(page, 'Not saved (1)');
  await page.context().setOffline(false);
  await expect(page.getByTitle('Live')).toBeAttached();
  await page.getByRole('button', { name: 'Not saved (1)' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  const tray = page.getByRole('dialog');
  await expect(tray.getByText('Everything is saved.')).toBeVisible();
  await expect(tray.getByRole('heading')).toHaveText('Unsent changes');
});
