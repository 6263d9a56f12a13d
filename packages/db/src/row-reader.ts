import { Column, type DriverValueDecoder, getTableColumns, is, SQL, Table } from 'drizzle-orm';

/** What a select picks, by the names its rows give it: columns, expressions, tables and groups of them. */
export type Selection = Record<string, unknown>;

type Row = Record<string, unknown>;
type Reader = (row: readonly unknown[]) => Row;
type Decode = (value: unknown) => unknown;

/**
 * Makes objects of a select's rows, as Drizzle would, but for joins that leave a side empty. It is compiled, as
 * the schemas of the doors are: with its names written out an object is made in a quarter of the time.
 */
export function readerOf(selection: Selection): Reader {
  const decoders: Decode[] = [];
  const made = literalOf(selection, { column: 0 }, decoders);
  const names = decoders.map((_, place) => `decode${place}`);
  return new Function(...names, `return row => (${made})`)(...decoders);
}

function literalOf(selection: Selection, next: { column: number }, decoders: Decode[]): string {
  const parts = Object.entries(selection).map(([name, field]) => {
    const value = isGroup(field)
      ? literalOf(is(field, Table) ? getTableColumns(field) : field, next, decoders)
      : readingOf(`row[${next.column++}]`, decoderOf(field), decoders);
    return `${JSON.stringify(name)}: ${value}`;
  });
  return `{ ${parts.join(', ')} }`;
}

function readingOf(value: string, decode: Decode | undefined, decoders: Decode[]): string {
  if (!decode) return value;
  const place = decoders.push(decode) - 1;
  return `${value} === null ? null : decode${place}(${value})`;
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
