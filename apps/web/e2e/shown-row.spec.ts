import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { ANA, login, openLine, register, test } from './journey.ts';

const LATENCY = { tag: '@latency' };
const LOW = { viewport: { width: 1280, height: 400 } };

/** A row and thirty others in each kind of list. @returns the links to it. */
async function addMany(page: Page) {
  const rest = await restOf(page);
  const item = await rest('post', '/groceries', { name: 'Green beans', count: 1 });
  const task = await rest('post', '/tasks', { title: 'Green gate', dueDate: '2020-02-03' });
  for (let place = 0; place < 30; place++) {
    await rest('post', '/groceries', { name: `Item ${place}`, count: 1 });
    await rest('post', '/tasks', { title: `Task ${place}`, dueDate: '2020-02-04' });
  }
  return { item: `/dash/groceries?item=${item.id}`, task: `/dash/tasks?tab=overdue&task=${task.id}` };
}

function rowOf(page: Page) {
  // Not by role: what is behind a dialog has none.
  return page.locator('main li').filter({ hasText: 'Green' });
}

/** As long as it takes until a row that moves has the focus. */
async function untilMoved(page: Page) {
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 100)));
}

async function placeOf(page: Page) {
  return (await rowOf(page).boundingBox())?.y;
}

for (const [kind, name] of [
  ['item', 'an item'],
  ['task', 'a task'],
] as const) {
  test(
    `a dialog over the page of a link to ${name} leaves the page where it is`,
    LATENCY,
    async ({ openBrowser }) => {
      const page = await openBrowser(LOW);
      await register(page, ANA);
      await page.goto((await addMany(page))[kind]);
      await expect(rowOf(page)).toBeFocused();
      const former = await placeOf(page);
      await page
        .locator('main li')
        .last()
        .evaluate(row => row.scrollIntoView());
      const place = await placeOf(page);
      expect(place).not.toBe(former);
      const line = await openLine(page);
      await line.pressSequentially('/bins', { delay: 20 });
      await expect(line).toHaveValue('/bins');
      expect(await placeOf(page)).toBe(place);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(line).toHaveCount(0);
      await expect(rowOf(page)).toBeFocused();
    },
  );

  test(
    `a form that a click opens over the page of a link to ${name} keeps the focus`,
    LATENCY,
    async ({ openBrowser }) => {
      const page = await openBrowser();
      await register(page, ANA);
      await page.goto((await addMany(page))[kind]);
      await expect(rowOf(page)).toBeFocused();
      await rowOf(page).evaluate(row =>
        row.addEventListener('focus', () => row.setAttribute('data-seen', '')),
      );
      await page.getByRole('button', { name: /^Add (Item|Task)$/ }).click();
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
      await untilMoved(page);
      await expect(rowOf(page)).not.toHaveAttribute('data-seen');
    },
  );

  test(
    `the row of a link to ${name} that comes while a person types takes no key`,
    LATENCY,
    async ({ openBrowser }) => {
      const [page, other] = [await openBrowser(), await openBrowser()];
      await register(other, ANA);
      const link = (await addMany(other))[kind];
      await other.goto(link);
      await expect(rowOf(other)).toBeFocused();
      if (kind === 'item') await other.keyboard.press('Delete');
      else await other.getByRole('button', { name: 'Delete Green gate' }).click();
      await expect(rowOf(other)).toHaveCount(0);
      await login(page, ANA);
      await page.waitForURL('**/dash/**');
      await page.goto(link);
      await page.getByRole('heading', { name: /^(Item|Task) 9$/ }).waitFor();
      const line = await openLine(page);
      await line.pressSequentially('/bi');
      await other.keyboard.press('z');
      await expect(rowOf(page)).toHaveCount(1);
      await untilMoved(page);
      await line.pressSequentially('ns');
      await expect(line).toHaveValue('/bins');
    },
  );
}
