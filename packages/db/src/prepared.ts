import { is, Param, Placeholder } from 'drizzle-orm';
import type { Db } from './open.ts';
import { readerOf, type Selection } from './row-reader.ts';

type Values = Record<string, unknown>;
type Bound = (values: Values) => unknown;

/** Whatever Drizzle builds: a select, an insert, an update or a delete. */
interface Built {
  toSQL(): { sql: string; params: unknown[] };
  prepare(): unknown;
}

/** What of a statement is used; its types are those that Drizzle infers. */
type Statement<Query extends Built> = Pick<
  ReturnType<Query['prepare']>,
  Extract<'all' | 'get' | 'run', keyof ReturnType<Query['prepare']>>
>;

/**
 * A statement built and compiled once per open database, and per key where its text varies. Drizzle says what
 * it is and of what types; the driver runs it. To build a query at each call takes Drizzle three times as long
 * as SQLite takes to run it, and to run a prepared one as long again.
 */
export function prepared<Query extends Built, Key extends string = ''>(
  build: (db: Db, key: Key) => Query,
): (db: Db, ...key: [Key] extends [''] ? [] : [Key]) => Statement<Query> {
  const built = new WeakMap<Db, Map<string, Statement<Query>>>();
  return function statementOf(db, ...[key = '' as Key]) {
    const statements = built.get(db) ?? new Map<string, Statement<Query>>();
    built.set(db, statements);
    const statement = statements.get(key) ?? compiled(db, build(db, key));
    statements.set(key, statement);
    return statement;
  };
}

function compiled<Query extends Built>({ $client: client }: Db, query: Query): Statement<Query> {
  const { sql, params } = query.toSQL();
  const statement = client.prepare<unknown[], unknown[]>(unpeeked(sql, params.length));
  const bound = params.map(boundOf);
  const bind = (values: Values) => bound.map(value => value(values));
  if (!statement.reader) return { run: (values: Values = {}) => statement.run(...bind(values)) } as never;
  const selection = selectionOf(query);
  // An insert with `returning` keeps to itself what it returns.
  if (!selection) return query.prepare() as Statement<Query>;
  const read = readerOf(selection);
  const rows = statement.raw();
  return {
    all: (values: Values = {}) => rows.all(...bind(values)).map(read),
    get(values: Values = {}) {
      const row = rows.get(...bind(values));
      return row && read(row);
    },
  } as never;
}

/**
 * SQLite looks at what is bound to a parameter when it plans an order or a limit, and plans again whenever
 * something is bound to it again: half the time of a short read. It does not look past a sign.
 */
function unpeeked(sql: string, parameters: number): string {
  const parts = sql.split('?');
  if (parts.length !== parameters + 1) throw new Error(`A "?" that is no parameter: ${sql}`);
  return parts.join('+?');
}

function selectionOf(query: Built): Selection | undefined {
  return '_' in query ? (query as { _: { selectedFields?: Selection } })._.selectedFields : undefined;
}

/** How a parameter comes by its value. */
function boundOf(param: unknown): Bound {
  if (is(param, Placeholder)) return values => named(values, param.name);
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
  const { encoder, value } = param;
  return values => encoder.mapToDriverValue(named(values, value.name));
}

function named(values: Values, name: string): unknown {
  const value = values[name];
  // The driver takes it for null, and the statement would quietly find nothing.
  if (value === undefined) throw new Error(`No value for placeholder "${name}" was provided`);
  return value;
}
