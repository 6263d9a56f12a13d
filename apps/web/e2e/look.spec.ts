import { expect, type Locator } from '@playwright/test';
import { boxOf, row } from './boxes.ts';
import { callsOf, forgetReads } from './faults.ts';
import { addMember, asManager, BEN, ruleHousehold } from './household.ts';
import { ANA, addTask, openTaskForm, register, test } from './journey.ts';
import { writeMembers } from './many-members.ts';
import { writeTasks } from './many-tasks.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('the date is the large line of Tasks, and the name stands small above it', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const date = await page.evaluate(() =>
    new Date().toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric' }),
  );
  const [name, line] = [page.getByRole('heading', { level: 1 }), page.getByText(date, { exact: true })];
  await expect(name).toHaveText('Ana');
  const sizeOf = (part: Locator) => part.evaluate(one => Number.parseFloat(getComputedStyle(one).fontSize));
  expect(await sizeOf(line)).toBeGreaterThan(1.5 * (await sizeOf(name)));
  expect((await boxOf(name)).bottom).toBeLessThanOrEqual((await boxOf(line)).y);
});

test('a task takes 48 px, or 64 with a description, and its people stand at the right edge', async ({
  install,
  openBrowser,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  const task = { dueDate: new Date().toISOString(), assignees: [member.id] };
  await rest('post', '/manager/tasks', { ...task, title: 'Bins' });
  await rest('post', '/manager/tasks', { ...task, title: 'Parcel', text: 'The post office closes at six.' });
  await ana.goto('/dash/manager');
  expect((await boxOf(row(ana, 'Bins'))).height).toBe(48);
  expect((await boxOf(row(ana, 'Parcel'))).height).toBe(64);
  const edge = (await boxOf(ana.getByRole('combobox', { name: 'Quick add' }).locator('xpath=ancestor::form')))
    .right;
  expect((await boxOf(row(ana, 'Bins').getByRole('list', { name: 'Assigned to' }))).right).toBe(edge);
  const before = await boxOf(row(ana, 'Bins').getByRole('heading'));
  await row(ana, 'Bins').hover();
  await expect(row(ana, 'Bins').getByRole('button', { name: 'Edit Bins' })).toBeInViewport();
  expect(await boxOf(row(ana, 'Bins').getByRole('heading'))).toEqual(before);
  // A form has the edges of its list.
  await row(ana, 'Bins').getByRole('button', { name: 'Edit Bins' }).click();
  const form = await boxOf(ana.getByRole('form', { name: 'Edit Bins' }));
  expect(form.right).toBe(edge);
});

test('a long list ends with a whole row and with the window', async ({ install, openBrowser }) => {
  for (const look of [undefined, PHONE]) {
    const page = await openBrowser(look);
    if (look) {
      await page.goto('/login');
      await page.getByLabel('Email').fill(ANA.email);
      await page.getByLabel('Password', { exact: true }).fill(ANA.password);
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.waitForURL('**/dash/tasks');
    } else await register(page, ANA);
    if (!look) {
      writeTasks(install, { count: 40, title: n => `Chore ${n}`, daysAgo: n => n + 10, completed: false });
    }
    await page.goto('/dash/tasks?tab=overdue');
    const list = page
      .getByRole('list')
      .filter({ has: page.getByRole('article') })
      .locator('xpath=..');
    await expect(page.getByRole('main')).toHaveAttribute('data-fits');
    const { bottom } = await boxOf(list);
    const ends = await page
      .getByRole('listitem')
      .evaluateAll(rows => rows.map(one => one.getBoundingClientRect().bottom));
    expect(ends.some(end => Math.abs(end - bottom) < 1)).toBe(true);
    const end = look ? (await boxOf(page.getByRole('navigation', { name: 'Main' }))).y : 720;
    expect(end - bottom).toBeLessThan(64);
    expect(end - bottom).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  }
});

test('an item on a phone takes one line; its stepper shows on a tap', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  await register(page, ANA);
  await page.goto('/dash/groceries');
  const line = page.getByRole('combobox', { name: 'Quick add' });
  for (const item of ['milk 2', 'bread']) {
    await line.fill(item);
    await line.press('Enter');
  }
  await expect(page.getByRole('article')).toHaveCount(2);
  for (const item of ['milk', 'bread']) expect((await boxOf(row(page, item))).height).toBe(56);
  await expect(row(page, 'milk').getByText('×2', { exact: true })).toBeVisible();
  await expect(row(page, 'bread').getByText('×1')).toHaveCount(0);
  await expect(
    row(page, 'bread').getByRole('button', { name: /Add price.*Price of bread: \$0\.00/ }),
  ).toBeVisible();
  await row(page, 'bread').getByRole('heading').tap();
  await row(page, 'bread').getByRole('button', { name: 'One more' }).tap();
  await expect(row(page, 'bread').getByText('×2', { exact: true })).toBeVisible();
  expect((await boxOf(row(page, 'bread'))).height).toBeGreaterThan(90);
  await row(page, 'milk').getByRole('heading').tap();
  expect((await boxOf(row(page, 'bread'))).height).toBe(56);
});

