import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { FAULTS } from './faults.ts';
import { BEN, openHousehold, ruleHousehold } from './household.ts';
import { ANA, addTask, login, register, test } from './journey.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

/** Writes down what is said to those who listen, in order. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    const hear = () => {
      const text = document.querySelector('[data-announcer]')?.textContent ?? '';
      if (text && said.at(-1) !== text) said.push(text);
    };
    new MutationObserver(hear).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(globalThis, { said });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'said'));
}

/** What the accessibility tree has of it. */
function announced(page: Page, words: string) {
  return page.getByRole('status').filter({ hasText: words });
}

test('what others change is announced to screen readers, politely; one’s own changes are not', async ({
  openBrowser,
  install,
  soon,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  await openHousehold(install, ana, ben);
  await ben.reload();
  for (const page of [ana, ben]) await expect(page.getByTitle('Live')).toBeVisible();
  const [toAna, toBen] = [await listen(ana), await listen(ben)];
  await addTask(ben, 'Bins');
  await ben.getByRole('button', { name: 'Complete Bins' }).click();
  await expect(ben.getByText('Completed', { exact: true })).toBeVisible();
  await ben.getByRole('tab', { name: 'Settings' }).click();
  await ben.getByLabel('Or paste it here').fill('Title,Due Date\nDesk,2099-03-05');
  await ben.getByRole('button', { name: 'Preview' }).click();
  await ben.getByRole('button', { name: 'Import 1 task' }).click();
  await expect(ben.getByText('1 task imported')).toBeVisible();
  await expect(ben.getByRole('tab', { name: 'Upcoming' })).toContainText('1');
  const byBen = await restOf(ben);
  await ana.getByRole('link', { name: 'Groceries' }).click();
  await ana.getByText('You have no groceries in your list.').waitFor();
  // Another device of the household: seven changes in a row are one sentence or two.
  for (let number = 1; number <= 7; number += 1)
    await byBen('post', '/groceries', { name: `Item ${number}`, count: 1 });
  await expect(announced(ana, 'The groceries have changed')).toHaveAttribute('aria-live', 'polite', soon);
  await expect(ana.getByRole('heading', { name: 'Item 7' })).toBeVisible(soon);
  await expect(announced(ana, 'The groceries have changed')).toHaveCount(0);
  expect((await toAna()).length).toBeLessThanOrEqual(2);

  const users = [{ email: ANA.email }];
  await byBen('post', '/conversations', { data: { users, message: 'Hello' } });
  await expect(announced(ana, 'You have a new message')).toHaveCount(1);
  expect(await toBen()).toEqual([]);
});

test('a line that is cut: the dot says so, and after it nothing is missing on any page', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  const { rest: byAna, member } = await ruleHousehold(install, ana, ben);
  let cut = false;
  const lines: { close: () => Promise<void> }[] = [];
  await ben.routeWebSocket(/\/trpc/, line => {
    line.connectToServer();
    lines.push(line);
    // Once it stands: what is closed before that is no failure to a browser that is told so here.
    if (cut) line.onMessage(() => line.close());
  });
  await ben.goto('/dash/groceries');
  await expect(ben.getByTitle('Live')).toBeVisible();
  cut = true;
  for (const line of lines) await line.close();
  await expect(ben.getByTitle('Connecting…')).toBeVisible();
  await expect(ben.getByRole('status').filter({ hasText: 'Connecting…' })).toHaveCount(1);
  await byAna('post', '/groceries', { name: 'Milk', count: 1 });
  await byAna('post', '/tasks', { title: 'Bins', dueDate: new Date().toISOString(), assignees: [member.id] });
  await byAna('post', '/conversations', { data: { users: [{ email: BEN.email }], message: 'Hello' } });
  await expect(ben.getByText('You have no groceries in your list.')).toBeVisible();
  cut = false;
  // The longest it waits before it tries again is 7.5 s (spec 9).
  await expect(ben.getByRole('heading', { name: 'Milk' })).toBeVisible({ timeout: 15_000 });
  await expect(ben.getByRole('link', { name: /1 unread.*Messages/ })).toBeVisible();
  await expect(ben.getByTitle('Live')).toBeVisible();
  await ben.getByRole('link', { name: 'Tasks' }).click();
  await expect(ben.getByRole('button', { name: 'Complete Bins' })).toBeVisible();
});

