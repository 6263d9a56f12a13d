import type { Page } from '@playwright/test';
import { pick, type Random } from '../../../../lib/seeded-random.ts';
import type { Phone } from './phone.ts';
import { itemsOn } from './screens.ts';

/** A list that is longer takes long to show, and a shorter one gives little to change. */
const ITEMS = { least: 6, most: 30 };

/** One thing that a person does in the app. Which row it meets depends on what the screen shows. */
export async function tap(phone: Phone, random: Random, text: string): Promise<void> {
  await phone.up;
  await phone.logInAgain();
  const [groceries, messages] = phone.tabs;
  if (!groceries || !messages) return;
  const kind = random(10);
  if (kind < 3) return send(messages, text);
  const names = (await itemsOn(groceries)).map(line => line.split(' ')[0] ?? '');
  if (names.length < ITEMS.least) return add(groceries, text);
  const name = pick(random, names);
  if (names.length > ITEMS.most || kind === 3) return press(groceries, `Remove ${name}`, SOON);
  if (kind === 4) return add(groceries, text);
  if (kind < 7) return press(groceries, `Tick off ${name}`, SOON);
  await oneMore(groceries, name, SOON);
}

/** @param patience in ms, without which it is that of the page. */
export async function oneMore(page: Page, name: string, patience: Patience = {}): Promise<void> {
  const button = page.locator(`[aria-label="Amount of ${name}"] [aria-label="One more"]`);
  await button.dispatchEvent('click', {}, patience);
}

async function send(page: Page, text: string): Promise<void> {
  const box = page.getByLabel('Message', { exact: true });
  await box.fill(text);
  await box.press('Enter');
}

export async function add(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add Item' });
  // A tap before may have ended in the open dialog.
  if (!(await dialog.isVisible())) await press(page, 'Add Item');
  await dialog.getByLabel('Item Name').fill(text);
  await dialog.getByLabel('Item Name').press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}

/** Without a look at what lies above it: a toast may cover the row. */
export async function press(page: Page, label: string, patience: Patience = {}): Promise<void> {
  const button = page.getByRole('button', { name: label, exact: true }).first();
  await button.dispatchEvent('click', {}, patience);
}

interface Patience {
  timeout?: number;
}

/** A row may go away while a person taps it. */
const SOON: Patience = { timeout: 3_000 };
