import { expect, type Page, type Route } from '@playwright/test';
import { checkLooks } from './check.ts';
import { holdCode } from './faults.ts';
import { makeHousehold } from './household.ts';
import { ANA, openLine, type Person, register, test } from './journey.ts';

const BEN: Person = { name: 'Ben Kent', email: 'ben@example.com', password: 'battery staple' };

function line(page: Page) {
  return page.getByLabel('Quick add');
}

function chips(page: Page) {
  return page.getByRole('list', { name: 'Understood' }).getByRole('listitem');
}

/** The date this many days from the browser's today, as the browser writes it. */
function dateIn(page: Page, days: number, options: Intl.DateTimeFormatOptions): Promise<string> {
  return page.evaluate(
    ([ahead, format]) => {
      const now = new Date();
      const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead);
      return date.toLocaleDateString('en-US', format);
    },
    [days, options] as const,
  );
}

/** The server creates the task, but its response is lost. */
async function loseAnswer(page: Page, text: string): Promise<void> {
  const lost = Promise.withResolvers<void>();
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
    lost.resolve();
  };
  await page.route('**/trpc/task.create*', lose, { times: 1 });
  await line(page).fill(text);
  await page.keyboard.press('Enter');
  await lost.promise;
}

const WEEKDAY = { weekday: 'long' } as const;
const FULL = { month: 'long', day: 'numeric', year: 'numeric' } as const;

/** A date as a chip shows it: with the year if it is not the current one. */
async function onChip(page: Page, days: number): Promise<string> {
  const [year, other] = [
    await dateIn(page, 0, { year: 'numeric' }),
    await dateIn(page, days, { year: 'numeric' }),
  ];
  return dateIn(page, days, year === other ? { weekday: 'short', month: 'short', day: 'numeric' } : FULL);
}

