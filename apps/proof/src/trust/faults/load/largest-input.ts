/** The largest input that a schema accepts, built from the schema itself. */

/** The used part of a zod schema. */
export interface Schema {
  _zod: {
    def: {
      type: string;
      shape?: Record<string, Schema>;
      element?: Schema;
      innerType?: Schema;
      in?: Schema;
      out?: Schema;
      options?: readonly Schema[];
      values?: readonly unknown[];
      entries?: Record<string, unknown>;
      checks?: readonly { _zod: { def: Check } }[];
    } & Check;
  };
  safeParse(input: unknown): { success: boolean };
}

interface Check {
  maximum?: number;
  value?: unknown;
  check?: string;
  pattern?: RegExp;
}

/** The building blocks of an input's values. */
export interface Stuff {
  /** Repeated up to the length that a text may have. */
  letters: string;
  /** Characters of a text without a limit of its own; 60,000 by default. */
  most?: number | undefined;
  /** A valid value for a field, if one is known: a row's id, a date, or LEFT_OUT. */
  known(field: string, at: number): unknown;
}

/** Characters of a text without its own limit. Only the frame or the address limits it. */
const LONGEST = 60_000;
/** Elements of an array without its own limit. */
const MOST = 5_000;
/** For a field that costs most if it is missing. */
export const LEFT_OUT = Symbol('left out');
/** An id without a row. */
export const NEW_ID = '0198c0de-0000-7000-8000-000000000001';
/** Candidate texts for a pattern. The first match counts. */
const PATTERNED = [
  NEW_ID,
  '999999999999999',
  '9999-12-31T23:59:59.999Z zzzz',
  `messages 1 ${'z'.repeat(100)}`,
  'tasks 999999999999999 zzzz',
  '1 999999999999999 zzzz',
  '9999-12',
  '2026-03-05',
  '23:59',
  'abcd!@#$%123',
  'someone@example.com',
  `BP${'z'.repeat(85)}`, // 65 bytes in base64url: the public key of a push subscription
  'z'.repeat(22), // 16 bytes in base64url
  '',
];

/** @throws Error for an unknown kind of schema, so that a proof cannot pass without trying it. */
export function largestInput(schema: Schema, stuff: Stuff, field = '', at = 0): unknown {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {}).map(([name, part]) => [name, largestInput(part, stuff, name, at)]),
      );
    case 'string':
      return largestText(schema, stuff, field, at);
    case 'number':
      return numberOf(schema, stuff, field);
    case 'array':
      return Array.from({ length: Math.min(maximumOf(schema) ?? MOST, MOST) }, (_, n) =>
        largestInput(partOf(def.element), stuff, field, n),
      );
    case 'union':
      if (schema.safeParse(stuff.known(field, at)).success) return stuff.known(field, at);
      return longest(
        (def.options ?? [])
          .map(option => largestInput(option, stuff, field, at))
          .filter(value => schema.safeParse(value).success),
      );
    case 'optional':
      if (stuff.known(field, at) === LEFT_OUT) return undefined;
      return largestInput(partOf(def.innerType), stuff, field, at);
    case 'nullable':
    case 'default':
    case 'catch':
    case 'readonly':
      return largestInput(partOf(def.innerType), stuff, field, at);
    case 'pipe':
      // What is changed before it is checked has no shape but the one of the check.
      return largestInput(partOf(isTransform(def.in) ? def.out : def.in), stuff, field, at);
    case 'enum':
      return schema.safeParse(stuff.known(field, at)).success
        ? stuff.known(field, at)
        : Object.values(def.entries ?? {})[0];
    case 'literal':
      return def.values?.[0];
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'undefined':
      return undefined;
    default:
      throw new Error(`no largest value is known for a schema of type ${def.type}`);
  }
}

function isTransform(schema: Schema | undefined): boolean {
  return schema?._zod.def.type === 'transform';
}

function largestText(schema: Schema, stuff: Stuff, field: string, at: number): unknown {
  const isPatterned = checksOf(schema).some(({ check }) => check === 'string_format');
  const known = stuff.known(field, at);
  const candidates = [
    ...(typeof known === 'string' ? [known] : []),
    ...(isPatterned
      ? PATTERNED
      : [repeated(stuff.letters, Math.min(maximumOf(schema) ?? LONGEST, stuff.most ?? LONGEST))]),
  ];
  const fits = candidates.find(text => schema.safeParse(text).success);
  if (fits === undefined && isPatterned) throw new Error(`no text is known that fits ${field}`);
  return fits ?? candidates[0];
}

function numberOf(schema: Schema, stuff: Stuff, field: string): unknown {
  const known = stuff.known(field, 0);
  if (typeof known === 'number') return known;
  const bounds = checksOf(schema).map(({ value }) => value);
  const fitting = [...bounds, 1_000_000, 1].filter(value => schema.safeParse(value).success);
  return Math.max(...fitting.map(Number));
}

function maximumOf(schema: Schema): number | undefined {
  return checksOf(schema).find(({ check }) => check === 'max_length')?.maximum;
}

function checksOf({ _zod: { def } }: Schema): Check[] {
  return [def, ...(def.checks ?? []).map(check => check._zod.def)];
}

function repeated(letters: string, length: number): string {
  return letters.repeat(Math.ceil(length / letters.length)).slice(0, length - (length % letters.length));
}

function longest(values: unknown[]): unknown {
  return values.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

function partOf(part: Schema | undefined): Schema {
  if (!part) throw new Error('a schema without the part that its type needs');
  return part;
}
