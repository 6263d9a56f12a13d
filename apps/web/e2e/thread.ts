import type { Locator, Page } from '@playwright/test';

/** Opens the dialog and fills it. */
export async function fillThread(page: Page, people: readonly string[], text: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Create Thread' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Thread' });
  for (const name of people) await dialog.getByRole('option', { name }).click();
  await dialog.getByLabel('Message').fill(text);
  return dialog;
}

export async function createThread(page: Page, people: readonly string[], text: string): Promise<void> {
  const dialog = await fillThread(page, people, text);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
