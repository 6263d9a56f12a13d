import { expect, type Page } from '@playwright/test';
import { check, checkLooks } from './check.ts';
import { callsOf } from './faults.ts';
import { openHousehold } from './household.ts';
import { ANA, addTask, openLine, register, test } from './journey.ts';
import { createThread } from './thread.ts';

const LATENCY = { tag: '@latency' };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

function dialog(page: Page) {
  return page.getByRole('dialog', { name: 'Add or find' });
}

function option(page: Page, group: string, text: string) {
  return dialog(page).getByRole('group', { name: group }).getByRole('option', { name: text });
}

test(
  'after q on the groceries page 15 lines are 15 tasks, whole and in the order in which they were typed',
  LATENCY,
  async ({ openBrowser }) => {
    const page = await openBrowser();
    await register(page, ANA);
    await page.goto('/dash/groceries');
    await page.getByRole('combobox', { name: 'Quick add' }).waitFor();
    const line = page.getByRole('combobox', { name: 'Quick add' });
    await page.keyboard.press('q');
    await expect(line).toBeFocused();
    await expect(page.getByRole('radio', { name: 'Item' })).toBeChecked();
    await page.keyboard.press('Alt+1');
    await expect(page.getByRole('radio', { name: 'Task' })).toBeChecked();
    const titles = Array.from({ length: 15 }, (_, place) => `${place + 1} lines in a row`);
    for (const title of titles) await page.keyboard.type(`${title}\n`, { delay: 40 });
    await expect(line).toHaveValue('');
    await expect(line).toBeFocused();
    await page.getByRole('link', { name: 'Tasks' }).click();
    await expect(page.getByRole('article').getByRole('heading')).toHaveText(titles);
    await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  },
);

test(
  'a prefix counts for one line: + adds an item, > sends a message, and the next line is a task',
  LATENCY,
  async ({ openBrowser, install }) => {
    const [page, ben] = [await openBrowser(), await openBrowser()];
    await openHousehold(install, page, ben);
    await page.reload();
    const line = await openLine(page);
    await line.pressSequentially('+milk 2 1.39 #dairy');
    await expect(dialog(page).getByRole('radio', { name: 'Item' })).toBeChecked();
    await expect(dialog(page).getByRole('list', { name: 'Understood' }).getByRole('listitem')).toHaveText([
      '×2',
      '$1.39',
      'dairy',
    ]);
    await line.press('Enter');
    await expect(line).toHaveValue('');
    await expect(dialog(page).getByRole('radio', { name: 'Task' })).toBeChecked();

    await line.pressSequentially('>@zoe we have milk');
    await expect(dialog(page).getByText('No one you can write to is called “zoe”.')).toBeVisible();
    await line.press('Enter');
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'Not sent. No one you can write to is called “zoe”.',
    );
    await expect(line).toHaveValue('>@zoe we have milk');
    await line.fill('>@ben we have milk');
    await expect(dialog(page).getByText('To Ben')).toBeVisible();
    await line.press('Enter');
    await expect(line).toHaveValue('');
    await line.pressSequentially('Feed the cat');
    await line.press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('article').getByRole('heading')).toHaveText('Feed the cat');

    await ben.goto('/dash/messages');
    await expect(ben.getByRole('log')).toContainText('we have milk');
    await expect(ben.getByRole('log')).not.toContainText('@ben');
    await ben.goto('/dash/groceries');
    await expect(ben.getByRole('heading', { name: 'dairy' })).toBeVisible();
    await expect(ben.getByRole('article').filter({ hasText: 'milk' })).toContainText('2 for $2.78');
  },
);

test('in a thread the message goes to that thread, without a network too', async ({
  openBrowser,
  install,
}) => {
  const [page, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, page, ben);
  await page.goto('/dash/messages');
  await createThread(page, ['Ben'], 'Hello');
  await page.getByRole('log').getByText('Hello').waitFor();
  await page.getByPlaceholder('Write a message').focus();
  const line = await openLine(page);
  await expect(dialog(page).getByRole('radio', { name: 'Message' })).toBeChecked();
  await page.context().setOffline(true);
  await line.fill('See you @ eight');
  await line.press('Enter');
  await expect(line).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('log')).toContainText('See you @ eight');
  await page.context().setOffline(false);
  await ben.goto('/dash/messages');
  await expect(ben.getByRole('log')).toContainText('See you @ eight');
});

