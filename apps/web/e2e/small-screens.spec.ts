import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { boxOf, row } from './boxes.ts';
import { addMember, asManager, BEN, makeHousehold } from './household.ts';
import type { Install } from './install.ts';
import { ANA, register, test } from './journey.ts';
import { writeTasks } from './many-tasks.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** @returns a manager's list on a phone, and what opens the form of its third task. */
async function openList(open: (options?: typeof PHONE) => Promise<Page>, install: Install, count: number) {
  const [page, ben] = [await open(PHONE), await open()];
  await Promise.all([register(page, ANA), register(ben, BEN)]);
  makeHousehold(install, ANA, [BEN]);
  writeTasks(install, { count, title: n => `Task ${n}`, daysAgo: () => 0, completed: false });
  await page.goto('/dash/manager');
  await page.getByRole('article').nth(3).waitFor();
  const list = page.getByRole('tabpanel').getByRole('list').last().locator('..');
  const form = page.getByRole('form', { name: /^Edit/ });
  async function edit(): Promise<void> {
    await page.getByRole('article').nth(2).getByRole('button', { name: /^More/ }).tap();
    await page.getByRole('menuitem', { name: 'Edit' }).tap();
    await expect(form).toBeVisible();
  }
  return { list, form, edit };
}

test('on a phone, a form in a long list has its buttons at the end of the list', async ({
  openBrowser,
  install,
}) => {
  const { list, form, edit } = await openList(openBrowser, install, 70);
  await edit();
  const save = await boxOf(form.getByRole('button', { name: 'Save' }));
  expect((await boxOf(list)).bottom - save.bottom).toBeLessThan(24);
  const title = await boxOf(form.getByLabel('Title'));
  expect(title.bottom).toBeLessThanOrEqual(save.y);
});

test('on a phone, a list of which all rows are rendered scrolls with the page while a form is open in it', async ({
  openBrowser,
  install,
}) => {
  const { list, form, edit } = await openList(openBrowser, install, 30);
  await expect(list).toHaveCSS('overflow-y', 'auto');
  await edit();
  await expect(list).toHaveCSS('overflow-y', 'visible');
  await expect(list).toHaveCSS('max-height', 'none');
  await form.getByRole('button', { name: 'Cancel' }).tap();
  await expect(form).toHaveCount(0);
  await expect(list).toHaveCSS('overflow-y', 'auto');
});

test('words stay whole on the smallest phones', async ({ openBrowser }) => {
  const page = await openBrowser();
  await asManager(page);
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    const heading = page.getByRole('heading', { name: 'Members' });
    expect((await boxOf(heading)).height, `the heading at ${width} px`).toBeLessThan(30);
    const add = await boxOf(page.getByRole('button', { name: 'Add Member' }));
    expect(add.right, `its buttons at ${width} px`).toBeLessThanOrEqual(width);
  }
  await page.goto('/dash/tasks');
  await page.getByLabel('Quick add').fill('bins fri');
  const kind = page.getByRole('radiogroup', { name: 'Kind' }).getByText('Message');
  const isWhole = kind.evaluate(one => {
    const range = document.createRange();
    range.selectNode(one.lastChild ?? one);
    return range.getBoundingClientRect().height < 25;
  });
  expect(await isWhole).toBe(true);
});

test('with text of twice the size, the words of the bar and of a toast stay whole', async ({
  openBrowser,
}) => {
  const page = await openBrowser(PHONE);
  await asManager(page);
  await addMember(page, { ...BEN, password: 'Ab1!' });
  const toast = page.getByRole('status').filter({ hasText: 'was added' });
  await expect(toast).toBeVisible();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const broken = await links.evaluateAll(all =>
    all
      .filter(one => {
        const range = document.createRange();
        range.selectNode(one.lastChild ?? one);
        return range.getClientRects().length > 1;
      })
      .map(one => one.textContent),
  );
  expect(broken).toEqual([]);
  expect((await boxOf(toast)).height).toBeLessThan(200);
});

test('with text of twice the size, the settings fit a phone', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA, 'Manager');
  await page.goto('/dash/settings');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const button = page.getByRole('button', { name: 'Set up an authenticator app' });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    expect((await boxOf(button)).right, `${width} px`).toBeLessThanOrEqual(width);
    const right = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(right, `the page at ${width} px`).toBeLessThanOrEqual(width);
  }
});

test('with text of twice the size, the line of overdue tasks stays whole', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  await (await restOf(page))('post', '/tasks', { title: 'Bins', dueDate: '2020-01-01T12:00:00.000Z' });
  const words = page.getByText('1 overdue');
  await words.waitFor();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const parts = ['Show', 'Move all to today'].map(name => page.getByRole('button', { name, exact: true }));
  for (const part of [words, ...parts]) {
    const { x, right, width } = await boxOf(part);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(390);
    expect(width).toBeGreaterThan(60);
  }
});

