import Database from 'better-sqlite3';

/** Rows of each table, by its name. An index of words is no table. */
export type RowCounts = Record<string, number>;

export function countRows(client: Database.Database): RowCounts {
  const names = client
    .prepare(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'",
    )
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    names
      .sort()
      .map(name => [name, client.prepare(`select count(*) from "${name}"`).pluck().get() as number]),
  );
}

/** The faults that SQLite finds in a file, one line each; empty for a sound one. */
export function faultsOf(client: Database.Database): string[] {
  try {
    const damages = client.pragma('integrity_check(5)') as { integrity_check: string }[];
    const orphans = client.pragma('foreign_key_check') as { table: string; parent: string }[];
    return [
      ...damages.map(({ integrity_check: said }) => said).filter(said => said !== 'ok'),
      ...new Set(orphans.map(({ table, parent }) => `a row of ${table} belongs to no ${parent}`)),
    ].map(fault => fault.replaceAll('\n', ' '));
  } catch (error) {
    if (error instanceof Database.SqliteError) return [error.message];
    throw error;
  }
}

export function totalOf(rows: RowCounts): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}
