import { expect, type Locator } from '@playwright/test';
import { restOf } from './api.ts';
import { boxOf, row } from './boxes.ts';
import { openHousehold } from './household.ts';
import { ANA, register, test } from './journey.ts';

const WIDTHS = [1280, 390, 360];

/** The box of the text itself, which its element may exceed. */
async function textBoxOf(part: Locator) {
  return part.evaluate(one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const { x, y, width, height, right, bottom } = range.getBoundingClientRect();
    return { x, y, width, height, right, bottom };
  });
}

/** Where a line starts and ends that an element draws with one of its pseudo-elements. */
function lineOf(part: Locator, pseudo: '::before' | '::after') {
  return part.evaluate((one, name) => {
    const { left, width, height } = getComputedStyle(one, name);
    const start = one.getBoundingClientRect().x + Number.parseFloat(left);
    return { start, end: start + Number.parseFloat(width), height };
  }, pseudo);
}

/** Adds an item that has a price. */
function adderOf(rest: Awaited<ReturnType<typeof restOf>>) {
  return async (name: string, count: number, price: number) => {
    const { id } = await rest('post', '/groceries', { name, count });
    await rest('patch', '/groceries', { id, price });
  };
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
  await expect(ana.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible();
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
  // A form that is saved before the app knows would ask what to do with the change of the other.
  await expect(ana.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible();
  await ana.getByLabel('Title').fill('Big bins');
  await ana.keyboard.press('Enter');
  await expect(ana.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible();
  await bens('patch', '/tasks', { id: task.id, title: 'Paper bins' });
  await ana.context().setOffline(false);
  await expect(noteIn('Big bins')).toBeVisible();
  await expectBelow('Big bins');
});

test('the name of an item keeps its words whole on a small phone', async ({ install, openBrowser }) => {
  const [ana, page] = [await openBrowser(), await openBrowser({ viewport: { width: 360, height: 740 } })];
  await openHousehold(install, ana, page);
  const add = adderOf(await restOf(ana));
  await add('Mineralwasser', 24, 0.89);
  await add('Organic strawberry yoghurt', 2, 3.49);
  await add('Kartoffeln', 9_999, 12_345.67);
  await page.goto('/dash/groceries');
  const linesOf = async (name: string) => (await textBoxOf(row(page, name).getByRole('heading'))).height / 24;
  await expect(page.getByRole('article')).toHaveCount(3);
  expect(await linesOf('Mineralwasser')).toBeLessThan(1.5);
  expect(await linesOf('Organic strawberry yoghurt')).toBeLessThan(2.5);
  expect(await linesOf('Kartoffeln')).toBeLessThan(1.5);
  expect((await boxOf(row(page, 'Kartoffeln'))).height).toBeLessThan(150);
});

test('on a phone five sections of one item each and the total are in view', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await register(page, ANA);
  const rest = await restOf(page);
  const sections = ['Bakery', 'Dairy', 'Drinks', 'Fruit', 'Pantry'];
  for (const section of sections) {
    const { id } = await rest('post', '/groceries', { name: `${section} good`, count: 12, section });
    await rest('patch', '/groceries', { id, price: 12.5 });
  }
  await page.goto('/dash/groceries');
  await expect(page.getByText('12 for $150.00')).toHaveCount(5);
  const heights = await page.getByRole('article').evaluateAll(all => all.map(one => one.clientHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(56);
  const total = await boxOf(page.getByRole('region', { name: 'Total' }).locator('div').first());
  expect(total.height).toBeLessThanOrEqual(57);
  expect((await boxOf(row(page, 'Pantry good'))).bottom).toBeLessThanOrEqual(total.y);
});

test('the columns of the groceries align on a desktop', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const add = adderOf(await restOf(page));
  await add('milk', 1, 0);
  await add('water', 9_999, 12_345.67);
  await add('eggs', 12, 2.5);
  await page.goto('/dash/groceries');
  await expect(page.getByRole('article')).toHaveCount(3);
  const edges = [];
  for (const name of ['milk', 'water', 'eggs']) {
    const stepper = await boxOf(page.getByRole('group', { name: `Amount of ${name}` }));
    const badge = await boxOf(row(page, name).getByTitle('Ana'));
    edges.push({ stepper: stepper.right, badge: badge.x });
  }
  expect(new Set(edges.map(edge => JSON.stringify(edge))).size).toBe(1);
  // The line above the total is as wide as the lines below the rows.
  const total = page.getByRole('region', { name: 'Total' }).locator('div').first();
  expect(await lineOf(total, '::before')).toEqual(
    await lineOf(page.getByRole('listitem').first(), '::after'),
  );
  expect(await total.evaluate(one => getComputedStyle(one).borderTopWidth)).toBe('0px');
});

test('a large amount leaves room after a name that wraps', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const name = 'rice '.repeat(24).trim();
  await adderOf(await restOf(page))(name, 9_999, 1);
  await page.goto('/dash/groceries');
  const heading = await boxOf(row(page, name).getByRole('heading'));
  const stepper = await boxOf(page.getByRole('group', { name: `Amount of ${name}` }));
  expect(stepper.x - heading.right).toBeGreaterThanOrEqual(12);
});

test('on a wide touch screen each control of an item has a place of its own', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 1280, height: 800 }, hasTouch: true, isMobile: true });
  await register(page, ANA);
  await adderOf(await restOf(page))('Bread and everything that goes on it, in the large bag', 2, 3.5);
  await page.goto('/dash/groceries');
  const item = row(page, 'Bread and everything that goes on it, in the large bag');
  await item.getByRole('button', { name: /^More for/ }).waitFor();
  const controls = await item.getByRole('button').all();
  const boxes = await Promise.all(controls.map(boxOf));
  expect(boxes.length).toBe(5);
  const inOrder = boxes.toSorted((one, other) => one.x - other.x);
  for (const [place, box] of inOrder.entries()) {
    expect(box.x).toBeGreaterThanOrEqual((inOrder[place - 1]?.right ?? 0) - 0.5);
    expect(box.right).toBeLessThanOrEqual(1280);
  }
});

