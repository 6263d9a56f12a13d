import { expect, type Locator, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { boxOf, row } from './boxes.ts';
import { ruleHousehold } from './household.ts';
import { ANA, login, register, test } from './journey.ts';
import { writeTasks } from './many-tasks.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const DESK = { viewport: { width: 1280, height: 800 } } as const;

/** What a tap in the middle of a part meets; empty if it is the part itself. */
function coverOf(part: Locator): Promise<string> {
  return part.evaluate(one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const met = document.elementFromPoint(x + width / 2, y + height / 2);
    return one.contains(met) ? '' : (met?.textContent ?? 'outside the window');
  });
}

function line(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Quick add' });
}

/** The box around a line, with its buttons. */
function boxOfLine(page: Page): Locator {
  return line(page).locator('xpath=ancestor::form/div[1]');
}

function isApart(one: Box, other: Box): boolean {
  return one.right <= other.x || other.right <= one.x || one.bottom <= other.y || other.bottom <= one.y;
}

type Box = Awaited<ReturnType<typeof boxOf>>;

for (const [width, height] of [
  [360, 640],
  [320, 568],
  [390, 560],
  [390, 440],
] as const) {
  test(`the buttons of an item's form are above the total at ${width} × ${height}`, async ({
    openBrowser,
  }) => {
    const page = await openBrowser({ ...PHONE, viewport: { width, height } });
    await register(page, ANA);
    const rest = await restOf(page);
    for (const name of ['Milk', 'Bread', 'Eggs', 'Tea', 'Rice'])
      await rest('post', '/groceries', { name, count: 1 });
    await page.goto('/dash/groceries');
    for (const name of ['Rice', 'Milk']) {
      await page.getByRole('button', { name: `More for ${name}` }).tap();
      await page.getByRole('menuitem', { name: 'Edit' }).tap();
      const form = page.getByRole('form', { name: `Edit ${name}` });
      await expect(form.getByLabel('Name')).toBeFocused();
      for (const button of ['Save', 'Cancel']) {
        expect(await coverOf(form.getByRole('button', { name: button })), `${button} of ${name}`).toBe('');
      }
      for (const field of ['Name', 'Section']) {
        await form.getByLabel(field).focus();
        expect(await coverOf(form.getByLabel(field)), `${field} of ${name}`).toBe('');
      }
      await form.getByRole('button', { name: 'Cancel' }).tap();
      await expect(form).toHaveCount(0);
    }
  });
}

test('on a phone a toast leaves room for the line, and a tap on it does not keep it', async ({
  openBrowser,
}) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  const rest = await restOf(page);
  for (const name of ['Milk', 'Bread', 'Cheese']) await rest('post', '/groceries', { name, count: 1 });
  await page.goto('/dash/groceries');
  await page.getByRole('button', { name: 'Tick off Bread' }).tap();
  const toast = page.getByRole('status').filter({ hasText: 'is in the cart' });
  await expect(toast).toBeVisible();
  expect(await coverOf(line(page))).toBe('');
  await line(page).tap();
  await expect(page.getByRole('radiogroup', { name: 'Kind' })).toBeVisible();
  const isClearOf = async (part: Locator) => isApart(await boxOf(toast), await boxOf(part));
  await expect.poll(() => isClearOf(boxOfLine(page))).toBe(true);
  await line(page).pressSequentially('chee');
  const offers = page.getByRole('listbox');
  await expect(offers).toBeVisible();
  await expect.poll(() => isClearOf(offers)).toBe(true);
  await toast.getByText('is in the cart').tap();
  await expect(toast).toHaveCount(0);
});

test('on a desktop a toast covers nothing of the line for groceries', async ({ openBrowser }) => {
  const page = await openBrowser(DESK);
  await register(page, ANA);
  const name = 'Yoghurt with a really long name from a recipe';
  await (await restOf(page))('post', '/groceries', { name, count: 1 });
  await page.goto('/dash/groceries');
  await page.getByRole('button', { name: /^Tick off/ }).click();
  const toast = page.locator('.Toastify__toast');
  await expect(toast).toContainText('is in the cart');
  expect(isApart(await boxOf(toast), await boxOf(boxOfLine(page)))).toBe(true);
  await line(page).fill('x'.repeat(300));
  await line(page).press('Enter');
  await expect(toast).toContainText('too long');
  expect(isApart(await boxOf(toast), await boxOf(boxOfLine(page)))).toBe(true);
});

