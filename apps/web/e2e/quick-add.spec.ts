import { expect, type Page } from '@playwright/test';
import { check } from './check.ts';
import { makeHousehold } from './household.ts';
import { ANA, type Person, register, test } from './journey.ts';

const BEN: Person = { name: 'Ben Kent', email: 'ben@example.com', password: 'battery staple' };

function line(page: Page) {
  return page.getByLabel('Quick add');
}

function chips(page: Page) {
  return page.getByRole('list', { name: 'Understood' }).getByRole('listitem');
}

/** The date so many days from the browser's today, as the browser writes it. */
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

/** The server makes the task and its answer does not arrive. */
async function loseAnswer(page: Page, text: string): Promise<void> {
  await page.route('**/trpc/task.create*', async route => {
    await route.fetch();
    await route.abort();
  });
  await line(page).fill(text);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/server cannot be reached/);
  await page.unroute('**/trpc/task.create*');
}

const WEEKDAY = { weekday: 'long' } as const;
const FULL = { month: 'long', day: 'numeric', year: 'numeric' } as const;

/** How a chip writes a date: with its year where that is another than today's. */
async function onChip(page: Page, days: number): Promise<string> {
  const [year, other] = [
    await dateIn(page, 0, { year: 'numeric' }),
    await dateIn(page, days, { year: 'numeric' }),
  ];
  return dateIn(page, days, year === other ? { weekday: 'short', month: 'short', day: 'numeric' } : FULL);
}

test('a line becomes a task with its date and repetition, and the next one can be typed', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const weekday = await dateIn(page, 2, WEEKDAY);
  await line(page).pressSequentially(`Bins @ana ${weekday.slice(0, 3)} every week`);
  await expect(chips(page)).toHaveText([await onChip(page, 2), 'Weekly']);
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
  // A person who may assign no one names no one either.
  const bins = page.getByRole('article').filter({ hasText: 'Bins @ana' });
  await expect(bins).toContainText(await dateIn(page, 2, FULL));
  await expect(bins).toContainText('Weekly');
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('a removed chip is title again, Escape clears, and a line is kept between the tabs that have it', async ({
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
  // What repeats no more has no end either.
  await expect(chips(page)).toHaveText(['Today']);
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

test('what the server refuses stays with its reason, and a retry never doubles it', async ({
  openBrowser,
}) => {
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
  await expect(line(page)).toHaveValue('a'.repeat(201));
  await loseAnswer(page, 'Only once');
  await page.reload();
  await expect(line(page)).toHaveValue('Only once');
  await line(page).press('Enter');
  await expect(page.getByText('Task Created')).toBeVisible();
  await expect(line(page)).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Only once' })).toHaveCount(1);
  // What was typed again is a task of its own: it does not vanish behind the one the server has.
  await loseAnswer(page, 'Before');
  await line(page).fill('After');
  await line(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'After' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(3);
});

for (const [name, viewport] of [
  ['desk', { width: 1280, height: 880 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a manager names people, and a member's page its member: ${name}, ${colorScheme}`, async ({
      openBrowser,
      install,
    }) => {
      const [ana, ben] = [
        await openBrowser({ viewport, colorScheme, reducedMotion: 'reduce' }),
        await openBrowser(),
      ];
      await register(ana, ANA);
      await register(ben, BEN);
      makeHousehold(install, ANA, [BEN]);
      await ana.goto('/dash/manager');
      await line(ana).fill('Bins @ben every week until 2099-12-31 @me @eve');
      await expect(chips(ana)).toHaveText([
        'Ben Kent',
        'Weekly from today',
        'Until December 31, 2099',
        'Ana',
        'No member named “eve”',
      ]);
      await check(ana);
      await ana.getByRole('button', { name: 'Remove Ana' }).click();
      await expect(chips(ana)).toHaveCount(4);
      await line(ana).press('Enter');
      await expect(ana.getByRole('heading', { name: 'Bins @me @eve' })).toBeVisible();
      await expect(ben.getByRole('button', { name: 'Complete Bins @me @eve' })).toBeVisible();
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
      await check(ana);
      await expect(ana.getByRole('article')).toHaveCount(2);
      await expect(ben.getByRole('article')).toHaveCount(2);
    });
  }
}