test('the name of the person who ticked off an item is not struck through', async ({
  install,
  openBrowser,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  const rest = await restOf(ana);
  const { id } = await rest('post', '/groceries', { name: 'Milk', count: 1 });
  await ben.goto('/dash/groceries');
  await row(ben, 'Milk').waitFor();
  // A change that comes before the socket names no one.
  await expect(ben.getByTitle('Live')).toBeVisible();
  await rest('patch', '/groceries', { id, purchased: true });
  const by = ben.getByRole('article').locator('[data-by=Ana]');
  await by.waitFor();
  // The line of a text goes through its inline parts. The list may be replacing the row just now.
  const looks = () =>
    by.evaluate(one => {
      const name = one.parentElement;
      return [getComputedStyle(one).display, name && getComputedStyle(name).textDecorationLine];
    });
  await expect.poll(looks).toEqual(['inline-block', 'line-through']);
});

test('the focus ring of an item leaves the heading above it out', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const rest = await restOf(page);
  await rest('post', '/groceries', { name: 'Milk', count: 1, section: 'dairy' });
  const { id } = await rest('post', '/groceries', { name: 'Bread', count: 1 });
  await rest('patch', '/groceries', { id, purchased: true });
  await page.goto('/dash/groceries');
  await expect(page.getByRole('article')).toHaveCount(2);
  for (const name of ['Milk', 'Bread']) {
    await page.keyboard.press('j');
    await expect(page.getByRole('listitem').filter({ has: row(page, name) })).toBeFocused();
    const rings = await page.locator('main li, main li *').evaluateAll(all =>
      all
        .filter(one => getComputedStyle(one).outlineStyle === 'solid')
        .map(one => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return { x, y, width, height };
        }),
    );
    const { x, y, width, height } = await boxOf(row(page, name));
    expect(rings).toEqual([{ x, y, width, height }]);
  }
});

test('the buttons of an item cover both lines of its name alike', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 1280, height: 800 } });
  await register(page, ANA);
  const name = 'Wholegrain spelt sourdough bread with sunflower and pumpkin seeds, cut in slices';
  await (await restOf(page))('post', '/groceries', { name, count: 1 });
  await page.goto('/dash/groceries');
  const item = row(page, name);
  const words = await textBoxOf(item.getByRole('heading'));
  expect(words.height).toBeGreaterThan(30);
  await item.hover();
  const tools = await boxOf(item.getByRole('button', { name: 'History' }).locator('..'));
  expect(tools.bottom).toBeGreaterThanOrEqual(words.bottom);
});

test('a description that is written from the right begins below its title', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 1280, height: 800 } });
  await register(page, ANA);
  const [title, text] = ['לקנות חלב ולחם', 'לפני שבת'];
  await (await restOf(page))('post', '/tasks', { title, text, dueDate: new Date().toISOString() });
  const words = row(page, title).getByText(text);
  await words.waitFor();
  const heading = await textBoxOf(row(page, title).getByRole('heading').locator('span').first());
  expect(Math.abs((await textBoxOf(words)).x - heading.x)).toBeLessThan(2);
});
