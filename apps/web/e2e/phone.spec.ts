import { expect, type Page } from '@playwright/test';
import { animationsEnd, checkWidth } from './check.ts';
import { BEN, ruleHousehold } from './household.ts';
import { ANA, addTask, openTaskForm, register, test } from './journey.ts';

/** The smallest phone, with touch. */
const SMALL = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;
/** The height above its keyboard. */
const TYPING = { width: 360, height: 500 };

/** Nothing is wider than the screen, and every control has a 44 px touch target. */
async function check(page: Page): Promise<void> {
  await checkWidth(page);
  await page.evaluate(animationsEnd);
  expect(await page.evaluate(smallTargets)).toEqual([]);
}

/** Runs in the page. Returns the controls whose touch target is smaller than 44 px. */
function smallTargets(): string[] {
  const found: string[] = [];
  const controls = 'a, button, input, select, textarea, [role=option], [role=menuitem]';
  const place = document.querySelector('[role=dialog]') ?? document;
  for (const control of place.querySelectorAll<HTMLElement>(controls)) {
    const isUnseen = !control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    // Skips disabled controls and those that only appear on focus.
    if (isUnseen || control.matches('.sr-only, :disabled')) continue;
    // Twelve bars of 44 px are wider than the phone. The panel that a bar opens links to its neighbor.
    if (control.matches('svg a')) continue;
    control.scrollIntoView({ block: 'center', inline: 'center' });
    const [across, down] = [
      1 + reach(control, -1, 0) + reach(control, 1, 0),
      1 + reach(control, 0, -1) + reach(control, 0, 1),
    ];
    if (across < 44 || down < 44) found.push(`${across}×${down} ${control.outerHTML.slice(0, 160)}`);
  }
  return found;

  /** How far from its center a tap still reaches a control, in pixels. */
  function reach(control: HTMLElement, stepX: number, stepY: number): number {
    const { left, top, width, height } = control.getBoundingClientRect();
    let far = 0;
    while (far < 44 && isHit(control, left + width / 2 + stepX * far, top + height / 2 + stepY * far))
      far += 1;
    return far - 1;
  }

  function isHit(control: HTMLElement, x: number, y: number): boolean {
    const hit = document.elementFromPoint(x, y);
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    return control.contains(hit) || labels.some(label => label.contains(hit));
  }
}

/** A dialog fills the screen, and its buttons stay visible above the keyboard. */
async function checkDialog(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await check(page);
  await page.setViewportSize(TYPING);
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, ...TYPING });
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  for (const button of await cancel.locator('..').getByRole('button').all()) {
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  await check(page);
  await page.setViewportSize(SMALL.viewport);
  await cancel.click();
  await expect(dialog).toBeHidden();
}

test('before sign-in, every page fits the smallest phone with 44 px touch targets', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ ...SMALL, reducedMotion: 'reduce' });
  for (const path of [
    '/',
    '/login',
    '/register',
    '/forgot',
    '/activate?token=x',
    '/join?token=x',
    '/unauthorized',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await check(page);
  }
});

test('after sign-in, every page fits the smallest phone with 44 px touch targets', async ({
  openBrowser,
  install,
}) => {
  test.slow();
  const [page, ben] = [await openBrowser({ ...SMALL, reducedMotion: 'reduce' }), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, page, ben);
  const long = `Long ${'unbroken'.repeat(12)}`;
  await addTask(page, 'Short');
  await rest('post', '/tasks', {
    title: long,
    text: long,
    dueDate: new Date().toISOString(),
    assignees: [member.id],
    recurrenceType: 'interval',
    recurrenceInterval: 30,
  });
  await rest('post', '/groceries', { name: long.slice(0, 100), count: 12 });
  const users = [{ email: BEN.email }];
  const { id } = await rest('post', '/conversations', { data: { users, message: long } });

  await page.goto('/dash/tasks');
  await page.getByRole('heading', { name: 'Short' }).waitFor();
  await check(page);
  await page.getByRole('button', { name: 'More for Short' }).tap();
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
  await check(page);
  await page.getByRole('menuitem', { name: 'Edit' }).tap();
  await page.getByRole('form').waitFor();
  await check(page);
  // A long form: its buttons stay on the screen, and nothing covers its fields.
  await expect(page.getByRole('form').getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('form').getByRole('button', { name: 'Cancel' }).tap();
  await openTaskForm(page);
  await page.getByRole('dialog').getByLabel('Recurrence Type').selectOption('Interval (every X days)');
  await checkDialog(page, 'Add Task');
  await page.getByRole('tab', { name: 'Settings' }).tap();
  await page.getByText('This browser').waitFor();
  await check(page);

  await page.goto('/dash/manager?tab=members');
  await page.getByRole('heading', { name: 'Ben' }).waitFor();
  await page.locator('svg [role=img]').first().waitFor();
  await check(page);
  await page.getByRole('button', { name: 'Add Member' }).tap();
  await checkDialog(page, 'Add member');
  await page.getByRole('tab', { name: 'Today' }).tap();
  await page.getByRole('heading', { name: long }).waitFor();
  await check(page);
  await page.goto(`/dash/manager/users/${member.id}?tab=settings`);
  await page.getByLabel('Employee').waitFor();
  await check(page);

  await page.goto('/dash/groceries');
  await page.getByRole('article').waitFor();
  await check(page);
  await page.getByRole('button', { name: 'Add Item' }).tap();
  await page.getByRole('radio', { name: 'Item', checked: true }).waitFor();
  await check(page);
  await page.getByRole('button', { name: 'Close' }).tap();
  await page.goto('/dash/messages');
  await page.getByRole('link', { name: /^Ben/ }).waitFor();
  await check(page);
  await page.getByRole('button', { name: 'Create Thread' }).tap();
  await checkDialog(page, 'Create Thread');
  await page.goto(`/dash/messages?thread=${id}`);
  await page.getByRole('log').waitFor();
  await check(page);
  await page.setViewportSize(TYPING);
  await page.getByPlaceholder('Write a message').tap();
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
  await check(page);
});

test('what was just done is not said over the fields of a dialog', async ({ openBrowser }) => {
  const page = await openBrowser(SMALL);
  await register(page, ANA);
  await addTask(page, 'Bins');
  await page.getByRole('button', { name: 'More for Bins' }).tap();
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await page.getByRole('button', { name: 'Add Task' }).first().tap();
  await expect(page.getByRole('dialog', { name: 'Add or find' })).toBeVisible();
  await expect(undo).toHaveCount(0, { timeout: 2_000 });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
  await page.keyboard.press('z');
  await expect(page.getByRole('heading', { name: 'Bins' })).toBeVisible();
});

test('beside what waits, the title of a page is whole, and nothing lies over it', async ({ openBrowser }) => {
  const page = await openBrowser({ ...SMALL, viewport: { width: 390, height: 844 } });
  await register(page, ANA);
  await page.goto('/dash/groceries');
  await expect(page.getByTitle('Live')).toBeVisible();
  const line = page.getByRole('combobox', { name: 'Quick add' });
  await expect(line).toBeVisible();
  await page.context().setOffline(true);
  for (const name of ['Milk', 'Bread', 'Eggs', 'Tea']) {
    await line.fill(name);
    await line.press('Enter');
  }
  const status = page.getByRole('button', { name: 'Offline · 4 waiting' });
  await expect(status).toBeVisible();
  const title = page.getByRole('heading', { level: 1, name: 'Groceries' });
  expect(await title.evaluate(heading => heading.scrollWidth - heading.clientWidth)).toBe(0);
  const [left, right] = [await title.boundingBox(), await status.boundingBox()];
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
});
