import type { Locator, Page } from '@playwright/test';
import { callsOf, REFRESHES, REFUSED } from './faults.ts';
import { isPhone, openTaskForm } from './journey.ts';

/** Makes requests to a procedure fail as without a network. */
export async function lose(page: Page, procedure: string): Promise<void> {
  await page.route(
    url => url.pathname.startsWith('/trpc/') && url.pathname.includes(procedure),
    route => route.abort(),
  );
}

export async function loseRefreshes(page: Page): Promise<void> {
  await page.route(REFRESHES, route => route.abort());
}

/** The server refuses every change of a task. */
export async function refuseTaskChanges(page: Page): Promise<void> {
  await page.route(callsOf('task.update'), REFUSED.answer);
}

/** Lists load, but there is no socket, and writes get no response. */
export async function loseSocketAndWrites(page: Page): Promise<void> {
  await loseSocket(page);
  await page.route(
    url => /^\/trpc\/(task|grocery|chat)\./.test(url.pathname),
    route => (route.request().method() === 'POST' ? route.abort() : route.fallback()),
  );
}

export async function addTasksOffline(page: Page): Promise<void> {
  for (const text of ['Water the plants', 'Book the dentist tomorrow']) {
    await page.getByLabel('Quick add').fill(text);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('img', { name: 'Waiting to be sent' }).first().waitFor();
}

export async function tickItemsOffline(page: Page): Promise<void> {
  const rings = page.getByRole('button', { name: /^Tick off / });
  await rings.first().click();
  await rings.nth(1).click();
  await page.getByRole('img', { name: 'Waiting to be sent' }).first().waitFor();
  await page.getByRole('button', { name: /waiting$/ }).waitFor();
}

export async function typeItem(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Quick add' }).pressSequentially('b 2 1.39 #dairy');
  await page.getByRole('option').first().waitFor();
}

export async function openSuggestions(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Quick add' }).click();
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
}

export async function offerMore(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Quick add' }).fill('milk');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '+1 milk' }).waitFor();
}

export async function openPrice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Price of' }).first().click();
  await page.getByRole('textbox', { name: 'Price of' }).fill('much');
  await page.keyboard.press('Enter');
}

export async function loseSocket(page: Page): Promise<void> {
  await page.routeWebSocket(/\/trpc/, socket => socket.close());
}

/** A chart in which one month dwarfs the others. */
export async function withHugeMonths(page: Page): Promise<void> {
  const figures = [
    [0, 0],
    [3, 1],
    [10_000, 9_876],
    [120, 0],
    [0, 7],
    [9_500, 10_000],
  ] as const;
  await page.route(/manager\.chart/, async route => {
    const response = await route.fetch();
    const answers: { result?: { data: unknown } }[] = await response.json();
    for (const { result } of answers) {
      if (!Array.isArray(result?.data) || result.data.length !== figures.length) continue;
      result.data = result.data.map((month, index) => ({
        ...month,
        complete: figures[index]?.[0],
        incomplete: figures[index]?.[1],
      }));
    }
    await route.fulfill({ response, json: answers });
  });
}

export async function alerted(page: Page): Promise<void> {
  await page.getByRole('alert').first().waitFor();
}

export async function openLostThread(page: Page): Promise<void> {
  await openThread(page);
  await alerted(page);
}

export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).first().click();
}

/** Uses the first row's buttons on a desktop and its menu on a phone. */
export async function choose(page: Page, name: string): Promise<void> {
  const row = page.getByRole('article').first();
  await row.hover();
  const more = row.getByRole('button', { name: /^More/ });
  if (await more.isVisible()) {
    await more.click();
    await page.getByRole('menuitem', { name }).click();
  } else {
    await row.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  }
}

export async function logInWrongly(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
}

/** With the email of an existing account. */
export async function fillRegister(page: Page, confirmed: string): Promise<void> {
  await page.getByLabel('Name').fill('Alex');
  await page.getByLabel('Email').fill('alex@example.com');
  await page.getByLabel('Password', { exact: true }).fill('first');
  await page.getByLabel('Confirm password').fill(confirmed);
  await page.keyboard.press('Enter');
  await page.getByText(/do not match|already exists/).waitFor();
}

export async function askForLink(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('alex@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: /./ }).waitFor();
}

export async function activate(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: /./ }).waitFor();
}

export async function tickFirst(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Complete / })
    .first()
    .click();
  await page.getByRole('alert').waitFor();
}

export async function addTask(page: Page): Promise<void> {
  await openTaskForm(page);
}

