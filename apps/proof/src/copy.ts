import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What SQLite calls a row here: a name and a value for each column. */
export type Row = Record<string, unknown>;

/**
 * Looks at a copy of the database as a crash has left it, so that it is the server that mends its own. The
 * SQLite of Node looks, which is another build than the server's.
 */
export async function lookAt<T>(file: string, look: (rows: (sql: string) => Row[]) => T): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'onus-look-'));
  const copy = join(folder, 'copy.sqlite');
  try {
    await copyFile(file, copy);
    if (await stat(`${file}-wal`).catch(() => null)) await copyFile(`${file}-wal`, `${copy}-wal`);
    const database = new DatabaseSync(copy);
    try {
      return look(sql => database.prepare(sql).all());
    } finally {
      database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What SQLite itself finds wrong. */
export function faultsOf(file: string): Promise<string[]> {
  return lookAt(file, rows => {
    const found = rows('pragma integrity_check').flatMap(row => Object.values(row).map(String));
    const orphans = rows('pragma foreign_key_check').map(
      row => `a foreign key of ${row.table} leads nowhere`,
    );
    return [...found.filter(line => line !== 'ok'), ...orphans];
  });
}
