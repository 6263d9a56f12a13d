import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import { holdOutbox } from './faults.ts';
import { ruleHousehold } from './household.ts';
import { ANA, login, register, test } from './journey.ts';

function titles(page: Page) {
  return page.getByRole('article').getByRole('heading');
}

async function addLine(page: Page, text: string): Promise<void> {
  const line = page.getByLabel('Quick add');
  await line.fill(text);
  await line.press('Enter');
  await expect(line).toHaveValue('');
  await line.blur();
}

/** What the first task of the list shows of itself, and its history. */
async function shownOf(page: Page, title: string) {
  const facts = await page.getByRole('article').first().locator('p').first().textContent();
  const names = page.getByRole('article').first().getByRole('button');
  const buttons = await names.evaluateAll(all => all.map(one => one.getAttribute('aria-label')));
  await page.getByRole('article').filter({ hasText: title }).getByRole('button', { name: 'History' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/created this/)).toBeVisible();
  const history = await dialog.getByRole('listitem').allTextContents();
  await page.keyboard.press('Escape');
  return { facts, buttons, history };
}

test('Undo of a skip leaves the task as it was, with its history, by toast and by key', {
  tag: '@latency',
}, async ({ openBrowser }) => {
  const [page, other] = [await openBrowser(), await openBrowser()];
  await register(page, ANA);
  await addLine(page, 'Bins 2099-03-05 every week');
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  const skip = page.getByRole('button', { name: /^Skip Bins to/ });
  await expect(skip).toHaveAccessibleName('Skip Bins to Thu, Mar 12');
  const before = await shownOf(page, 'Bins');
  await login(other, ANA);
  await other.getByRole('tab', { name: 'Upcoming' }).click();
  await expect(other.getByText('March 5, 2099')).toBeVisible();

  await skip.click();
  await expect(page.getByText('“Bins” skipped to Thu, Mar 12')).toBeVisible();
  await expect(page.getByText('March 12, 2099')).toBeVisible();
  await expect(other.getByText('March 12, 2099')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('March 5, 2099')).toBeVisible();
  await expect(other.getByText('March 5, 2099')).toBeVisible();
  await expect(skip).toHaveAccessibleName('Skip Bins to Thu, Mar 12');
  expect(await shownOf(page, 'Bins')).toEqual(before);

  // Two skips, and two keys.
  for (const date of ['Thu, Mar 12', 'Thu, Mar 19']) {
    await expect(skip).toHaveAccessibleName(`Skip Bins to ${date}`);
    await skip.click();
  }
  await expect(page.getByText('March 19, 2099')).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByText('March 12, 2099')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText('March 5, 2099')).toBeVisible();
  await expect(skip).toHaveAccessibleName('Skip Bins to Thu, Mar 12');
  expect(await shownOf(page, 'Bins')).toEqual(before);
});

test('a skip without a network and its Undo wait together', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await addLine(page, 'Bins 2099-03-05 every week');
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  const skip = page.getByRole('button', { name: /^Skip Bins to/ });
  await expect(skip).toHaveAccessibleName('Skip Bins to Thu, Mar 12');
  await page.context().setOffline(true);
  await skip.click();
  await expect(page.getByText('March 12, 2099')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('March 5, 2099')).toBeVisible();
  await expect(page.getByTitle('Offline · 2 waiting')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await expect(page.getByText('March 5, 2099')).toBeVisible();
  await expect(skip).toHaveAccessibleName('Skip Bins to Thu, Mar 12');
  await page.getByRole('button', { name: 'Complete Bins' }).click();
  await expect(page.getByText('March 12, 2099')).toBeVisible();
});

