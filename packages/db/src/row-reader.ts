import { Column, type DriverValueDecoder, getTableColumns, is, SQL, Table } from 'drizzle-orm';

/** What a select picks, by the names its rows give it: columns, expressions, tables and groups of them. */
export type Selection = Record<string, unknown>;

type Row = Record<string, unknown>;
type Reader = (row: readonly unknown[]) => Row;
type Decode = (value: unknown) => unknown;

/**
 * Makes objects of a select's rows, as Drizzle would, but for joins that leave a side empty. Where each value
 * goes and what it is made of is found out once, not anew for each value of each row.
 */
export function readerOf(selection: Selection): Reader {
  return readerFrom(selection, { column: 0 });
}

function readerFrom(selection: Selection, next: { column: number }): Reader {
  const parts = Object.entries(selection).map(([name, field]) => {
    if (!isGroup(field)) return { name, column: next.column++, decode: decoderOf(field) };
    return { name, group: readerFrom(is(field, Table) ? getTableColumns(field) : field, next) };
  });
  return function read(row) {
    const made: Row = {};
    for (const { name, column, decode, group } of parts) {
      const value = group ? group(row) : row[column];
      made[name] = decode && value !== null ? decode(value) : value;
    }
    return made;
  };
}

function isGroup(field: unknown): field is Selection {
  return !is(field, Column) && !is(field, SQL) && !is(field, SQL.Aliased);
}

/** Undefined where a value is good as the driver gives it. */
function decoderOf(field: unknown): Decode | undefined {
  const expression = is(field, SQL.Aliased) ? field.sql : field;
  const decoder = is(expression, SQL) ? decoderIn(expression) : expression;
  if (!is(decoder, Column))
    return value => (decoder as DriverValueDecoder<unknown, unknown>).mapFromDriverValue(value);
  if (decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return undefined;
  return value => decoder.mapFromDriverValue(value);
}

/** Drizzle keeps it out of its types. */
function decoderIn(expression: SQL): unknown {
  return (expression as unknown as { decoder: unknown }).decoder;
}
