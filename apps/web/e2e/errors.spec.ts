import { expect } from '@playwright/test';
import { callsOf, FAULTS, type Fault, holdBack, REFUSED, readToast, throughFaults } from './faults.ts';
import { ANA, register, test } from './journey.ts';

test('before sign-in, each failure says what happened and keeps what was typed', async ({ openBrowser }) => {
  const page = await openBrowser();
  await page.goto('/register');
  await page.getByLabel('Name').fill(ANA.name);
  await page.getByLabel('Email').fill(ANA.email);
  await page.getByLabel('Password', { exact: true }).fill(ANA.password);
  await page.getByLabel('Confirm password').fill(ANA.password);
  const submit = page.getByRole('button', { name: 'Submit' });
  await throughFaults(page, 'auth.register', async ({ says }) => {
    await submit.click();
    await readToast(page, says);
    await expect(page.getByLabel('Confirm password')).toHaveValue(ANA.password);
  });
  await submit.click();
  await page.waitForURL('**/dash/tasks');

  const other = await openBrowser();
  await other.goto('/login');
  await other.getByLabel('Email').fill(ANA.email);
  await other.getByLabel('Password', { exact: true }).fill(ANA.password);
  const refused = async ({ says }: Fault) => {
    await other.getByRole('button', { name: 'Submit' }).click();
    await expect(other.getByRole('alert')).toHaveText(says);
    await expect(other.getByLabel('Password', { exact: true })).toHaveValue(ANA.password);
  };
  await throughFaults(other, 'auth.login', refused, Object.values(FAULTS));

  await other.goto('/forgot');
  await other.getByLabel('Email').fill(ANA.email);
  await throughFaults(other, 'auth.requestReset', async ({ says }) => {
    await other.getByRole('button', { name: 'Send link' }).click();
    await expect(other.getByRole('alert')).toHaveText(says);
    await expect(other.getByLabel('Email')).toHaveValue(ANA.email);
  });

  await other.goto('/activate?token=x');
  await other.getByLabel('Password', { exact: true }).fill('a new one');
  await throughFaults(other, 'auth.activate', async ({ says }) => {
    await other.getByRole('button', { name: 'Activate Account' }).click();
    await expect(other.getByText(`Error: ${says}`)).toHaveClass(/text-danger/);
    await expect(other.getByLabel('Password', { exact: true })).toHaveValue('a new one');
  });
});

test('a task that the server refuses says why and stays in the tray; without a server it waits', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Description').fill('The green ones');
  for (const says of ['Title is required', 'Due date is required']) {
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await readToast(page, says);
    await expect(dialog.getByLabel('Description')).toHaveValue('The green ones');
    await dialog.getByLabel('Title').fill('Bins');
    await dialog.getByLabel('Due Date').fill(says.startsWith('Title') ? '' : '2099-12-24');
  }
  await page.route(callsOf('task.create'), REFUSED.answer);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveText(REFUSED.says);
  await page.unroute(callsOf('task.create'));
  await page.getByRole('tab', { name: 'Upcoming' }).click();
  const row = page.getByRole('article').filter({ hasText: 'Bins' });
  await expect(row.getByRole('img', { name: 'Not saved' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Not saved (1)' }).click();
  const tray = page.getByRole('dialog', { name: 'Not saved (1)' });
  await expect(tray).toContainText(REFUSED.says);
  await tray.getByRole('button', { name: 'Edit' }).click();
  await tray.getByLabel('Title').fill('Green bins');
  await page.keyboard.press('Escape');
  await expect(tray).toHaveCount(0);
  await page.getByRole('button', { name: 'Not saved (1)' }).click();
  await expect(tray.getByLabel('Title')).toHaveValue('Green bins');
  await tray.getByRole('button', { name: 'Try again' }).click();
  await expect(tray).toHaveCount(0);
  await page.getByRole('button', { name: 'Close' }).click();
  const ring = page.getByRole('button', { name: 'Complete Green bins' });
  await expect(ring).toBeVisible();
  await expect(page.getByRole('img', { name: 'Not saved' })).toHaveCount(0);

  // No verdict is no refusal: the change stays and is sent until there is one.
  await throughFaults(page, 'task.update', async () => {
    const was = await ring.getAttribute('aria-pressed');
    const asked = page.waitForRequest(callsOf('task.update'));
    await ring.click();
    await asked;
    await expect(ring).toHaveAttribute('aria-pressed', was === 'true' ? 'false' : 'true');
    await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Complete', exact: true }).click();
  await expect(ring).toHaveAttribute('aria-pressed', 'true');
});

test('a grocery item that the server refuses says why and stays in the tray', async ({ openBrowser }) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/groceries');
  await page.getByRole('button', { name: 'Add Item' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Item' });
  await dialog.getByLabel('Item Name').fill('Milk');
  await dialog.getByLabel('Count').fill('3');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  const ring = page.getByRole('button', { name: 'Tick off Milk' });
  await expect(ring).toBeVisible();

  await page.getByRole('button', { name: 'Edit Milk' }).click();
  await page.getByLabel('Price').fill('much');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await readToast(page, 'Price must be a number');
  const refused = page.getByRole('button', { name: 'Not saved (1)' });
  await refused.click();
  await expect(page.getByRole('dialog')).toContainText('Change “Milk”');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(refused).toHaveCount(0);

  await page.route(callsOf('grocery.delete'), REFUSED.answer);
  await page.getByRole('button', { name: 'Remove Milk' }).click();
  await expect(page.getByRole('alert')).toHaveText(REFUSED.says);
  await expect(ring).toBeVisible();
  await expect(page.getByRole('img', { name: 'Not saved' })).toBeVisible();
});

test('a slow answer is not waited for: the row is there, and the next line can be typed', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const slow = await holdBack(page, 'task.create');
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill('Bins');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Task Created')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByLabel('Quick add').fill('Desk');
  await page.getByLabel('Quick add').press('Enter');
  await expect(page.getByRole('article')).toHaveCount(2);
  expect(slow.sent()).toBe(1);
  slow.release();
  await expect(page.getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(2);
});
