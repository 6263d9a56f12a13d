import type { Statement } from 'better-sqlite3';
import type { Db } from '../open.ts';

const compiled = new WeakMap<Db, Map<string, Statement<unknown[], unknown>>>();

/** A statement compiled once per open database, for what is written here in SQL. */
export function statementOf<Row = unknown>(db: Db, text: string): Statement<unknown[], Row> {
  const statements = compiled.get(db) ?? new Map<string, Statement<unknown[], unknown>>();
  compiled.set(db, statements);
  const statement = statements.get(text) ?? db.$client.prepare<unknown[], unknown>(text);
  statements.set(text, statement);
  return statement as Statement<unknown[], Row>;
}
