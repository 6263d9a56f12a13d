import { expect, type Page } from '@playwright/test';
import { CALLS } from './faults.ts';
import { openHousehold, ruleHousehold } from './household.ts';
import { ANA, addTask, register, test } from './journey.ts';
import { createThread } from './thread.ts';

const PHONE = { width: 390, height: 844 };
const SOON = { timeout: 5_000 };
const DAY = 86_400_000;

/** Two time zones with different dates now. The pair of the guarantee comes first. */
const PAIRS = [
  ['America/New_York', 'Pacific/Auckland'],
  ['America/Los_Angeles', 'Pacific/Auckland'],
  ['Pacific/Pago_Pago', 'Pacific/Auckland'],
  ['Pacific/Honolulu', 'Pacific/Kiritimati'],
] as const;

/** The local date there, YYYY-MM-DD. */
function dayIn(zone: string, at = Date.now()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);
}

/** Neither reaches midnight during the journey. */
function zonesOfTwoDays(): readonly [west: string, east: string] {
  const later = Date.now() + 10 * 60_000;
  const pair = PAIRS.find(
    ([west, east]) =>
      dayIn(west) !== dayIn(east) && dayIn(west) === dayIn(west, later) && dayIn(east) === dayIn(east, later),
  );
  return pair ?? ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];
}

/** The date that every zone must show. */
function longDay(day: string): string {
  const long = { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', long).format(new Date(`${day}T12:00:00Z`));
}

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

function title(page: Page, name: string) {
  return page.getByRole('heading', { name: new RegExp(`^${name}( Completed)?$`) });
}

test('with dates a day apart, one person sees overdue what the other sees due today, and both see each change', async ({
  openBrowser,
  install,
}) => {
  const [west, east] = zonesOfTwoDays();
  const ana = await openBrowser({ timezoneId: west });
  const ben = await openBrowser({ timezoneId: east, viewport: PHONE });
  const { rest: byAna, member } = await ruleHousehold(install, ana, ben);
  await ben.reload();
  for (const page of [ana, ben]) await expect(page.getByTitle('Live')).toBeVisible();
  const [here, there] = [dayIn(west), dayIn(east)];
  await ana.goto('/dash/manager');

  // Assigned on the desk to the other, in the west's today.
  await ana.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = ana.getByRole('dialog', { name: 'Add Task' });
  await expect(dialog.getByLabel('Due Date')).toHaveValue(here);
  await dialog.getByLabel('Title').fill('Bins');
  await dialog.getByRole('option', { name: 'Ben' }).click();
  await openTab(ben, 'Overdue');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(title(ana, 'Bins')).toBeVisible();
  await expect(title(ben, 'Bins')).toBeVisible(SOON);
  await expect(ben.getByText(longDay(here), { exact: true })).toBeVisible();
  await expect(ana.locator('time')).toHaveAttribute('datetime', here);
  await expect(ben.locator('time')).toHaveAttribute('datetime', here);

  // Moved to the east's today: tomorrow for one, today for the other.
  await ana.getByRole('button', { name: 'Edit Bins' }).click();
  await ana.getByLabel('Due Date').fill(there);
  await ana.getByLabel('Title').fill('All bins');
  await ana.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(ben.getByText('You have no incomplete tasks')).toBeVisible(SOON);
  await openTab(ben, 'Today');
  await openTab(ana, 'Upcoming');
  await expect(title(ana, 'All bins')).toBeVisible();
  await expect(ben.getByText(longDay(there), { exact: true })).toBeVisible();

  await ben.getByRole('button', { name: 'Complete All bins' }).click();
  await openTab(ana, 'Complete');
  await expect(title(ana, 'All bins')).toBeVisible(SOON);
  await ana.getByRole('button', { name: 'Delete All bins' }).click();
  await expect(ben.getByText('You have no tasks scheduled for today.')).toBeVisible(SOON);

  // The months of the chart are those of the due date, in every reader's zone.
  await byAna('post', '/tasks', {
    title: 'Gutters',
    dueDate: `${here}T12:00:00.000Z`,
    assignees: [member.id],
  });
  await openTab(ana, 'Members');
  const month = ana.getByRole('link', { name: /: 1 incomplete$/ });
  await expect(month).toBeVisible();
  await openTab(ben, 'Overdue');
  await ben.getByRole('button', { name: 'Complete Gutters' }).click();
  await expect(month).toHaveCount(0, SOON);
});

test('an open form keeps its values while another person changes, moves, completes and deletes the task', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser({ viewport: PHONE })];
  const { rest: byAna, member } = await ruleHousehold(install, ana, ben);
  const dueDate = '2020-02-03T12:00:00.000Z';
  const { id } = await byAna('post', '/tasks', { title: 'Bins', dueDate, assignees: [member.id] });
  await byAna('post', '/tasks', { title: 'Gutters', dueDate, assignees: [member.id] });
  await ben.goto('/dash/tasks?tab=overdue');
  await ben.getByRole('button', { name: 'More for Bins' }).click();
  await ben.getByRole('menuitem', { name: 'Edit' }).click();
  await ben.getByLabel('Description').fill('Half a thought');
  const changes = [
    { title: 'All bins' },
    { completed: true },
    { dueDate: new Date(Date.now() + 9 * DAY).toISOString(), completed: false },
  ];
  for (const [index, change] of changes.entries()) {
    await byAna('patch', '/tasks', { id, ...change });
    // A later change proves that this one arrived.
    await byAna('post', '/tasks', { title: `Mark ${index}`, dueDate, assignees: [member.id] });
    await expect(title(ben, `Mark ${index}`)).toBeVisible(SOON);
    await expect(ben.getByLabel('Description')).toHaveValue('Half a thought');
    await expect(ben.getByLabel('Description')).toBeFocused();
  }
  await byAna('delete', '/tasks', { id });
  await byAna('post', '/tasks', { title: 'Mark', dueDate, assignees: [member.id] });
  await expect(title(ben, 'Mark')).toBeVisible(SOON);
  await expect(ben.getByLabel('Description')).toHaveValue('Half a thought');
  await ben.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(ben.getByRole('form').getByRole('alert')).toHaveText('Task not found');
  await ben.getByRole('button', { name: 'Cancel' }).click();
  await expect(ben.getByRole('form')).toHaveCount(0);
});

