import { join } from 'node:path';
import { closeDb, openDb } from '@onus/db/open';
import type { Page } from '@playwright/test';
import type { Install } from './install.ts';
import { ANA, type Person, register } from './journey.ts';

const BEN: Person = { name: 'Ben', email: 'ben@example.com', password: 'battery staple' };

/** Ana keeps a household, Ben is a member of it. Both arrive at their dashboards. */
export async function openHousehold(install: Install, ana: Page, ben: Page): Promise<void> {
  await register(ana, ANA);
  await register(ben, BEN);
  makeHousehold(install, ANA, [BEN]);
}

/** What a manager does with a form: here it is written straight into the database. */
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
