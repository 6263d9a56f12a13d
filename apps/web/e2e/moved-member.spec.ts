import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { check } from './check.ts';
import { makeAdmin, ruleHousehold } from './household.ts';
import type { Install } from './install.ts';
import { ANA, login, type Person, register, test } from './journey.ts';
import { createThread } from './thread.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const ROOT: Person = { name: 'Root', email: 'root@example.com', password: 'a secret of ours' };
const BEN: Person = { name: 'Ben', email: 'ben@example.com', password: 'Ab1!' };
const CEM: Person = { name: 'Cem', email: 'cem@example.com', password: 'Cd2!' };

/** Ana manages Ben, who manages Cem. Root is an Admin. */
async function nestHouseholds(
  install: Install,
  root: Page,
  ana: Page,
): Promise<{ ben: string; cem: string }> {
  await Promise.all([register(root, ROOT), register(ana, ANA, 'Manager')]);
  makeAdmin(install, ROOT);
  const [byRoot, byAna] = await Promise.all([restOf(root), restOf(ana)]);
  const roles = ['Employee', 'Manager'];
  const [ben] = await Promise.all([
    byAna('post', '/users', { ...BEN, roles }),
    byAna('post', '/groceries', { name: 'Milk', count: 1 }),
  ]);
  const cem = await byRoot('post', '/users', { ...CEM, roles: ['Employee'], manager: ben.user.id });
  return { ben: ben.user.id, cem: cem.user.id };
}

/** Cem signs in, has a task and an item on Ben's list, and looks at the list. */
async function openGroceries(cem: Page): Promise<void> {
  await login(cem, CEM);
  await cem.waitForURL('**/dash/tasks');
  const byCem = await restOf(cem);
  await Promise.all([
    byCem('post', '/groceries', { name: 'Soap', count: 1 }),
    byCem('post', '/tasks', { title: 'Water the plants', dueDate: new Date().toISOString() }),
  ]);
  await cem.getByRole('link', { name: 'Groceries' }).click();
}

/** The names of members or items, in the order of the list. */
function headings(page: Page) {
  return page.getByRole('article').getByRole('heading');
}

test('a member of a former manager moves to another manager, and everyone sees it live', {
  tag: '@latency',
}, async ({ openBrowser, install, beforePoll }) => {
  const [root, ana, cem] = [await openBrowser(), await openBrowser(), await openBrowser(PHONE)];
  const ids = await nestHouseholds(install, root, ana);
  await Promise.all([
    openGroceries(cem),
    root.goto(`/dash/manager/users/${ids.cem}?tab=settings`),
    ana.goto(`/dash/manager/users/${ids.ben}?tab=settings`),
  ]);
  for (const page of [root, ana, cem]) await expect(page.getByTitle('Live')).toBeVisible();
  const managers = root.getByLabel('Managed by').locator('option');
  await expect(managers.filter({ hasText: BEN.email })).toHaveCount(1);
  await expect(headings(cem)).toHaveText(['Soap']);

  await ana.getByLabel('Manager', { exact: true }).uncheck();
  await ana.getByRole('button', { name: 'Update' }).click();
  await expect(ana.getByText('Settings saved')).toBeVisible();
  await expect(managers.filter({ hasText: BEN.email })).toHaveCount(0, beforePoll);
  await ana.getByRole('link', { name: 'Back' }).click();
  await ana.getByRole('tab', { name: 'Members' }).click();
  await expect(headings(ana)).toHaveText(['Ben']);

  await root.getByLabel('Managed by').selectOption({ label: `Ana (${ANA.email})` });
  await expect(
    root.getByText('Cem leaves the household of Ben and joins the household of Ana.'),
  ).toBeVisible();
  await expect(root.getByText('Ana will manage the 1 open task that Cem created.')).toBeVisible();
  await root.getByRole('button', { name: 'Move Cem' }).click();
  await expect(root.getByText('Cem was moved')).toBeVisible();
  await expect(root.getByLabel('Managed by').locator('option:checked')).toHaveText(`Ana (${ANA.email})`);
  await expect(headings(ana)).toHaveText(['Ben', 'Cem'], beforePoll);
  await expect(headings(cem)).toHaveText(['Milk'], beforePoll);

  await ana.getByRole('tab', { name: 'Today' }).click();
  await expect(ana.getByRole('button', { name: 'Complete Water the plants' })).toBeVisible();
});

test('a thread that ends while one writes gives the focus of its field to the reason, and keeps the text', {
  tag: '@latency',
}, async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  await createThread(ana, [member.username], 'Dinner is ready');
  await expect(ana.getByTitle('Live')).toBeVisible();
  await expect.poll(async () => (await rest('get', '/conversations')).length).toBe(1);
  await ana.getByPlaceholder('Write a message').fill('Where are you');
  await rest('patch', '/users', { id: member.id, active: false });
  const reason = ana.getByText('You can no longer write to Ben.');
  await expect(reason).toBeFocused();
  const left = ana.getByLabel('Not sent');
  await expect(left).toHaveValue('Where are you');
  await check(ana);
  await ana.reload();
  await expect(left).toHaveValue('Where are you');
  // A thread that is not there any more shows it too.
  await ana.evaluate(moveDraft, GONE);
  await ana.goto(`/dash/messages?thread=${GONE}`);
  await expect(ana.getByText('Conversation not found')).toBeVisible();
  await expect(left).toHaveValue('Where are you');
  await left.focus();
  await ana.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(left).toHaveCount(0);
  await expect(ana.getByRole('main')).toBeFocused();
});

const GONE = '01900000-0000-7000-8000-000000000000';

/** Runs in the page: another thread has the only draft. */
function moveDraft(to: string): void {
  const [[key, text] = ['', '']] = Object.entries(JSON.parse(sessionStorage.getItem('onus.drafts') ?? '{}'));
  sessionStorage.setItem('onus.drafts', JSON.stringify({ [key.replace(/ .*/, ` ${to}`)]: text }));
}
