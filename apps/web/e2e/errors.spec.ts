import { expect } from '@playwright/test';
import { FAULTS, type Fault, holdBack, readToast, throughFaults } from './faults.ts';
import { ANA, register, test } from './journey.ts';

test('before one is signed in: each failure says what happened, and nothing typed is lost', async ({
  openBrowser,
}) => {
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

test('a task that cannot be made, changed, ticked off or deleted says why and stays as it was', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill('Bins');
  await dialog.getByLabel('Description').fill('The green ones');
  await throughFaults(page, 'task.create', async ({ says }) => {
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await readToast(page, says);
    await expect(dialog.getByLabel('Description')).toHaveValue('The green ones');
  });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Task Created')).toBeVisible();

  await page.getByRole('button', { name: 'Edit Bins' }).click();
  await page.getByLabel('Title').fill('Bins, all of them');
  await throughFaults(page, 'task.update', async ({ says }) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('form').getByRole('alert')).toHaveText(says);
    await expect(page.getByLabel('Title')).toHaveValue('Bins, all of them');
  });
  await page.getByRole('button', { name: 'Cancel' }).click();

  const ring = page.getByRole('button', { name: 'Complete Bins' });
  await throughFaults(page, 'task.update', async ({ says }) => {
    await ring.click();
    await readToast(page, says);
    await expect(ring).toHaveAttribute('aria-pressed', 'false');
  });
  await throughFaults(page, 'task.delete', async ({ says }) => {
    await page.getByRole('button', { name: 'Delete Bins' }).click();
    await readToast(page, says);
    await expect(ring).toBeVisible();
  });
});

test('a grocery item that cannot be added, changed or removed says why and stays as it was', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  await page.goto('/dash/groceries');
  await page.getByRole('button', { name: 'Add Item' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Item' });
  await dialog.getByLabel('Item Name').fill('Milk');
  await dialog.getByLabel('Count').fill('3');
  await throughFaults(page, 'grocery.create', async ({ says }) => {
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await readToast(page, says);
    await expect(dialog.getByLabel('Item Name')).toHaveValue('Milk');
    await expect(dialog.getByLabel('Count')).toHaveValue('3');
  });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Edit Milk' }).click();
  await page.getByLabel('Price').fill('1.20');
  await throughFaults(page, 'grocery.update', async ({ says }) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('form').getByRole('alert')).toHaveText(says);
    await expect(page.getByLabel('Price')).toHaveValue('1.20');
  });
  await page.getByRole('button', { name: 'Cancel' }).click();
  const ring = page.getByRole('button', { name: 'Tick off Milk' });
  await throughFaults(page, 'grocery.update', async ({ says }) => {
    await ring.click();
    await readToast(page, says);
    await expect(ring).toHaveAttribute('aria-pressed', 'false');
  });
  await throughFaults(page, 'grocery.delete', async ({ says }) => {
    await page.getByRole('button', { name: 'Remove Milk' }).click();
    await readToast(page, says);
    await expect(ring).toBeVisible();
  });
});

test('a slow answer is waited for: the button is at work, takes no second click, and keeps the focus', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await register(page, ANA);
  const slow = await holdBack(page, 'task.create');
  await page.getByRole('button', { name: 'Add Task' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Task' });
  await dialog.getByLabel('Title').fill('Bins');
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await expect(save).toHaveAttribute('aria-busy', 'true');
  await save.click({ force: true });
  await dialog.getByLabel('Title').press('Enter');
  await save.focus();
  await page.waitForTimeout(1_500);
  await expect(save).toBeFocused();
  await expect(dialog.getByLabel('Title')).toHaveValue('Bins');
  expect(slow.sent()).toBe(1);
  slow.release();
  await expect(page.getByText('Task Created')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Complete Bins' })).toHaveCount(1);
});
