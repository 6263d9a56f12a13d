import { expect, test } from 'vitest';
import { migrateDb } from '../migrate.ts';
import { dbBefore } from '../testing/older-file.ts';
import { MIGRATIONS } from '../testing.ts';

test('the migration marks existing imports as finished', () => {
  const db = dbBefore('0014_sheet_import_age');
  db.$client.exec(`
    insert into user (id, username, email, roles, created_at, updated_at)
      values ('ana', 'Ana', 'ana@example.com', 'User', 1, 1);
    insert into sheet_import values ('import', 'ana')`);
  const before = Math.floor(Date.now() / 1_000) * 1_000;
  migrateDb(db, MIGRATIONS);
  const at = Number(db.$client.prepare('select finished_at from sheet_import').pluck().get());
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(Date.now());
});