export async function addRepeating(page: Page): Promise<void> {
  await openTaskForm(page);
  await page.getByLabel('Title').fill('Water the plants on the balcony and in the stairwell');
  await page.getByLabel('Recurrence Type').selectOption('Interval (every X days)');
  await page.getByLabel('Interval (days)').fill('3');
}

export async function editRepeating(page: Page): Promise<void> {
  await choose(page, 'Edit');
  await page.getByLabel('Recurrence Type').selectOption('Weekdays');
  await page.getByRole('button', { name: 'Tuesday' }).click();
  await page.getByLabel('From completion').check();
}

export async function addNothing(page: Page): Promise<void> {
  await openTaskForm(page);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('alert').waitFor();
}

/** Bars with tasks. */
export function bars(page: Page): Locator {
  return page.getByRole('region', { name: 'LAST 6 MONTHS' }).getByRole('link');
}

/** With the keyboard, so that the focus ring shows. */
export async function focusBar(page: Page): Promise<void> {
  await bars(page).first().focus();
  await page.keyboard.press('Tab');
}

export async function addMember(page: Page, username = 'ben', email = 'ben@example.com'): Promise<void> {
  await fillMember(page, username, email);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Get link' }).waitFor();
}

export async function addLongMember(page: Page): Promise<void> {
  await fillMember(page, 'unbroken'.repeat(12), `${'long-'.repeat(12)}@example.com`);
}

async function fillMember(page: Page, username: string, email: string): Promise<void> {
  await press(page, 'Add Member');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByPlaceholder('Enter password').fill('Ab1!');
}

export async function makeLink(page: Page): Promise<void> {
  await press(page, 'Create link');
  await page
    .getByRole('alert')
    .or(page.getByRole('button', { name: 'Copy' }))
    .waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
}

export async function editWrongly(page: Page): Promise<void> {
  await choose(page, 'Edit');
  await page.getByLabel('Price').fill('a lot');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
}

export async function addNoItem(page: Page): Promise<void> {
  await press(page, 'Add Item');
  if (isPhone(page)) return;
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('alert').waitFor();
}

/** On a desktop the newest thread is already open. */
export async function openThread(page: Page): Promise<void> {
  await page.getByRole('listitem').getByRole('link').first().click();
  await page.waitForURL(/thread=/);
}

export async function openThreadMenu(page: Page): Promise<void> {
  await openThread(page);
  await page.getByRole('button', { name: 'More for this message' }).last().click();
}

/** A message can be edited for some minutes only. */
export async function editMessage(page: Page): Promise<void> {
  await openThread(page);
  await page.getByPlaceholder('Write a message').fill('And some milk.');
  await page.keyboard.press('Enter');
  const sent = page.getByRole('listitem').filter({ hasText: 'And some milk.' });
  await sent.getByRole('button', { name: 'More for this message' }).last().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
}

export async function writeInVain(page: Page): Promise<void> {
  await openThread(page);
  await page.getByPlaceholder('Write a message').fill('Yes please, two of them.');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'Waiting to be sent' }).waitFor();
}

export async function createThread(page: Page, text: string): Promise<void> {
  await press(page, 'Create Thread');
  await page.getByRole('dialog').getByRole('option').first().click();
  await page.getByRole('dialog').getByLabel('Message').fill(text);
}

export async function openNameMenu(page: Page): Promise<void> {
  await press(page, 'Account of');
}

export async function showHandOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: / the head$/ }).scrollIntoViewIfNeeded();
}

export async function askHandOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: / the head$/ }).click();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
}

export async function showMove(page: Page): Promise<void> {
  await page.getByLabel('Managed by').scrollIntoViewIfNeeded();
}

export async function askMove(page: Page): Promise<void> {
  const managers = page.getByLabel('Managed by');
  await managers.selectOption({ label: 'Eve (eve@example.com)' });
  const move = page.getByRole('button', { name: /^Move / });
  await move.waitFor();
  await move.scrollIntoViewIfNeeded();
}

export async function invite(page: Page): Promise<void> {
  await press(page, 'Invite');
  await press(page, 'Create link');
  await page.getByLabel('Invitation link').waitFor();
}

export async function takeBackWrongly(page: Page): Promise<void> {
  await press(page, 'Restore my email');
  await alerted(page);
}

/** The page as the server marks it where registration is closed. */
export async function closeRegistration(page: Page): Promise<void> {
  await page.route(
    url => /^\/(login|register)$/.test(url.pathname),
    async route => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        '<head>',
        '<head><meta name="registration" content="closed">',
      );
      await route.fulfill({ response, body });
    },
  );
}
