import { join } from 'node:path';
import { closeDb, openDb } from '@onus/db/open';
import type { Install } from './install.ts';

/** Writes members of the first account directly into the database. */
export function writeMembers(install: Install, count: number, nameOf: (number: number) => string): void {
  const db = openDb(join(install.dataDir, 'onus.sqlite'));
  const client = db.$client;
  const manager = client.prepare('select id from user order by created_at limit 1').pluck().get();
  const insert = client.prepare(
    `insert into user (id, username, email, password_hash, roles, manager_id, created_at, updated_at)
     values (?, ?, ?, '', 'Employee', ?, 1, 1)`,
  );
  client.transaction(() => {
    for (let number = 0; number < count; number += 1) {
      insert.run(`member-${number}`, nameOf(number), `member-${number}@example.com`, manager);
    }
  })();
  closeDb(db);
}