test('a thread shows its times in the zone that the device has come to', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, ana, ben);
  await ana.goto('/dash/messages');
  await createThread(ana, ['Ben'], 'Good morning');
  const first = ana.getByRole('log').getByRole('listitem').filter({ hasText: 'Good morning' });
  await expect(first.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await ana.waitForLoadState('networkidle');
  const before = await first.getByRole('time').textContent();
  await ana.evaluate(() => {
    const own = Date.prototype.getTimezoneOffset;
    Date.prototype.getTimezoneOffset = function offset() {
      return own.call(this) + 120;
    };
  });
  await ben.goto('/dash/messages');
  await ben.getByRole('log').getByText('Good morning').waitFor();
  await ben.getByPlaceholder('Write a message').fill('Hello yourself');
  await ben.getByPlaceholder('Write a message').press('Enter');
  const second = ana.getByRole('log').getByRole('listitem').filter({ hasText: 'Hello yourself' });
  await expect(second.getByRole('time')).not.toHaveText(before ?? '');
  await expect(first.getByRole('time')).not.toHaveText(before ?? '');
});

test('without a network, the lists are those of the date where the device has come to, and back', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  for (const name of ['Overdue', 'Upcoming', 'Today']) {
    const read = page.waitForResponse(/task\.list/);
    await openTab(page, name);
    if (name !== 'Today') await read;
  }
  await addTask(page, 'Bins');
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  // Longer than a list rests before it is stored.
  await page.waitForTimeout(1_000);
  await page.route(CALLS, route => route.abort());
  const bins = page.getByRole('button', { name: 'Complete Bins' });

  // Half a day to the east of noon it is tomorrow, and half a day to the west yesterday.
  for (const [hours, tab] of [
    [13, 'Overdue'],
    [-13, 'Upcoming'],
    [0, 'Today'],
  ] as const) {
    await page.addInitScript(setZone, hours * 60);
    await page.goto('/dash/tasks');
    await expect(page.getByRole('tab', { name: tab })).toContainText('1');
    await expect(bins).toHaveCount(tab === 'Today' ? 1 : 0);
    await openTab(page, tab);
    await expect(bins).toBeVisible();
  }
});

/** Runs in a page before the app: the device is so many minutes to the east of where the browser is. */
function setZone(minutes: number): void {
  const zoned = Date.prototype as Date & { own?: () => number };
  zoned.own ??= zoned.getTimezoneOffset;
  const { own } = zoned;
  zoned.getTimezoneOffset = function offset() {
    return own.call(this) - minutes;
  };
}