test(
  'Find opens a completed task of another tab, an item and a message, each in its place',
  LATENCY,
  async ({ openBrowser, install }) => {
    const [page, ben] = [await openBrowser(), await openBrowser()];
    await openHousehold(install, page, ben);
    await page.reload();
    await addTask(page, 'Oil the green gate', '2020-02-03');
    await page.getByRole('tab', { name: 'Overdue' }).click();
    await page.getByRole('button', { name: 'Complete Oil the green gate' }).click();
    // The row leaves the list as soon as the server has it.
    await page.getByText('“Oil the green gate” completed').waitFor();
    await page.goto('/dash/messages');
    await createThread(page, ['Ben'], 'The green one?');
    await page.goto('/dash/groceries');
    await page.getByRole('combobox', { name: 'Quick add' }).fill('Green beans');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Green beans' }).waitFor();
    await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);

    await page.goto('/dash/settings');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('q');
    const line = dialog(page).getByRole('combobox', { name: 'Quick add' });
    await line.pressSequentially('/gree');
    await expect(option(page, 'Tasks', 'Oil the green gate')).toContainText('Completed');
    await line.press('ArrowDown');
    await expect(option(page, 'Tasks', 'Oil the green gate')).toHaveAttribute('aria-selected', 'true');
    await line.press('Enter');
    await expect(page).toHaveURL(/tasks\?tab=complete&task=/);
    await expect(page.getByRole('listitem').filter({ hasText: 'Oil the green gate' })).toBeFocused();

    // Opening a result uses the search up.
    await openLine(page);
    await expect(line).toHaveValue('');
    await line.pressSequentially('/gree');
    await option(page, 'Groceries', 'Green beans').click();
    await expect(page).toHaveURL(/groceries\?item=/);
    await expect(page.getByRole('listitem').filter({ hasText: 'Green beans' })).toBeFocused();

    await openLine(page);
    await line.pressSequentially('/gree');
    await option(page, 'Messages', 'The green one?').click();
    await expect(page.getByRole('log')).toContainText('The green one?');
  },
);

test('a slow response does not replace a newer one, and an older search is cancelled', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, 'Paint the fence');
  await addTask(page, 'Paper for the printer');
  const cancelled: string[] = [];
  page.on('requestfailed', request => cancelled.push(decodeURIComponent(request.url())));
  let answer = () => {};
  const held = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route(callsOf('search.find'), async route => {
    if (decodeURIComponent(route.request().url()).includes('"text":"pai"')) await held;
    await route.continue().catch(() => {});
  });
  const line = await openLine(page);
  const asked = page.waitForRequest(request => decodeURIComponent(request.url()).includes('"text":"pai"'));
  await line.fill('/pai');
  await asked;
  await line.fill('/pap');
  await expect(option(page, 'Tasks', 'Paper for the printer')).toBeVisible();
  answer();
  await expect(dialog(page).getByRole('option')).toHaveText(/Paper/);
  expect(cancelled.some(url => url.includes('"text":"pai"'))).toBe(true);
});