test('Messages has one headline, and Settings one filled button', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const fillOf = (part: Locator) => part.evaluate(one => getComputedStyle(one).backgroundColor);
  await page.goto('/dash/messages');
  const filled = await fillOf(page.getByRole('button', { name: 'Create Thread' }).first());
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toHaveCount(1);
  const sizes = await page
    .getByRole('main')
    .getByRole('heading')
    .evaluateAll(all =>
      all.filter(one => !one.closest('.sr-only')).map(one => getComputedStyle(one).fontSize),
    );
  expect(sizes).toEqual(['22px']);
  await page.goto('/dash/settings');
  await page.getByRole('button', { name: 'Change password' }).waitFor();
  const fills = await page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll(all => all.map(one => getComputedStyle(one).backgroundColor));
  expect(fills.filter(fill => fill === filled)).toHaveLength(1);
});

test('a wide screen shows the week beside the tasks, live, or the people of a household', async ({
  install,
  openBrowser,
  beforePoll,
}) => {
  const wide = { viewport: { width: 1280, height: 800 } };
  const [ana, ben] = [await openBrowser(wide), await openBrowser(wide)];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  const people = ana.getByRole('region', { name: 'Your people' });
  await expect(people.getByRole('link', { name: 'Ben' })).toBeVisible();
  await expect(people).toContainText('Nothing today');
  await ana.getByRole('tab', { name: 'Upcoming' }).click();
  await expect(people).toBeVisible();
  await ana.getByRole('tab', { name: 'Today' }).click();
  const week = ben.getByRole('region', { name: 'Next seven days' });
  await expect(week).toHaveCount(0);
  const due = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const give = (title: string, days: number) =>
    rest('post', '/manager/tasks', { title, dueDate: due(days), assignees: [member.id] });
  await give('Passport', 2);
  await expect(week.getByRole('link', { name: 'Passport' })).toBeVisible(beforePoll);
  await expect(week.getByRole('group')).toHaveCount(7);
  await give('Later', 9);
  await give('Bins', 0);
  await expect(people).toContainText('0 of 1 today', beforePoll);
  await expect(week.getByRole('link', { name: 'Later' })).toHaveCount(0);
  expect((await boxOf(week)).x).toBeGreaterThan((await boxOf(ben.getByRole('tablist'))).right);
  await week.getByRole('link', { name: 'Passport' }).click();
  await expect(ben.getByRole('tab', { name: 'Upcoming' })).toHaveAttribute('aria-selected', 'true');
  await expect(ben.getByRole('listitem').filter({ hasText: 'Passport' })).toBeFocused();
  await ben.goBack();
  await ben.setViewportSize({ width: 1100, height: 800 });
  await expect(week).toHaveCount(0);
});

test('a wide screen shows no week in which nothing is due', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 1920, height: 1080 } });
  await asManager(page);
  const week = page.getByRole('region', { name: 'Next seven days' });
  await page.goto('/dash/tasks');
  const line = page.getByRole('combobox', { name: 'Quick add' });
  for (const task of ['Later in 9 days', 'Passport in 2 days']) {
    await line.fill(task);
    await line.press('Enter');
  }
  await expect(week.getByRole('link', { name: 'Passport' })).toBeVisible();
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  await row(page, 'Passport').getByRole('button', { name: 'Delete Passport' }).click();
  await expect(week).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(week).toBeVisible();
});

