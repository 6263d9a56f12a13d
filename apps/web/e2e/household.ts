import { join } from 'node:path';
import { closeDb, openDb } from '@onus/db/open';
import { expect, type Page } from '@playwright/test';
import { restOf } from './api.ts';
import type { Install } from './install.ts';
import { ANA, type Person, register } from './journey.ts';

export const BEN: Person = { name: 'Ben', email: 'ben@example.com', password: 'battery staple' };

/** Ana is the head of a household and Ben a member. Both are on their dashboards. */
export async function openHousehold(install: Install, ana: Page, ben: Page): Promise<void> {
  await Promise.all([register(ana, ANA), register(ben, BEN)]);
  makeHousehold(install, ANA, [BEN]);
}

/** The same, with Ana's API and Ben's id. Her page knows that she is a manager. */
export async function ruleHousehold(install: Install, ana: Page, ben: Page) {
  await openHousehold(install, ana, ben);
  await ana.reload();
  const rest = await restOf(ana);
  const [member] = await rest('get', '/users');
  return { rest, member };
}

/** No entry point creates an Admin, only the command line. This writes the role into the database. */
export function makeAdmin(install: Install, { email }: Person): void {
  const db = openDb(join(install.dataDir, 'onus.sqlite'));
  db.$client.prepare("update user set roles = 'Admin,Manager' where email = ?").run(email);
  closeDb(db);
}

/** Writes to the database what a manager would do with a form. */
export function makeHousehold(install: Install, manager: Person, members: readonly Person[]): void {
  const db = openDb(join(install.dataDir, 'onus.sqlite'));
  const client = db.$client;
  client.prepare("update user set roles = 'Manager' where email = ?").run(manager.email);
  const adopt = client.prepare(
    "update user set roles = 'Employee', manager_id = (select id from user where email = ?) where email = ?",
  );
  for (const member of members) adopt.run(manager.email, member.email);
  closeDb(db);
}

/** Registers Ana as head of a household and opens her members. */
export async function asManager(page: Page): Promise<void> {
  await register(page, ANA, 'Manager');
  await page.getByRole('link', { name: 'Manager' }).click();
  await page.getByRole('tab', { name: 'Members' }).click();
  await expect(page.getByText('No Members')).toBeVisible();
}

/** Adds a member with the dialog. */
export async function addMember(page: Page, { name, email, password }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Add Member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add member' });
  await dialog.getByLabel('Username').fill(name);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByPlaceholder('Enter password').fill(password);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