test('on a desktop, the buttons of a form that is higher than the window stay in it', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ viewport: { width: 1280, height: 800 } });
  await register(page, ANA, 'Manager');
  const rest = await restOf(page);
  const task = { dueDate: new Date().toISOString(), recurrenceType: 'weekly' };
  for (const title of ['One', 'Two', 'Three']) await rest('post', '/tasks', { title, ...task });
  // The steps of a new household are above the one list, and the other one ends with the window.
  for (const path of ['/dash/tasks', '/dash/manager']) {
    await page.goto(path);
    await row(page, 'Three').hover();
    await row(page, 'Three').getByRole('button', { name: 'Edit Three' }).click();
    const form = page.getByRole('form', { name: 'Edit Three' });
    await expect(form.getByLabel('Title')).toBeFocused();
    for (const name of ['Cancel', 'Save'])
      await expect(form.getByRole('button', { name }), path).toBeInViewport({ ratio: 1 });
    // A field that takes the focus is above them.
    await form.getByLabel('Recurrence End Date').focus();
    const [field, save] = [
      form.getByLabel('Recurrence End Date'),
      form.getByRole('button', { name: 'Save' }),
    ];
    expect((await boxOf(field)).bottom, path).toBeLessThanOrEqual((await boxOf(save)).y);
    await save.click();
    await expect(form).toHaveCount(0);
  }
});

test('a wide toast leaves the button that finds in a list free', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 1280, height: 800 } });
  await register(page, ANA, 'Manager');
  const title = 'Ask the neighbors about the fence behind the garage and the old tree';
  await (await restOf(page))('post', '/tasks', { title, dueDate: new Date().toISOString() });
  await page.getByRole('link', { name: 'Manager' }).click();
  await page.getByRole('button', { name: `Complete ${title}` }).click();
  await expect(page.getByRole('status').filter({ hasText: 'completed' })).toBeVisible();
  // The toast stays for five seconds.
  await page.getByRole('button', { name: 'Find in the list' }).click({ timeout: 3_000 });
  await expect(page.getByRole('textbox', { name: 'Find in the list' })).toBeFocused();
});

test('what a line is for is readable on the smallest phones', async ({ openBrowser }) => {
  const page = await openBrowser({ ...PHONE, viewport: { width: 320, height: 568 } });
  await asManager(page);
  const line = page.getByRole('combobox', { name: 'Quick add' });
  const cut = () =>
    line.evaluate((field: HTMLInputElement) => {
      field.value = field.placeholder;
      const isCut = field.scrollWidth > field.clientWidth;
      field.value = '';
      return isCut ? field.placeholder : '';
    });
  for (const path of ['/dash/tasks', '/dash/groceries']) {
    await page.goto(path);
    await expect.poll(cut, path).toBe('');
    await line.tap();
    await expect(page.getByRole('radiogroup', { name: 'Kind' })).toBeVisible();
    expect(await cut(), `${path}, in use`).toBe('');
  }
  await page.goto('/dash/messages');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button').tap();
  for (const kind of ['Task', 'Item', 'Message', 'Find']) {
    await page.getByRole('radiogroup', { name: 'Kind' }).getByText(kind).tap();
    await expect(page.getByRole('radio', { name: kind })).toBeChecked();
    expect(await cut(), kind).toBe('');
  }
});

test('the buttons of a row replace its facts, and leave the ring of the focus out', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await (await restOf(page))('post', '/tasks', {
    title: 'Bins',
    dueDate: new Date().toISOString(),
    recurrenceType: 'weekly',
  });
  const bins = row(page, 'Bins');
  const facts = bins.locator('.task-fact');
  const opacities = () => facts.evaluateAll(all => all.map(one => getComputedStyle(one).opacity));
  await expect.poll(opacities).toEqual(['1', '1']);
  await page.keyboard.press('j');
  await bins.hover();
  await expect.poll(opacities).toEqual(['0', '0']);
  const [item, tools] = [
    await boxOf(page.getByRole('listitem').filter({ has: bins })),
    bins.locator('.row-tools'),
  ];
  const box = await boxOf(tools);
  expect(box.y - item.y).toBeGreaterThanOrEqual(2);
  expect(item.bottom - box.bottom).toBeGreaterThanOrEqual(2);
  expect(item.right - box.right).toBeGreaterThanOrEqual(2);
});

test('what the toast asks for has the focus, and the toast does not cover it', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Add Task' }).tap();
  await page.getByRole('button', { name: 'Open the form' }).tap();
  await page.getByRole('button', { name: 'Save Changes' }).tap();
  const title = page.getByRole('dialog', { name: 'Add Task' }).getByLabel('Title');
  await expect(title).toBeFocused();
  const toast = page.getByRole('alert').filter({ hasText: 'Title is required' });
  await expect(toast).toBeVisible();
  const bottom = (await boxOf(title)).bottom;
  await expect.poll(async () => (await boxOf(toast)).y).toBeGreaterThanOrEqual(bottom);
});

test('one error and one Retry where all lists of a page failed alike', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.route('**/trpc/*deleted*', route => route.abort());
  await page.goto('/dash/deleted');
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(1);
  await page.unroute('**/trpc/*deleted*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Nothing was deleted in the last 30 days.')).toBeVisible();
});

test('a weekday is a finger wide on every phone', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Add Task' }).tap();
  await page.getByRole('button', { name: 'Open the form' }).tap();
  await page.getByLabel('Recurrence Type').selectOption('weekdays');
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    const day = page.getByRole('button', { name: 'Thursday' });
    await day.scrollIntoViewIfNeeded();
    const { x, y, height } = await boxOf(day);
    const middle = y + height / 2;
    const hits = await day.evaluate(
      (one, [from, line]) => {
        const points = Array.from({ length: 44 }, (_, place) => from + place);
        return points.filter(at => document.elementFromPoint(at, line) === one).length;
      },
      [x - 2.5, middle] as [number, number],
    );
    expect(hits, `pixels at ${width} px`).toBe(44);
  }
});
