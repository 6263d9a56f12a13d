import { expect, type Locator, type Page } from '@playwright/test';
import { holdBack } from './faults.ts';
import { openHousehold } from './household.ts';
import { ANA, login, register, test } from './journey.ts';
import { writeTasks } from './many-tasks.ts';

test.use({ faults: 'latency-400' });

interface Shift {
  value: number;
  moved: string[];
}

interface Entry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** The parts that a person sees move. Hardly anything may. */
async function shiftsOf(page: Page, path: string): Promise<Shift[]> {
  await page.goto(path);
  await page
    .getByRole('main')
    .getByText(/today|overdue/)
    .last()
    .waitFor();
  await page.waitForTimeout(1_500);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  return shifts.filter(({ value }) => value > 0.01);
}

for (const width of [390, 1280]) {
  test(`nothing on the manager's pages moves while they load, at ${width} px`, async ({
    install,
    openBrowser,
  }) => {
    const [ana, ben] = [await openBrowser(), await openBrowser()];
    await openHousehold(install, ana, ben);
    writeTasks(install, { count: 30, title: n => `Chore ${n}`, daysAgo: n => n % 2, completed: false });
    // A browser that has seen nothing yet.
    for (const path of ['/dash/manager', '/dash/manager?tab=members']) {
      const page = await openBrowser({ viewport: { width, height: 844 } });
      await login(page, ANA);
      await page.waitForURL('**/dash/tasks');
      await page.addInitScript(() => {
        const all = window as unknown as { shifts: Shift[] };
        all.shifts = [];
        new PerformanceObserver(list => {
          for (const { value, sources } of list.getEntries() as unknown as Entry[]) {
            const moved = sources.map(({ node, previousRect, currentRect }) => {
              return `${node?.nodeName} ${node?.textContent?.slice(0, 30)} ${previousRect.y} → ${currentRect.y}`;
            });
            all.shifts.push({ value, moved });
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      expect(await shiftsOf(page, path), path).toEqual([]);
    }
  });
}

test('the tabs stay where they are when their counts come', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA, 'Manager');
  const counts = await holdBack(page, 'manager.counts');
  await page.getByRole('link', { name: 'Manager' }).click();
  const members = page.getByRole('tab', { name: 'Members' });
  const left = await leftOf(members);
  await expect(page.getByRole('tab', { name: 'Today' })).not.toContainText('0');
  counts.release();
  await expect(page.getByRole('tab', { name: 'Today' })).toContainText('0');
  expect(await leftOf(members)).toBe(left);
});

async function leftOf(tab: Locator): Promise<number | undefined> {
  return (await tab.boundingBox())?.x;
}