test('the last 20 actions are undone in their order, and the one before them is not', {
  tag: '@latency',
}, async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const names = Array.from({ length: 7 }, (_, n) => `Task ${n + 1}`);
  for (const name of names) await addLine(page, name);
  await expect(titles(page)).toHaveText(names);
  const said: string[] = [];
  const act = async (text: string) => {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    said.push(text);
  };
  // Of each task: complete, reopen, delete. The first of these 21 actions is one too many.
  for (const name of names) {
    const ring = page.getByRole('button', { name: `Complete ${name}` });
    await ring.click();
    await act(`“${name}” completed`);
    await ring.click();
    await act(`“${name}” reopened`);
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await act(`“${name}” deleted`);
  }
  expect(said).toHaveLength(21);
  await expect(page.getByText('You have no tasks scheduled for today.')).toBeVisible();
  for (const [number, text] of said.slice(1).reverse().entries()) {
    await page.keyboard.press(number % 2 ? 'z' : 'ControlOrMeta+z');
    await expect(page.getByText(`Undone: ${text}`, { exact: true })).toBeVisible();
  }
  // Reopening the first task is undone, and completing it is not.
  const others = names.slice(1);
  await expect(titles(page)).toHaveText([...others, 'Task 1 Completed']);
  await page.keyboard.press('z');
  await expect(page.getByText('Undone: “Task 1” reopened')).toBeVisible();
  await page.reload();
  await expect(titles(page)).toHaveText([...others, 'Task 1 Completed']);
});

test('z undoes an action that the browser has not stored yet', { tag: '@latency' }, async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  for (const name of ['One', 'Two']) await addLine(page, name);
  await expect(titles(page)).toHaveText(['One', 'Two']);
  await page.getByRole('button', { name: 'Complete One' }).click();
  await expect(page.getByText('“One” completed', { exact: true })).toBeVisible();
  const release = await holdOutbox(page);
  await page.getByRole('button', { name: 'Complete Two' }).click();
  await expect(page.getByText('Done 2')).toBeVisible();
  await page.keyboard.press('z');
  await release();
  await expect(page.getByText('Undone: “Two” completed')).toBeVisible();
  await expect(titles(page)).toHaveText(['Two', 'One Completed']);
  await page.keyboard.press('z');
  await expect(page.getByText('Undone: “One” completed')).toBeVisible();
  await expect(titles(page)).toHaveText(['One', 'Two']);
});

test('an edit that moves a task or gives it away says so, with Undo', async ({ openBrowser, install }) => {
  const [ana, ben] = [await openBrowser(), await openBrowser()];
  const { rest } = await ruleHousehold(install, ana, ben);
  const dueDate = await ana.evaluate(() => new Date().toISOString());
  await rest('post', '/tasks', { title: 'Bins', dueDate });
  await ana.goto('/dash/manager');
  await ana.getByRole('button', { name: 'Edit Bins' }).click();
  await ana.getByLabel('Due Date').fill('2099-03-05');
  await ana.getByRole('option', { name: 'Ben' }).click();
  await ana.getByRole('button', { name: 'Save' }).click();
  await expect(ana.getByText('“Bins” moved to Thu, Mar 5, 2099 and reassigned')).toBeVisible();
  await ben.getByRole('tab', { name: 'Upcoming' }).click();
  await expect(titles(ben)).toHaveText(['Bins']);
  await ana.keyboard.press('z');
  await expect(titles(ana)).toHaveText(['Bins']);
  await expect(ana.getByRole('list', { name: 'Assigned to' })).toHaveCount(0);
  await expect(titles(ben)).toHaveCount(0);
});

