import { is, Param, Placeholder } from 'drizzle-orm';
import type { Db } from '../open.ts';
import { named, readerOf, type Selection, type Values } from './selection.ts';

type Bound = (values: Values) => unknown;

/** Whatever Drizzle builds: a select, an insert, an update or a delete. */
interface Built {
  toSQL(): { sql: string; params: unknown[] };
}

/** What Drizzle builds and what returns rows. */
interface Returning extends Built {
  prepare(): { all(): unknown[]; get(): unknown };
}

/** Its rows are those that Drizzle infers from the columns, and from the joins around them. */
interface Reading<Query extends Returning> {
  all(values?: Values): ReturnType<ReturnType<Query['prepare']>['all']>;
  get(values?: Values): ReturnType<ReturnType<Query['prepare']>['get']>;
}

interface Writing {
  run(values?: Values): void;
}

/** A statement by the key that it varies by; most have none. */
type PerDb<Statement, Key extends string> = (db: Db, ...key: [Key] extends [''] ? [] : [Key]) => Statement;

/**
 * A statement that returns rows, built and compiled once per open database, and per key where its text varies.
 * Drizzle writes it and infers its rows; the driver runs it. Building a query at each call takes Drizzle three
 * times as long as SQLite takes to run it, and mapping the rows of a prepared one takes as long again
 * (docs/decisions/0008-what-a-call-costs.md).
 * @param selection what a row has: columns of the schema, typed expressions, and groups of them.
 * @param build gets the same columns, each under its own name, for `select` or `returning`.
 */
export function prepared<Selected extends Selection, Query extends Returning, Key extends string = ''>(
  selection: Selected | ((key: Key) => Selected),
  build: (db: Db, columns: Selected, key: Key) => Query,
): PerDb<Reading<Query>, Key> {
  return oncePerDb((db, key: Key) => {
    const selected = typeof selection === 'function' ? selection(key) : selection;
    // To Drizzle's types each stays the column that it names, so that a join can make it null.
    const columns = named(selected) as Selected;
    const read = readerOf(selected);
    const { statement, bind } = compiled(db, build(db, columns, key));
    const reading = {
      all: (values: Values = {}) => statement.all(...bind(values)).map(read),
      get(values: Values = {}) {
        const row = statement.get(...bind(values));
        return row && read(row);
      },
    };
    return reading as Reading<Query>;
  });
}

/** The same for a statement that returns no rows. */
export function preparedWrite<Key extends string = ''>(
  build: (db: Db, key: Key) => Built,
): PerDb<Writing, Key> {
  return oncePerDb((db, key: Key) => {
    const { statement, bind } = compiled(db, build(db, key));
    return { run: (values = {}) => void statement.run(...bind(values)) };
  });
}

function oncePerDb<Statement, Key extends string>(
  make: (db: Db, key: Key) => Statement,
): PerDb<Statement, Key> {
  const made = new WeakMap<Db, Map<string, Statement>>();
  return function statementOf(db, ...[key = '' as Key]) {
    const statements = made.get(db) ?? new Map<string, Statement>();
    made.set(db, statements);
    const statement = statements.get(key) ?? make(db, key);
    statements.set(key, statement);
    return statement;
  };
}

function compiled({ $client: client }: Db, query: Built) {
  const { sql: text, params } = query.toSQL();
  const bound = params.map(boundOf);
  return {
    statement: client.prepare<unknown[], Values>(hideBoundValues(text, params.length)),
    bind: (values: Values) => bound.map(value => value(values)),
  };
}

/**
 * SQLite looks at what is bound to a parameter when it plans an order or a limit, and plans again whenever
 * something is bound to it again: half the time of a short read. It does not look past a sign.
 */
function hideBoundValues(text: string, parameters: number): string {
  const parts = text.split('?');
  if (parts.length !== parameters + 1) throw new Error(`A "?" that is no parameter: ${text}`);
  return parts.join('+?');
}

/** How a parameter comes by its value. */
function boundOf(param: unknown): Bound {
  if (is(param, Placeholder)) return values => valueNamed(values, param.name);
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
  const { encoder, value } = param;
  return values => encoder.mapToDriverValue(valueNamed(values, value.name));
}

function valueNamed(values: Values, name: string): unknown {
  const value = values[name];
  // The driver takes it for null, and the statement would quietly find nothing.
  if (value === undefined) throw new Error(`No value for placeholder "${name}" was provided`);
  return value;
}
