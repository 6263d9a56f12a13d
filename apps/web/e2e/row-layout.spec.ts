import { expect, type Locator, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { openHousehold } from './household.ts';
import { ANA, register, test } from './journey.ts';

const WIDTHS = [1280, 390, 360];

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not on the page');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

function row(page: Page, name: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
}

/** The box of the text itself, which its element may exceed. */
async function textBoxOf(part: Locator) {
  return part.evaluate(one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const { x, y, width, height, right, bottom } = range.getBoundingClientRect();
    return { x, y, width, height, right, bottom };
  });
}

test('what another person wrote stands on a line of its own below the row', async ({
  install,
  openBrowser,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  const [annas, bens] = [await restOf(ana), await restOf(ben)];
  const item = await annas('post', '/groceries', { name: 'Washing-up liquid', count: 2 });
  // The head of a household may change the tasks of its members.
  const task = await bens('post', '/tasks', { title: 'Bins', dueDate: new Date().toISOString() });

  const noteIn = (name: string) => row(ana, name).locator('p').filter({ hasText: 'Ben changed this to' });
  const expectBelow = async (name: string) => {
    for (const width of WIDTHS) {
      await ana.setViewportSize({ width, height: 800 });
      const heading = row(ana, name).getByRole('heading');
      const [title, note] = [await textBoxOf(heading), await boxOf(noteIn(name))];
      expect(title.height, `the name at ${width} px`).toBeLessThan(30);
      expect(note.y).toBeGreaterThanOrEqual(title.bottom);
      expect(Math.abs(note.x - title.x)).toBeLessThan(2);
      // Both buttons stand in one line.
      const [use, keep] = ['Use theirs', 'Keep mine'].map(one =>
        noteIn(name).getByRole('button', { name: one }),
      );
      const [left, right] = [await boxOf(use as Locator), await boxOf(keep as Locator)];
      expect(Math.abs(left.y + left.height / 2 - right.y - right.height / 2)).toBeLessThan(2);
      expect(right.right).toBeLessThanOrEqual(width);
      expect(note.height).toBeLessThan(48);
    }
    await ana.setViewportSize({ width: 1280, height: 800 });
  };

  await ana.goto('/dash/groceries');
  await row(ana, 'Washing-up liquid').waitFor();
  await ana.context().setOffline(true);
  await ana.getByRole('button', { name: /Price of Washing-up liquid/ }).click();
  await ana.getByRole('textbox', { name: 'Price of Washing-up liquid' }).fill('1.99');
  await ana.keyboard.press('Enter');
  await bens('patch', '/groceries', { id: item.id, price: 2.49 });
  await ana.context().setOffline(false);
  await expect(noteIn('Washing-up liquid')).toBeVisible();
  await expectBelow('Washing-up liquid');

  await ana.goto('/dash/manager');
  await row(ana, 'Bins').waitFor();
  await row(ana, 'Bins').hover();
  await ana.getByRole('button', { name: 'Edit Bins' }).click();
  await ana.getByLabel('Title').waitFor();
  await ana.context().setOffline(true);
  await ana.getByLabel('Title').fill('Big bins');
  await ana.keyboard.press('Enter');
  await bens('patch', '/tasks', { id: task.id, title: 'Paper bins' });
  await ana.context().setOffline(false);
  await expect(noteIn('Big bins')).toBeVisible();
  await expectBelow('Big bins');
});
