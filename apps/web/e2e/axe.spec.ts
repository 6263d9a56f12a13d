import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { ANA, addTask, register, test } from './journey.ts';

const WIDTHS = { desk: { width: 1280, height: 880 }, phone: { width: 390, height: 844 } };

/** What axe finds, as one line a finding. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(node => `${page.url()} ${id}: ${node.html}`));
}

for (const [name, viewport] of Object.entries(WIDTHS)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing and nothing scrolls sideways: ${name}, ${colorScheme}`, async ({
      openBrowser,
    }) => {
      const page = await openBrowser({ viewport, colorScheme, reducedMotion: 'reduce' });
      async function check(): Promise<void> {
        expect(await findings(page)).toEqual([]);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
      }
      for (const path of ['/', '/login', '/register']) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await check();
      }
      await register(page, ANA);
      await page.getByText('You have no tasks scheduled for today.').waitFor();
      await check();
      await addTask(page, `Long ${'unbroken'.repeat(20)}`);
      await addTask(page, 'Short');
      await page.getByRole('button', { name: 'Complete Short' }).click();
      await page.getByText('Completed', { exact: true }).waitFor();
      await check();
      await page.getByRole('button', { name: 'Add Task' }).first().click();
      await page.getByRole('dialog').getByLabel('Recurrence Type').selectOption('Interval (every X days)');
      await check();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.goto('/dash/tasks?tab=settings');
      await page.getByLabel('Username').waitFor();
      await check();
    });
  }
}
