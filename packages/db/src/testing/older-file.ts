import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDb } from '../migrate.ts';
import { type Db, openDb } from '../open.ts';
import { MIGRATIONS } from '../testing.ts';

/** An empty database from before a migration. @param tag the name of that migration. */
export function dbBefore(tag: string): Db {
  const folder = mkdtempSync(join(tmpdir(), 'onus-older-'));
  try {
    cpSync(MIGRATIONS, folder, { recursive: true });
    const journal = join(folder, 'meta/_journal.json');
    const { entries, ...head } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
    const at = entries.findIndex(entry => entry.tag === tag);
    if (at === -1) throw new Error(`no migration is called ${tag}`);
    writeFileSync(journal, JSON.stringify({ ...head, entries: entries.slice(0, at) }));
    const db = openDb(':memory:');
    migrateDb(db, folder);
    return db;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
