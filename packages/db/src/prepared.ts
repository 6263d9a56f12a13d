import type { Db } from './open.ts';

/**
 * A statement built and compiled once per open database, and per key where its text varies. Drizzle takes
 * three times as long to build a query as SQLite takes to run it; prepared, it costs what the bare driver
 * costs.
 */
export function prepared<T, Key extends string = ''>(
  build: (db: Db, key: Key) => T,
): (db: Db, ...key: '' extends Key ? [] : [Key]) => T {
  const built = new WeakMap<Db, Map<string, T>>();
  return function statementOf(db, ...[key = '' as Key]) {
    const known = built.get(db) ?? new Map<string, T>();
    built.set(db, known);
    const statement = known.get(key) ?? build(db, key as Key);
    known.set(key, statement);
    return statement;
  };
}