test('Find says what is missing: letters, results, a connection, the server', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addTask(page, `Long ${'unbroken'.repeat(20)}`);
  const line = await openLine(page);
  await page.keyboard.press('Alt+4');
  await line.fill('l');
  await expect(dialog(page).getByText('Type at least two letters.')).toBeVisible();
  await line.fill('zebra');
  await expect(dialog(page).getByText('Nothing found for “zebra”.')).toBeVisible();
  await page.route(callsOf('search.find'), route => route.abort());
  await line.fill('lon');
  await dialog(page).getByRole('alert').waitFor();
  await page.unroute(callsOf('search.find'));
  await dialog(page).getByRole('button', { name: 'Retry' }).click();
  await expect(dialog(page).getByRole('option')).toHaveCount(1);
  await check(page);
  await page.context().setOffline(true);
  await expect(dialog(page).getByText('Search needs a connection, and you are offline.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(dialog(page).getByRole('option')).toHaveCount(1);
});

test('the line survives a reload and other pages, Escape clears it first, and Shift+Enter opens the form', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const line = await openLine(page);
  await line.fill('Water the fern every week');
  await page.reload();
  await expect(line).toHaveValue('Water the fern every week');
  await page.goBack();
  await page.getByRole('link', { name: 'Groceries' }).click();
  await page.getByRole('heading', { name: 'Groceries' }).waitFor();
  await openLine(page);
  await expect(line).toHaveValue('Water the fern every week');
  await expect(dialog(page).getByRole('radio', { name: 'Task' })).toBeChecked();
  await line.press('Shift+Enter');
  const form = page.getByRole('dialog', { name: 'Add Task' });
  await expect(form.getByLabel('Title')).toHaveValue('Water the fern');
  await expect(form.getByLabel('Recurrence Type')).toHaveValue('weekly');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await openLine(page);
  await expect(line).toHaveValue('Water the fern every week');
  await line.press('Shift+Enter');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Task Created')).toBeVisible();
  await openLine(page);
  await expect(line).toHaveValue('');
  await line.fill('+no');
  await line.press('Escape');
  await expect(line).toHaveValue('');
  await line.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

test('on a phone an item goes on in its form, with its price and section', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  await page.goto('/dash/groceries');
  await page.getByRole('button', { name: 'Add Item' }).tap();
  await dialog(page).getByRole('combobox', { name: 'Quick add' }).fill('milk 2 1.39 #dairy');
  await dialog(page).getByRole('button', { name: 'Open the form' }).tap();
  const form = page.getByRole('dialog', { name: 'Add Item' });
  await expect(form.getByLabel('Item Name')).toHaveValue('milk');
  await expect(form.getByLabel('Count')).toHaveValue('2');
  await form.getByLabel('Item Name').fill('Oat milk');
  await form.getByRole('button', { name: 'Save Changes' }).tap();
  await expect(page.getByText('Item Added')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tick off Oat milk' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'dairy' })).toBeVisible();
  await expect(page.getByText('$1.39')).toBeVisible();
});

test("the phone's add button opens the line, says what the page adds, and covers no control", async ({
  openBrowser,
}) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA, 'Manager');
  const add = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name });
  for (const [path, name, kind] of [
    ['/dash/tasks', 'Add Task', 'Task'],
    ['/dash/groceries', 'Add Item', 'Item'],
    ['/dash/messages', 'Add or find', 'Message'],
    ['/dash/tasks?tab=settings', 'Add or find', 'Task'],
    ['/dash/manager?tab=members', 'Add or find', 'Task'],
  ] as const) {
    await page.goto(path);
    await add(name).tap();
    await expect(dialog(page).getByRole('radio', { name: kind })).toBeChecked();
    await dialog(page).getByRole('button', { name: 'Close' }).tap();
    await expect(dialog(page)).toHaveCount(0);
    const place = await add(name).boundingBox();
    for (const link of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all()) {
      const { x = 0, width = 0 } = (await link.boundingBox()) ?? {};
      expect(x + width).toBeLessThanOrEqual(place?.x ?? 0);
    }
  }
});

test('axe finds no problem in the line', async ({ openBrowser, install }) => {
  const [page, ben] = [await openBrowser(), await openBrowser()];
  await openHousehold(install, page, ben);
  await page.reload();
  const line = await openLine(page);
  await line.fill('bins fri every week @ben mon wed fri');
  await dialog(page).getByText('not understood').waitFor();
  await checkLooks(page);
  await line.fill('+milk 2 1.39 #dairy');
  await dialog(page).getByText('$1.39').waitFor();
  await checkLooks(page);
  await line.press('Enter');
  await line.fill('+milk');
  await dialog(page).getByRole('option').first().waitFor();
  await checkLooks(page);
  await line.fill('>');
  await dialog(page).getByRole('button', { name: '@Ben' }).waitFor();
  await checkLooks(page);
  await line.fill(`>@zoe ${'unbroken'.repeat(12)}`);
  await line.press('Enter');
  await dialog(page).getByRole('alert').waitFor();
  await checkLooks(page);
  await line.fill('/mi');
  await dialog(page).getByRole('option').first().waitFor();
  await line.press('ArrowDown');
  await checkLooks(page);
});