test('the lists of a manager are grouped by person', async ({ install, openBrowser }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  const add = (title: string, assignees: string[]) =>
    rest('post', '/manager/tasks', { title, dueDate: new Date().toISOString(), assignees });
  await add('Bins', [member.id]);
  await ana.goto('/dash/manager');
  const headings = ana.getByRole('tabpanel').getByRole('list').getByRole('heading');
  // One group needs no name.
  await expect(headings).toHaveText(['Bins']);
  await add('Bills', []);
  await add('Parcel', [member.id]);
  await expect(headings).toHaveText(['BBen', /Bins|Parcel/, /Bins|Parcel/, 'Assigned to no one', 'Bills']);
  await headings.first().scrollIntoViewIfNeeded();
  await expect(headings.first()).toBeInViewport({ ratio: 1 });
  // The buttons take the place of the facts also while the focus is in their menu.
  await row(ana, 'Bills').getByRole('button', { name: 'Move Bills' }).press('Enter');
  await expect(ana.locator('[role=menu] :focus')).toBeVisible();
  const ended = (part: Element) =>
    Promise.all(part.getAnimations({ subtree: true }).map(({ finished }) => finished));
  await row(ana, 'Bills').evaluate(ended);
  await expect(row(ana, 'Bills').locator('.task-fact').first()).toHaveCSS('opacity', '0');
  await expect(row(ana, 'Parcel').locator('.task-fact').first()).toHaveCSS('opacity', '1');
  await ana.keyboard.press('Escape');
  await row(ana, 'Bins').getByRole('button', { name: 'Complete Bins' }).click();
  await expect(headings).toHaveText(['BBen', 'Parcel', 'Assigned to no one', 'Bills', 'Done 1', /^Bins/]);
});

test('the chart is as high as its data needs, and six empty months are a sentence', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await asManager(page);
  const chart = page.getByRole('region', { name: 'LAST 6 MONTHS' });
  await expect(chart).toContainText('No tasks were due in the last six months.');
  expect((await boxOf(chart)).height).toBeLessThan(130);
  await page.goto('/dash/tasks');
  await addTask(page, 'Bins');
  await page.goto('/dash/manager?tab=members');
  await expect(chart.getByRole('link')).toHaveCount(1);
  expect((await boxOf(chart.locator('svg'))).height).toBeLessThan(130);
});

test('an error of the chart needs no frame for bars', async ({ openBrowser }) => {
  const page = await openBrowser();
  await asManager(page);
  await forgetReads(page);
  await page.route(callsOf('manager.chart'), route => route.abort());
  await page.goto('/dash/manager?tab=members');
  const chart = page.getByRole('region', { name: 'LAST 6 MONTHS' });
  await expect(chart.getByRole('alert')).toBeVisible({ timeout: 15_000 });
  expect((await boxOf(chart)).height).toBeLessThan(150);
});

test('a toast has one line on a desktop', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 1280, height: 800 } });
  await register(page, ANA);
  await addTask(page, 'Ask the neighbours whether they can feed the cat');
  await page.getByRole('button', { name: /^Complete Ask/ }).click();
  const toast = page.getByRole('status').filter({ hasText: '” completed' });
  await expect(toast).toBeVisible();
  expect((await boxOf(toast)).height).toBeLessThan(50);
});

test('presets fill the date of a form, and the toast says where the task went', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const dialog = await openTaskForm(page);
  await dialog.getByLabel('Title').fill('Passport');
  await expect(dialog.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true');
  const today = await dialog.getByLabel('Due Date').inputValue();
  await dialog.getByRole('button', { name: 'Tomorrow' }).click();
  await expect(dialog.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'false');
  expect((await dialog.getByLabel('Due Date').inputValue()) > today).toBe(true);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Task Created' });
  await expect(toast).toContainText('Added to tomorrow');
  const line = page.getByRole('combobox', { name: 'Quick add' });
  await line.fill('Bins');
  await line.press('Enter');
  await expect(row(page, 'Bins')).toBeVisible();
  await expect(toast).toHaveText('Task Created');
  await line.fill('Bills in 3 days');
  await line.press('Enter');
  await expect(toast).toContainText(/Added to \w+day$/);
});

