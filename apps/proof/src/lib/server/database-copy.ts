import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A row: a name and a value for each column. */
export type Row = Record<string, unknown>;

/**
 * Reads a copy of the database after a crash, so that the server still repairs its own file. It uses Node's SQLite,
 * which is a different build from the server's.
 */
export async function readCopy<T>(file: string, look: (rows: (sql: string) => Row[]) => T): Promise<T> {
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

/** The reports of SQLite's integrity checks. */
export function integrityErrors(file: string): Promise<string[]> {
  return readCopy(file, rows => {
    const found = rows('pragma integrity_check').flatMap(row => Object.values(row).map(String));
    const orphans = rows('pragma foreign_key_check').map(
      row => `a foreign key of ${row.table} leads nowhere`,
    );
    return [...found.filter(line => line !== 'ok'), ...orphans];
  });
}
