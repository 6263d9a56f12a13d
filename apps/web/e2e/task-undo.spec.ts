import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { callsOf, REFUSED } from './faults.ts';
import { BEN, makeAdmin, openHousehold } from './household.ts';
import { ANA, addTask, login, openTaskForm, register, test } from './journey.ts';

/** The next call of a procedure waits until it is let through, refused by the server, or lost. */
async function held(page: Page, procedure: string) {
  const called = Promise.withResolvers<void>();
  const verdict = Promise.withResolvers<'through' | 'refused' | 'lost'>();
  await page.route(callsOf(procedure), async route => {
    called.resolve();
    const answer = await verdict.promise;
    if (answer === 'through') return route.continue();
    return answer === 'refused' ? REFUSED.answer(route) : route.abort('connectionfailed');
  });
  return { called: called.promise, answer: verdict.resolve };
}

test('completing shows at once, is taken back when the server refuses it, and can be undone', {
  tag: '@latency',
}, async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Take the bins out');
  const ring = page.getByRole('button', { name: 'Complete Take the bins out' });
  const refusal = await held(page, 'task.update');
  await ring.click();
  await refusal.called;
  await expect(ring).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  refusal.answer('refused');
  await expect(page.getByRole('alert')).toHaveText(REFUSED.says);
  await expect(ring).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('img', { name: 'Not saved' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Not saved (1)' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: /^Not saved/ })).toHaveCount(0);

  await ring.click();
  await expect(page.getByText('“Take the bins out” completed')).toBeVisible();
  await expect(ring).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(ring).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(ring).toHaveAttribute('aria-pressed', 'false');
});

test('Undo affects only its own task among two with the same title', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  for (const text of ['green', 'blue']) {
    const form = await openTaskForm(page);
    await form.getByLabel('Title').fill('Bins');
    await form.getByLabel('Description').fill(text);
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(form).toHaveCount(0);
  }
  const ring = (text: string) =>
    page.getByRole('article').filter({ hasText: text }).getByRole('button', { name: 'Complete Bins' });
  // An action can be undone once its change is sent. Both toasts read the same, so the keys undo.
  for (const text of ['green', 'blue']) {
    const sent = page.waitForResponse(callsOf('task.update'));
    await ring(text).click();
    await sent;
  }
  await page.keyboard.press('z');
  await expect(ring('blue')).toHaveAttribute('aria-pressed', 'false');
  await expect(ring('green')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('z');
  await expect(page.getByText('Undone: “Bins” completed')).toBeVisible();
  for (const text of ['green', 'blue']) await expect(ring(text)).toHaveAttribute('aria-pressed', 'false');
});

test('Ctrl+Z undoes one action after the other, except while text is typed', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  for (const title of ['Bins', 'Windows']) await addTask(page, title);
  for (const title of ['Bins', 'Windows']) {
    await page.getByRole('button', { name: `Complete ${title}` }).click();
    await expect(page.getByText(`“${title}” completed`)).toBeVisible();
  }
  const ring = (title: string) => page.getByRole('button', { name: `Complete ${title}` });
  const line = page.getByLabel('Quick add');
  // What the browser can undo is lost when the loaded line takes the place of the field.
  await line.fill('Oats');
  await expect(page.getByRole('list', { name: 'Understood' })).toBeVisible();
  await line.press('Escape');
  await line.fill('Milk');
  await line.press('ControlOrMeta+z');
  await expect(line).toHaveValue('');
  for (const title of ['Bins', 'Windows']) await expect(ring(title)).toHaveAttribute('aria-pressed', 'true');
  await line.blur();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(ring('Windows')).toHaveAttribute('aria-pressed', 'false');
  await expect(ring('Bins')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(ring('Bins')).toHaveAttribute('aria-pressed', 'false');
  // Before them, the tasks were added.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText('Undone: “Windows” added')).toBeVisible();
  await page.reload();
  await expect(ring('Bins')).toHaveAttribute('aria-pressed', 'false');
  await expect(ring('Windows')).toHaveCount(0);
});

test('Undo of a completed occurrence removes its follow-up', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill('Water the plants');
  await dialog.getByLabel('Recurrence Type').selectOption('Weekly');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  const upcoming = page.getByRole('tab', { name: 'Upcoming' });
  await page.getByRole('button', { name: 'Complete Water the plants' }).click();
  await expect(upcoming).toHaveAccessibleDescription('1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(upcoming).toHaveAccessibleDescription('0');
});

test('an edit shows at once, and a refusal reopens the form with what was typed', {
  tag: '@latency',
}, async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Call the school');
  await page.getByRole('button', { name: 'Edit Call the school' }).click();
  await page.getByLabel('Title').fill('Call the school back');
  await page.getByLabel('Description').fill('About the trip');
  const refusal = await held(page, 'task.update');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await refusal.called;
  await expect(page.getByRole('heading', { name: 'Call the school back' })).toBeVisible();
  await expect(page.getByText('About the trip')).toBeVisible();
  await expect(page.getByRole('form')).toHaveCount(0);
  refusal.answer('refused');
  await expect(page.getByLabel('Title')).toHaveValue('Call the school back');
  await expect(page.getByLabel('Description')).toHaveValue('About the trip');
  await expect(page.getByRole('form').getByRole('alert')).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Call the school back');
  const saved = page.waitForResponse(/task\.update/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Call the school back' })).toBeVisible();
  await saved;
  await expect(page.getByRole('button', { name: /^Not saved/ })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Call the school back' })).toBeVisible();
});

test('an edit refused after leaving the page shows a toast that leads back', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Call the school');
  await page.getByRole('button', { name: 'Edit Call the school' }).click();
  await page.getByLabel('Title').fill('Call them back');
  const refusal = await held(page, 'task.update');
  await page.getByRole('button', { name: 'Save' }).click();
  await refusal.called;
  await page.getByRole('link', { name: 'Groceries' }).click();
  await expect(page.getByRole('heading', { name: 'Groceries' })).toBeVisible();
  refusal.answer('refused');
  await expect(page.getByRole('alert')).toContainText('“Call them back” was not saved');
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Call them back');
});

test('a deleted task disappears at once, and Undo restores it completely', { tag: '@latency' }, async ({
  openBrowser,
}) => {
  const [page, other] = [await openBrowser(), await openBrowser()];
  await register(page, ANA);
  await addTask(page, 'Pay the bill');
  await login(other, ANA);
  const there = other.getByRole('heading', { name: 'Pay the bill' });
  await expect(there).toBeVisible();
  await page.getByRole('button', { name: 'Complete Pay the bill' }).click();
  await expect(page.getByText('“Pay the bill” completed')).toBeVisible();
  const call = await held(page, 'task.delete');
  await page.getByRole('button', { name: 'Delete Pay the bill' }).click();
  await call.called;
  await expect(page.getByRole('heading', { name: 'Pay the bill' })).toHaveCount(0);
  call.answer('through');
  await expect(there).toHaveCount(0);
  const toast = page.locator('.Toastify__toast', { hasText: '“Pay the bill” deleted' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Pay the bill' })).toBeVisible();
  await expect(there).toBeVisible();
  await expect(other.getByRole('button', { name: 'Complete Pay the bill' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('Skip moves a repeating task to its next date', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill('Bins');
  await dialog.getByLabel('Due Date').fill('2099-03-05');
  await dialog.getByLabel('Recurrence Type').selectOption('Weekly');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await page.getByRole('button', { name: 'Skip Bins to Thu, Mar 12' }).click();
  await expect(page.getByText('“Bins” skipped to Thu, Mar 12')).toBeVisible();
  await expect(page.getByText('March 12, 2099')).toBeVisible();
});

test('deleting the open task of a series says that the series ends, and Undo revives it', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill('Bins');
  await dialog.getByLabel('Due Date').fill('2099-03-05');
  await dialog.getByLabel('Recurrence Type').selectOption('Weekly');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await page.getByRole('button', { name: 'Delete Bins' }).click();
  const toast = page.locator('.Toastify__toast', { hasText: 'This ends the series' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Complete Bins' }).click();
  await expect(page.getByText('March 12, 2099')).toBeVisible();
});

test('completing the last date of a series says so, and Undo reopens it', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill('Bins');
  await dialog.getByLabel('Due Date').fill('2099-03-05');
  await dialog.getByLabel('Recurrence Type').selectOption('Weekly');
  await dialog.getByLabel('Recurrence End Date').fill('2099-03-05');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await page.getByRole('button', { name: 'Complete Bins' }).click();
  const toast = page.locator('.Toastify__toast', { hasText: '“Bins” completed. This was the last one.' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('March 5, 2099')).toBeVisible();
});

test('without a network a completed task of a series without an end is not called the last one', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  // Loads what reads the line.
  const line = page.getByLabel('Quick add');
  await line.fill('Bins');
  await line.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.context().setOffline(true);
  await line.fill('Windows every 3 days');
  await line.press('Enter');
  await page.getByRole('button', { name: 'Complete Windows' }).click();
  const toast = page.locator('.Toastify__toast', { hasText: '“Windows” completed' });
  await expect(toast).toBeVisible();
  await expect(toast).not.toContainText('This was the last one');
});

test('completing sends only the flag, so that it never conflicts', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Bins');
  const sent = page.waitForRequest(callsOf('task.update'));
  await page.getByRole('button', { name: 'Complete Bins' }).click();
  // On a slow network the creation can be in the same batch.
  const input = Object.values((await sent).postDataJSON() as Record<string, object>).at(-1);
  expect(Object.keys(input ?? {}).sort()).toEqual(['completed', 'id']);
  await expect(page.getByText('“Bins” completed')).toBeVisible();
});

test('Undo of a deletion says who is no longer a member', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  makeAdmin(install, ANA);
  await ana.goto('/dash/manager');
  const rest = await restOf(ana);
  const people: { id: string; email: string }[] = await rest('get', '/users');
  // Without Ben, the server would refuse a creation that it does not have yet.
  const created = ana.waitForResponse(callsOf('task.create'));
  await ana.getByLabel('Quick add').fill('Bins @ben');
  await ana.keyboard.press('Enter');
  await created;
  await ana.getByRole('button', { name: 'Delete Bins' }).click();
  const toast = ana.locator('.Toastify__toast', { hasText: '“Bins” deleted' });
  // Hovering keeps the toast open.
  await toast.hover();
  await rest('delete', '/users', { id: people.find(({ email }) => email === BEN.email)?.id });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(ana.getByText('“Bins” was restored without Ben: no longer a member')).toBeVisible();
});
