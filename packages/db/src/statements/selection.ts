import { Column, is, SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

type Field = SQLiteColumn | SQL | SQL.Aliased;

/** What a row has, by the names it has there: columns of the schema, typed expressions, and groups of them. */
export interface Selection {
  [name: string]: Field | Selection;
}

export type Values = Record<string, unknown>;
type Decode = (value: unknown) => unknown;

const decoders = new WeakMap<SQL, Decode>();

/** An expression whose text is read by a function; Drizzle's own `mapWith` would be lost here. */
export function decoded<Value>(expression: SQL<string>, read: (text: string) => Value): SQL<Value> {
  const made = sql<Value>`${expression}`;
  decoders.set(made, value => read(String(value)));
  return made;
}

/** The driver makes an object of each row; for that each value needs the name that it has in the row. */
export function named(selection: Selection, group = ''): Selection {
  const fields = Object.entries(selection).map(([name, field]) => [
    name,
    isField(field)
      ? sql`${is(field, SQL.Aliased) ? field.sql : field}`.as(group + name)
      : named(field, `${group}${name}.`),
  ]);
  return Object.fromEntries(fields);
}

/** Makes of the driver's row, which no one else has, the row that Drizzle would make. */
export function readerOf(selection: Selection): (row: Values) => Values {
  const fields = Object.entries(selection);
  if (!fields.every(([, field]) => isField(field))) return groupReader(selection, '');
  const changed = fields.flatMap(([name, field]) => {
    const decode = decoderOf(field as Field);
    return decode ? [{ name, decode }] : [];
  });
  return row => {
    for (const { name, decode } of changed) row[name] = decode(row[name]);
    return row;
  };
}

function groupReader(selection: Selection, group: string): (row: Values) => Values {
  const fields = Object.entries(selection).map(([name, field]) => {
    if (!isField(field)) return [name, groupReader(field, `${group}${name}.`)] as const;
    const decode = decoderOf(field) ?? (value => value);
    return [name, (row: Values) => decode(row[group + name])] as const;
  });
  return row => Object.fromEntries(fields.map(([name, read]) => [name, read(row)]));
}

function isField(field: Field | Selection): field is Field {
  return is(field, Column) || is(field, SQL) || is(field, SQL.Aliased);
}

/** Undefined where a value is good as the driver gives it. */
function decoderOf(field: Field): Decode | undefined {
  const decode = is(field, Column)
    ? decoderOfColumn(field)
    : decoders.get(is(field, SQL.Aliased) ? field.sql : field);
  return decode && (value => (value === null ? null : decode(value)));
}

function decoderOfColumn(column: Column): Decode | undefined {
  if (column.mapFromDriverValue === Column.prototype.mapFromDriverValue) return undefined;
  return value => column.mapFromDriverValue(value);
}