test('what changes after a list is read and before the line is heard is not missing', async ({
  openBrowser,
  install,
  soon,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  const { rest: byAna } = await ruleHousehold(install, ana, ben);
  const held: (() => void)[] = [];
  let isHeld = true;
  await ben.routeWebSocket(/\/trpc/, line => {
    const server = line.connectToServer();
    line.onMessage(message => (isHeld ? held.push(() => server.send(message)) : server.send(message)));
  });
  await ben.goto('/dash/groceries');
  await expect(ben.getByText('You have no groceries in your list.')).toBeVisible();
  await byAna('post', '/groceries', { name: 'Milk', count: 1 });
  isHeld = false;
  for (const send of held) send();
  await expect(ben.getByRole('heading', { name: 'Milk' })).toBeVisible(soon);
});

test.describe('with tokens that live for two seconds', () => {
  test.use({ settings: { ACCESS_TOKEN_TTL: '2s' } });

  test('a line that comes back while no new token is to be had is live again when there is one', async ({
    openBrowser,
  }) => {
    const page = await openBrowser();
    const lines: { close: () => Promise<void> }[] = [];
    await page.routeWebSocket(/\/trpc/, line => {
      line.connectToServer();
      lines.push(line);
    });
    await register(page, ANA);
    await expect(page.getByTitle('Live')).toBeVisible();
    await page.waitForTimeout(2_500);
    let refused = 0;
    await page.route('**/trpc/auth.refresh*', route => {
      refused += 1;
      return FAULTS.restarting.answer(route);
    });
    for (const line of lines) await line.close();
    // Once for the handshake, once for the answer that the token is too old.
    await expect.poll(() => refused).toBeGreaterThanOrEqual(2);
    await page.unroute('**/trpc/auth.refresh*');
    await expect(page.getByTitle('Live')).toBeVisible({ timeout: 15_000 });
  });
});

test('a list that changes keeps the focus where it is and what is read in its place', async ({
  openBrowser,
  install,
  soon,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest: byAna, member } = await ruleHousehold(install, ana, ben);
  const assignees = [member.id];
  const due = (day: number) => new Date(Date.UTC(2020, 1, day, 12)).toISOString();
  for (let day = 1; day <= 24; day += 1) {
    await byAna('post', '/tasks', { title: `Task ${day}`, dueDate: due(day), assignees });
  }
  await ben.goto('/dash/tasks?tab=overdue');
  const ring = ben.getByRole('button', { name: 'Complete Task 14', exact: true });
  await ring.scrollIntoViewIfNeeded();
  await ring.focus();
  const place = async () => Math.round((await ring.boundingBox())?.y ?? Number.NaN);
  const before = await place();
  // Newest date first: these come in above.
  for (const day of [25, 26, 27])
    await byAna('post', '/tasks', { title: `Task ${day}`, dueDate: due(day), assignees });
  await expect(ben.getByRole('tab', { name: 'Overdue' })).toContainText('27', soon);
  await expect(ring).toBeFocused();
  expect(await place()).toBe(before);

  await ben.goto('/dash/groceries');
  for (let number = 1; number <= 24; number += 1)
    await byAna('post', '/groceries', { name: `Item ${number}`, count: 1 });
  const tick = ben.getByRole('button', { name: 'Tick off Item 20', exact: true });
  await tick.scrollIntoViewIfNeeded();
  await tick.focus();
  const [first] = await byAna('get', '/groceries');
  const top = Math.round((await tick.boundingBox())?.y ?? Number.NaN);
  await byAna('delete', '/groceries', { id: first.id });
  await expect(ben.getByRole('heading', { name: 'Item 1', exact: true })).toHaveCount(0, soon);
  await expect(tick).toBeFocused();
  expect(Math.round((await tick.boundingBox())?.y ?? Number.NaN)).toBe(top);
});

test('roles and names that change are followed at once, by the one and by the other', async ({
  openBrowser,
  install,
  soon,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser(PHONE)];
  const { rest: byAna, member } = await ruleHousehold(install, ana, ben);
  await ana.goto('/dash/manager?tab=members');
  await ben.reload();
  await expect(ben.getByTitle('Live')).toBeVisible();
  await byAna('patch', '/users', { id: member.id, roles: ['Employee', 'Manager'] });
  await expect(ben.getByRole('link', { name: 'Manager' })).toBeVisible(soon);
  await ben.getByRole('link', { name: 'Manager' }).click();
  await expect(ben.getByRole('heading', { level: 1 })).toHaveText('Manager');
  await byAna('patch', '/users', { id: member.id, roles: ['Employee'] });
  await expect(ben.getByRole('link', { name: 'Manager' })).toHaveCount(0, soon);
  await expect(ben).toHaveURL(/\/login\?from=/);
  await login(ben, BEN);
  await expect(ben).toHaveURL(/\/dash\/tasks$/);
  await ben.goto('/dash/tasks?tab=settings');
  await ben.getByLabel('Username').fill('benno kent');
  await ben.getByRole('button', { name: 'Update' }).click();
  await expect(ana.getByRole('heading', { name: 'Benno Kent' })).toBeVisible(soon);
});