test('z and Ctrl+Z undo an edit before an older action', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  const rest = await restOf(page);
  const dueDate = new Date().toISOString();
  for (const title of ['Bins', 'Windows']) await rest('post', '/tasks', { title, dueDate });
  await rest('post', '/groceries', { name: 'Milk', count: 2 });
  const bins = page.getByRole('button', { name: 'Complete Bins' });
  await bins.click();
  await expect(bins).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Edit Windows' }).click();
  await page.getByLabel('Title').fill('Doors');
  await page.getByLabel('Description').fill('All of them');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Doors' })).toBeVisible();
  await page.keyboard.press('z');
  await expect(page.getByRole('heading', { name: 'Windows' })).toBeVisible();
  await expect(page.getByText('All of them')).toHaveCount(0);
  await expect(page.getByText('Undone: “Windows” changed')).toBeVisible();
  await expect(bins).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('link', { name: 'Groceries' }).click();
  await page.getByRole('button', { name: 'Edit Milk' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Oat milk');
  await page.getByRole('textbox', { name: 'Count' }).fill('3');
  await page.getByRole('button', { name: 'Save' }).click();
  const edited = async () => {
    const [item] = await rest('get', '/groceries');
    return `${item.name} ${item.count} ${item.price}`;
  };
  await expect.poll(edited).toBe('Oat milk 3 0');
  await page.getByRole('button', { name: /Price of Oat milk/ }).click();
  await page.getByLabel('Price of Oat milk').fill('1.39');
  await page.keyboard.press('Enter');
  await expect.poll(edited).toBe('Oat milk 3 1.39');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(edited).toBe('Oat milk 3 0');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(edited).toBe('Milk 2 0');
});

test('z takes away what was added, and takes back the steps of a count', { tag: '@latency' }, async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const rest = await restOf(page);
  await addLine(page, 'Bins');
  // The code of the line comes later than that of the form may.
  await expect(titles(page)).toHaveText(['Bins']);
  await page.getByRole('button', { name: 'Add Task' }).click();
  await page.getByPlaceholder('What needs doing?').fill('Windows');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(titles(page)).toHaveText(['Bins', 'Windows']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // For a second after a form has closed, letters do nothing.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText('Undone: “Windows” added')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(titles(page)).toHaveCount(0);
  await expect.poll(async () => (await rest('get', '/tasks')).length).toBe(0);

  // Also from the field that Enter has emptied. With a text in it, the keys are those of the field.
  const line = page.getByLabel('Quick add');
  await line.click();
  for (const title of ['Doors', 'Gates']) {
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
  }
  await expect(titles(page)).toHaveText(['Doors', 'Gates']);
  await expect(page.getByText('Task Created')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(titles(page)).toHaveText(['Doors']);
  await page.keyboard.type('Walls');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(line).not.toHaveValue('Walls');
  await expect(titles(page)).toHaveText(['Doors']);
  await line.fill('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(line).not.toBeFocused();
  await page.keyboard.press('z');
  await expect(titles(page)).toHaveCount(0);

  await page.getByRole('link', { name: 'Groceries' }).click();
  await page.getByPlaceholder(/^Add an item/).waitFor();
  await addLine(page, 'Milk 2');
  await expect(titles(page)).toHaveText(['Milk']);
  await page.getByRole('button', { name: 'Add Item' }).click();
  await page.getByLabel('Item Name').fill('Bread');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(titles(page)).toHaveText(['Milk', 'Bread']);
  const list = async () => {
    const items: { name: string; count: number; purchased: boolean }[] = await rest('get', '/groceries');
    return items
      .map(({ name, count, purchased }) => `${name} ${count}${purchased ? ' in the cart' : ''}`)
      .sort();
  };
  const more = page.getByRole('group', { name: 'Amount of Milk' }).getByRole('button', { name: 'One more' });
  await more.click();
  await more.click();
  const bread = page.getByRole('button', { name: 'Tick off Bread' });
  await bread.click();
  await expect.poll(list).toEqual(['Bread 1 in the cart', 'Milk 4']);
  await bread.click();
  await expect.poll(list).toEqual(['Bread 1', 'Milk 4']);
  for (const left of [
    ['Bread 1 in the cart', 'Milk 4'],
    ['Bread 1', 'Milk 4'],
    ['Bread 1', 'Milk 3'],
    ['Bread 1', 'Milk 2'],
    ['Milk 2'],
    [],
  ]) {
    await page.keyboard.press('z');
    await expect.poll(list).toEqual(left);
  }
});