test('a line becomes a task with date and recurrence, and the field is free at once', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const weekday = await dateIn(page, 2, WEEKDAY);
  await line(page).pressSequentially(`Bins @ana ${weekday.slice(0, 3)} every week`);
  const titleNote = '“ana” stays in the title. Only managers can assign tasks.';
  await expect(chips(page)).toHaveText([await onChip(page, 2), 'Weekly', titleNote]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Task Created')).toBeVisible();
  await expect(line(page)).toHaveValue('');
  await expect(line(page)).toBeFocused();
  await expect(chips(page)).toHaveCount(0);
  await page.keyboard.type('Milk');
  await expect(chips(page)).toHaveText(['Today']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Milk', exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  // Without the right to assign, a name is part of the title.
  const bins = page.getByRole('article').filter({ hasText: 'Bins @ana' });
  await expect(bins).toContainText(await dateIn(page, 2, FULL));
  await expect(bins).toContainText('Weekly');
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('removing a chip returns its words to the title, Escape clears, and tabs share the line', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await line(page).fill('Call tomorrow every 3 days until 2099-12-31');
  await expect(chips(page)).toHaveText(['Tomorrow', 'Every 3 days', 'Until December 31, 2099']);
  await page.getByRole('button', { name: 'Remove Tomorrow' }).click();
  await expect(chips(page)).toHaveText(['Every 3 days from today', 'Until December 31, 2099']);
  await expect(line(page)).toBeFocused();
  await page.getByRole('button', { name: 'Remove Every 3 days from today' }).click();
  // Without a recurrence there is no end date.
  await expect(chips(page)).toHaveText(['Today', '“until 2099-12-31” not understood']);
  for (const tab of ['Complete', 'Settings']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible();
    await expect(line(page)).toHaveCount(0);
  }
  await page.getByRole('tab', { name: 'Overdue' }).click();
  await expect(line(page)).toHaveValue('Call tomorrow every 3 days until 2099-12-31');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(line(page)).toHaveValue('');
  await page.getByRole('tab', { name: 'Today' }).click();
  await expect(
    page.getByRole('heading', { name: 'Call tomorrow every 3 days until 2099-12-31' }),
  ).toBeVisible();
  await line(page).fill('Never saved fri');
  await page.keyboard.press('Escape');
  await expect(line(page)).toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('words that look like a date or a recurrence and are not understood are marked and stay title', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await line(page).fill('Water the ferns every last Friday until 31 Feb tomorrow');
  await expect(chips(page)).toHaveText([
    '“every last Friday” not understood',
    '“until 31 Feb” not understood',
    'Tomorrow',
  ]);
  await page.getByRole('button', { name: 'Remove “every last Friday” not understood' }).click();
  await expect(chips(page)).toHaveText(['“until 31 Feb” not understood', 'Tomorrow']);
  await expect(line(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  const ferns = page
    .getByRole('article')
    .filter({ hasText: 'Water the ferns every last Friday until 31 Feb' });
  await expect(ferns).toContainText(await dateIn(page, 1, FULL));
  await expect(ferns.getByRole('heading')).toHaveText('Water the ferns every last Friday until 31 Feb');
});

for (const [locale, understood, impossible] of [
  ['en-US', '12/24/2099', '24/12/2099'],
  ['en-GB', '24/12/2099', '12/24/2099'],
  ['de-DE', '24/12/2099', '12/24/2099'],
] as const) {
  test(`a date with slashes follows the locale of the browser: ${locale}`, async ({ openBrowser }) => {
    const page = await openBrowser({ locale });
    await register(page, ANA);
    await line(page).fill(`Tree ${understood}`);
    await expect(chips(page)).toHaveText(['December 24, 2099']);
    await line(page).fill(`Tree ${impossible}`);
    await expect(chips(page)).toHaveText(['Today', `“${impossible}” not understood`]);
  });
}

test('a refused line stays with its reason, and a retry creates no duplicate', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await line(page).fill('tomorrow every day');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/Title is required/);
  await expect(line(page)).toHaveValue('tomorrow every day');
  await line(page).fill(`${'a'.repeat(201)}`);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/200/);
  await expect(line(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Not saved (1)' }).click();
  const tray = page.getByRole('dialog');
  await expect(tray).toContainText(/200/);
  await tray.getByRole('button', { name: 'Discard' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(0);
  await loseAnswer(page, 'Only once');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Only once' })).toHaveCount(1);
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await loseAnswer(page, 'Before');
  await line(page).fill('After');
  await line(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'After' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(3);
});

test('a line of someone who may not assign marks each of its names', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await register(ana, ANA);
  await register(ben, BEN);
  await line(ana).fill('Bins @nobody, @ben @nobody');
  const marks = [
    '“nobody” stays in the title. Only managers can assign tasks.',
    '“ben” stays in the title. Only managers can assign tasks.',
  ];
  await expect(chips(ana)).toHaveText(['Today', ...marks]);
  await checkLooks(ana);
  makeHousehold(install, BEN, [ANA]);
  await ana.reload();
  await expect(chips(ana)).toHaveText(['Today', ...marks]);
});

test("a line names members, and a member's page assigns its member", async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await register(ana, ANA);
  await register(ben, BEN);
  makeHousehold(install, ANA, [BEN]);
  await ana.goto('/dash/manager');
  await line(ana).fill('Bins @ben every week until 2099-12-31 every last friday @me @eve');
  await expect(chips(ana)).toHaveText([
    'Ben Kent',
    'Weekly from today',
    'Until December 31, 2099',
    '“every last friday” not understood',
    'Ana',
    'No member named “eve”',
  ]);
  await checkLooks(ana);
  await ana.getByRole('button', { name: 'Remove Ana' }).click();
  await ana.getByRole('button', { name: 'Remove “every last friday” not understood' }).click();
  await expect(chips(ana)).toHaveCount(4);
  await line(ana).press('Enter');
  await expect(ana.getByRole('heading', { name: 'Bins every last friday @me @eve' })).toBeVisible();
  await expect(ben.getByRole('button', { name: 'Complete Bins every last friday @me @eve' })).toBeVisible();
  await ana.getByRole('tab', { name: 'Members' }).click();
  await ana.getByRole('button', { name: 'Edit Ben Kent' }).click();
  await expect(ana.getByRole('heading', { level: 1 })).toHaveText('Ben Kent');
  await line(ana).fill('Sweep');
  await line(ana).press('Enter');
  await expect(ben.getByRole('button', { name: 'Complete Sweep' })).toBeVisible();
  await line(ana).fill('Rest @ana');
  await expect(chips(ana)).toHaveText(['Today', 'Ana']);
  await line(ana).press('Enter');
  await expect(line(ana)).toHaveValue('');
  await line(ana).fill(' tomorrow');
  await line(ana).press('Enter');
  await expect(ana.getByRole('alert')).toHaveText(/Title is required/);
  await checkLooks(ana);
  await expect(ana.getByRole('article')).toHaveCount(2);
  await expect(ben.getByRole('article')).toHaveCount(2);
});

test('several lines that are pasted before the code of the line are offered too', async ({ openBrowser }) => {
  const page = await openBrowser({ permissions: ['clipboard-read', 'clipboard-write'] });
  await register(page, ANA);
  await page.evaluate(copied => navigator.clipboard.writeText(copied), 'Bins\n\n- Desk every week');
  const release = await holdCode(page, 'whole-line');
  const line = page.getByLabel('Quick add');
  await line.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(line).toHaveValue(/Bins.*Desk/);
  release();
  await page.getByRole('button', { name: 'Add 2 tasks, one per line' }).click();
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Bins', 'Desk']);
});

test('several pasted lines are offered as one task or item each', async ({ openBrowser }) => {
  const page = await openBrowser({ permissions: ['clipboard-read', 'clipboard-write'] });
  await register(page, ANA);
  const rows = page.getByRole('article').getByRole('heading');
  const paste = async (text: string) => {
    await page.evaluate(copied => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('ControlOrMeta+v');
  };
  const line = page.getByLabel('Quick add');
  await line.click();
  // The code of the whole line has come.
  await page.locator('[data-used]').waitFor();
  await paste('Bins\n\n- Desk every week\r\n> Lamp\n');
  await expect(line).toHaveValue(/Bins.*Lamp/);
  await page.getByRole('button', { name: 'Add 3 tasks, one per line' }).click();
  await expect(rows).toHaveText(['Bins', 'Desk', 'Lamp']);
  await expect(line).toHaveValue('');
  await expect(line).toBeFocused();
  // What is typed after them makes them one line.
  await paste('one\ntwo');
  await page.keyboard.type('!');
  await expect(page.getByRole('button', { name: /one per line/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  const everywhere = await openLine(page);
  await everywhere.press('Alt+2');
  await paste('Milk 2 1.39\nBread');
  await page.getByRole('button', { name: 'Add 2 items, one per line' }).click();
  await expect(page.getByText('“Bread” is on the list')).toBeVisible();
  await page.goto('/dash/groceries');
  await expect(rows).toHaveText(['Milk', 'Bread']);
});
