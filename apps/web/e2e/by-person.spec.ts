import { expect, type Locator, type Page } from '@playwright/test';
import { checkLooks } from './check.ts';
import { callsOf, REFUSED } from './faults.ts';
import { addMember, asManager, BEN, ruleHousehold } from './household.ts';
import { addTask, test } from './journey.ts';

/** A member in the view by person or among the cards. */
function person(page: Page, name: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
}

test('a manager sees without a click who is behind, live, and a name leads to the member', {
  tag: '@latency',
}, async ({ openBrowser, install, beforePoll }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  await rest('post', '/users', { username: 'Cleo', email: 'cleo@example.com', password: 'Ab1!' });
  await ben.reload();
  await addTask(ben, 'Bins', '2020-02-03');
  await addTask(ben, 'Desk', '2020-02-05');
  await addTask(ben, 'Plants');
  await addTask(ben, 'Roof');
  await ana.getByRole('link', { name: 'Manager' }).click();
  const people = ana.getByRole('region', { name: 'By person' });
  await expect(people.getByRole('listitem').getByRole('link')).toHaveText(['Ben', 'Cleo']);
  await expect(person(ana, 'Ben')).toContainText('0 of 2 today');
  await expect(person(ana, 'Ben')).toContainText('2 overdue');
  await expect(person(ana, 'Cleo')).toContainText('Nothing today');
  await ben.getByRole('button', { name: 'Complete Plants' }).click();
  await expect(person(ana, 'Ben')).toContainText('1 of 2 today', beforePoll);
  await expect(person(ana, 'Ben')).toContainText('1 done this month');
  await ben.getByRole('button', { name: 'Move all to today' }).click();
  await expect(person(ana, 'Ben')).toContainText('1 of 4 today', beforePoll);
  await expect(person(ana, 'Ben')).not.toContainText('overdue');
  await people.getByRole('link', { name: 'Ben', exact: true }).click();
  await expect(ana).toHaveURL(new RegExp(`/dash/manager/users/${member.id}$`));
  await expect(ana.getByRole('heading', { level: 1 })).toHaveText('Ben');
});

test('a member card says the same, and all of it is a link, by keyboard too', async ({
  openBrowser,
  install,
}) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  await ruleHousehold(install, ana, ben);
  await ben.reload();
  await addTask(ben, 'Bins', '2020-02-03');
  await ana.goto('/dash/manager?tab=members');
  const card = person(ana, 'Ben');
  await expect(card).toContainText('1 overdue');
  await expect(card).toContainText(BEN.email);
  // Below the name, where the card has nothing of its own to click.
  await card.click({ position: { x: 100, y: 60 } });
  await expect(ana.getByRole('heading', { level: 1 })).toHaveText('Ben');
  await ana.goBack();
  await card.getByRole('link', { name: 'Ben', exact: true }).press('Enter');
  await expect(ana.getByRole('heading', { level: 1 })).toHaveText('Ben');
  await ana.goBack();
  await card.getByRole('button', { name: 'Edit Ben' }).click();
  await expect(ana.getByRole('heading', { level: 1 })).toHaveText('Ben');
});

test('without members there is no view by person, and a failure shows in its place', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await asManager(page);
  await page.getByRole('tab', { name: 'Today' }).click();
  await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'By person' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Members' }).click();
  await addMember(page, { ...BEN, password: 'Ab1!' });
  await page.route(callsOf('manager.people'), REFUSED.answer);
  await page.goto('/dash/manager');
  await expect(page.getByRole('tabpanel').getByText(REFUSED.says).first()).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(person(page, 'Ben')).toBeVisible();
});

test('axe finds no problem in the view by person', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest } = await ruleHousehold(install, ana, ben);
  for (const other of ['Cleo', 'Dora', `Long ${'unbroken'.repeat(10)}`]) {
    const email = `${other.slice(0, 4)}@example.com`;
    await rest('post', '/users', { username: other, email, password: 'Ab1!' });
  }
  await ben.reload();
  await addTask(ben, 'Bins', '2020-02-03');
  await ana.goto('/dash/manager');
  await expect(person(ana, 'Ben')).toContainText('1 overdue');
  await checkLooks(ana);
  await ana.getByRole('tab', { name: 'Members' }).click();
  await expect(person(ana, 'Ben')).toContainText('1 overdue');
  await checkLooks(ana);
});

test('the keys go from task to task, past the lines between the people', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  const dueDate = new Date().toISOString();
  await rest('post', '/tasks', { title: 'Bins', dueDate, assignees: [member.id] });
  await rest('post', '/tasks', { title: 'Desk', dueDate, assignees: [member.id] });
  await rest('post', '/tasks', { title: 'Plants', dueDate });
  await ana.getByRole('link', { name: 'Manager' }).click();
  const panel = ana.getByRole('tabpanel');
  await expect(panel.getByRole('article')).toHaveCount(3);
  await expect(panel.getByRole('heading', { name: 'Ben' })).toBeVisible();
  const focused = panel.locator('li:focus');
  const titles = await panel.getByRole('article').getByRole('heading').allTextContents();
  for (const title of titles) {
    await ana.keyboard.press('j');
    await expect(focused).toContainText(title);
  }
  for (const title of titles.toReversed().slice(1)) {
    await ana.keyboard.press('k');
    await expect(focused).toContainText(title);
  }
  await ana.keyboard.press('k');
  await expect(focused).toContainText(titles[0] ?? '');
});

test('a name in letters from right to left begins where the others do', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest, member } = await ruleHousehold(install, ana, ben);
  const username = 'محمد';
  await rest('post', '/users', { username, email: 'other@example.com', password: 'Ab1!' });
  const people: { id: string; username: string }[] = await rest('get', '/users');
  const other = people.find(one => one.username === username);
  const dueDate = new Date().toISOString();
  for (const [title, id] of Object.entries({ Bins: member.id, Desk: other?.id })) {
    await rest('post', '/manager/tasks', { title, dueDate, assignees: [id] });
  }
  await ana.goto('/dash/manager');
  const startOf = (part: Locator) =>
    part.evaluate(one => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect().left;
    });
  const card = person(ana, username);
  expect(await startOf(card.getByRole('link'))).toBeCloseTo(await startOf(card.locator('p').last()), 0);
  const group = (name: string) =>
    ana.getByRole('tabpanel').getByRole('heading', { name }).locator('span').last();
  expect(await startOf(group(username))).toBeCloseTo(await startOf(group('Ben')), 0);
});