test('a list of one person is one row', async ({ openBrowser }) => {
  const page = await openBrowser();
  await asManager(page);
  const people = page.getByRole('listbox', { name: 'Assign to:' });
  await openTaskForm(page);
  await expect(people.getByRole('option')).toHaveText(['AAna']);
  expect((await boxOf(people)).height).toBeLessThan(48);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await addMember(page, { ...BEN, password: 'Ab1!' });
  await openTaskForm(page);
  await expect(people.getByRole('option')).toHaveCount(2);
  expect((await boxOf(people)).height).toBeGreaterThan(120);
});

test('in a list of many people the chosen ones come first, and half a row says that there are more', async ({
  openBrowser,
  install,
}) => {
  const page = await openBrowser();
  await asManager(page);
  writeMembers(install, 9, number => `Person ${number}`);
  await page.reload();
  const people = page.getByRole('listbox', { name: 'Assign to:' });
  const names = people.getByRole('option');
  await openTaskForm(page);
  const { height } = await boxOf(names.first());
  expect(((await boxOf(people)).height / height) % 1).toBeGreaterThan(0.4);
  expect(((await boxOf(people)).height / height) % 1).toBeLessThan(0.6);
  await page.getByPlaceholder('What needs doing?').fill('Bins');
  for (const name of ['Person 5', 'Person 7']) await names.filter({ hasText: name }).click();
  // A row that was just chosen does not move under the pointer.
  await expect(names.first()).toContainText('Ana');
  await page.getByPlaceholder('What needs doing?').click();
  await expect(names).toContainText(['Person 5', 'Person 7', 'Ana', 'Person 0']);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  // A dialog that closes goes back in the history, which would cancel the visit.
  await expect(people).toHaveCount(0);
  await page.goto('/dash/manager');
  // The names come with the server's response.
  await expect(page.getByRole('list', { name: 'Assigned to' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Edit Bins' }).first().click();
  await expect(names).toContainText(['Person 5', 'Person 7', 'Ana', 'Person 0']);
  await people.press('ArrowDown');
  await people.press('Space');
  await expect(page.getByText('1 chosen')).toBeVisible();
});

test('an error of the registration is gone on the dashboard', async ({ openBrowser }) => {
  const page = await openBrowser();
  await page.goto('/register');
  await page.getByLabel('Name').fill('Ana');
  await page.getByLabel('Email').fill(ANA.email);
  await page.getByLabel('Password', { exact: true }).fill(ANA.password);
  await page.getByLabel('Confirm password').fill('another one');
  await page.getByRole('button', { name: 'Submit' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Passwords do not match' });
  await expect(toast).toBeVisible();
  await page.getByLabel('Confirm password').fill(ANA.password);
  await toast.hover();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ana' }).waitFor();
  await expect(toast).toHaveCount(0, { timeout: 1_000 });
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`the total of the groceries counts up: ${reducedMotion}`, async ({ openBrowser }) => {
    const page = await openBrowser({ reducedMotion });
    await register(page, ANA);
    await page.goto('/dash/groceries');
    const line = page.getByRole('combobox', { name: 'Quick add' });
    const total = page.getByRole('region', { name: 'Total' });
    await line.fill('bread 1.00');
    await line.press('Enter');
    await expect(total).toContainText('$');
    await line.fill('caviar 900.00');
    await total.evaluate(part => {
      new MutationObserver(() => {
        part.setAttribute('data-seen', `${part.getAttribute('data-seen') ?? ''} ${part.textContent}`);
      }).observe(part, { characterData: true, childList: true, subtree: true });
    });
    await line.press('Enter');
    await expect(total).toContainText('$901.00');
    const seen = ((await total.getAttribute('data-seen')) ?? '').match(/\$\d+/g) ?? [];
    const between = seen.map(text => Number(text.slice(1))).filter(dollars => dollars > 1 && dollars < 901);
    if (reducedMotion === 'reduce') expect(between).toEqual([]);
    else expect(between.length).toBeGreaterThan(0);
  });
}