for (const look of [DESK, PHONE]) {
  test(`the reason for a refused edit is in sight, at ${look.viewport.width} px`, async ({ openBrowser }) => {
    const [page, other] = [await openBrowser(look), await openBrowser()];
    await register(page, ANA);
    const rest = await restOf(page);
    const dueDate = new Date().toISOString();
    for (let n = 0; n < 12; n += 1) await rest('post', '/tasks', { title: `Chore ${n}`, dueDate });
    await login(other, ANA);
    const last = page.getByRole('article').last();
    await expect(page.getByRole('article')).toHaveCount(12);
    const title = (await last.getByRole('heading').textContent())?.trim() ?? '';
    if (look === PHONE) {
      await last.getByRole('button', { name: `More for ${title}` }).tap();
      await page.getByRole('menuitem', { name: 'Edit' }).tap();
    } else await last.getByRole('button', { name: `Edit ${title}` }).click();
    const form = page.getByRole('form');
    await form.getByLabel('Description').fill('mine');
    const expectReason = async (reason: string) => {
      await form.getByRole('button', { name: 'Save' }).click();
      const note = form.getByRole('alert').filter({ hasText: reason });
      await expect(note).toBeVisible();
      for (const part of [note, ...(await form.getByRole('button', { name: /^(Save|Cancel)$/ }).all())]) {
        await expect.poll(() => coverOf(part)).toBe('');
      }
    };
    await row(other, title)
      .getByRole('button', { name: `Edit ${title}` })
      .click();
    await other.getByLabel('Description').fill('theirs');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(row(other, title).getByText('theirs')).toBeVisible();
    await expectReason('Someone else changed this task');
    await row(other, title)
      .getByRole('button', { name: `Delete ${title}` })
      .click();
    await expect(row(other, title)).toHaveCount(0);
    await expectReason('not found');
  });
}

test('the buttons of an item hide the part of a long name that they are over', async ({ openBrowser }) => {
  const page = await openBrowser(DESK);
  await register(page, ANA);
  const name = 'Yoghurt with a really long name from a recipe that fills its column';
  await (await restOf(page))('post', '/groceries', { name, count: 1 });
  await page.goto('/dash/groceries');
  await row(page, name).hover();
  const tools = row(page, name).getByRole('button', { name: 'History' }).locator('..');
  expect(isApart(await boxOf(tools), await boxOf(row(page, name).getByRole('heading')))).toBe(false);
  await expect(tools).toHaveCSS('opacity', '1');
  await expect(tools).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test('the focus on a task of a group leaves the name of its person alone', async ({
  install,
  openBrowser,
}) => {
  const [page, ben] = [await openBrowser(DESK), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, page, ben);
  const dueDate = '2026-01-02T12:00:00.000Z';
  for (const [title, assignees] of Object.entries({ Bins: [member.id], Desk: [member.id], Roof: [] })) {
    await rest('post', '/manager/tasks', { title, dueDate, assignees });
  }
  await page.goto('/dash/manager?tab=overdue');
  const lines = page.locator('.person-line');
  await expect(lines).toHaveCount(2);
  for (let n = 0; n < 3; n += 1) {
    await page.keyboard.press('j');
    const focused = await boxOf(page.locator('li:focus'));
    for (const name of await lines.all()) expect(isApart(focused, await boxOf(name))).toBe(true);
    // A line of the list would lie on the lower edge of the ring.
    const borders = await page.locator('li:focus, li:focus + li').evaluateAll(all =>
      all
        .filter(one => {
          const { display, zIndex } = getComputedStyle(one, '::after');
          return display !== 'none' && zIndex === 'auto';
        })
        .map(one => one.getBoundingClientRect().bottom),
    );
    expect(borders.filter(bottom => Math.abs(bottom - focused.bottom) < 2)).toEqual([]);
  }
});

for (const count of [16, 80]) {
  test(`of ${count} rows, the one with the focus is not behind the bar of the selection`, async ({
    install,
    openBrowser,
  }) => {
    const page = await openBrowser(DESK);
    await register(page, ANA);
    writeTasks(install, { count, title: n => `Chore ${n}`, daysAgo: n => n + 3, completed: false });
    await page.goto('/dash/tasks?tab=overdue');
    await expect(page.getByRole('article').nth(14)).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+J');
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar).toBeVisible();
    for (let n = 2; n < 16; n += 1) {
      await page.keyboard.press('j');
      const focused = page.locator('li:focus');
      await expect(focused.getByRole('heading', { name: `Chore ${n}`, exact: true })).toBeVisible();
      // The rows of a long list may be replaced as they scroll.
      await expect(async () => {
        expect(isApart(await boxOf(focused), await boxOf(bar)), `row ${n}`).toBe(true);
      }).toPass();
    }
  });
}

test('a toast that is pressed keeps its place until its click', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await (await restOf(page))('post', '/tasks', { title: 'Bins', dueDate: new Date().toISOString() });
  const ring = page.getByRole('button', { name: 'Complete Bins' });
  await ring.click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.hover();
  const before = await boxOf(undo);
  await page.mouse.down();
  // What a press sets off comes with the next frames.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await boxOf(undo)).toEqual(before);
  await page.mouse.up();
  await expect(ring).toHaveAttribute('aria-pressed', 'false');
});

test('on a phone the control with the focus is not behind the bars', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  await page.goto('/dash/settings', { waitUntil: 'networkidle' });
  await page.getByLabel('Username').focus();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press < 30; press += 1) {
      await page.keyboard.press(key);
      const focused = page.locator('main :focus');
      if ((await focused.count()) === 0) break;
      expect(await coverOf(focused), `${key} ${press}`).toBe('');
    }
  }
});
