import { type CreateItem, createItemInput } from '@onus/contract/grocery';
import { SHEET_BUDGETS } from '@onus/contract/limits/sheet-budgets';
import { type CreateTask, createTaskInput } from '@onus/contract/task';
import { groceryCells, taskCells } from '@onus/contract/transfer/sheet';
import { SHEET_LIMITS, type SheetKind, type TableKind } from '@onus/contract/transfer/sheet-limits';
import type { z } from 'zod';
import type { Pausing } from '../../core/access.ts';
import { DomainError } from '../../core/errors.ts';
import { sentenceOf } from '../../core/input-error.ts';
import { calendarLines } from './calendar/entries.ts';
import { type Columns, columnsOf } from './columns.ts';
import { type CsvLine, readCsv, readHeader } from './csv.ts';
import { kitchenOwlLines } from './kitchenowl/lines.ts';
import { vikunjaLines } from './vikunja/tasks.ts';

/** Why a line is left out. */
export interface Refusal {
  line: number;
  reason: string;
}

/** A line that can be imported. */
export interface Line<Input> {
  line: number;
  input: Input;
  /** Completed, or purchased: what a new row never is, and what it becomes after. */
  done: boolean;
}

/** The ids behind the names of a cell, or what is wrong with them. */
export type Resolve = (names: readonly string[]) => { ids: string[] } | { reason: string };

/** A table taken apart, not yet read. */
export interface Table {
  columns: Columns;
  lines: CsvLine[];
}

export type Read<Input> = Line<Input> | Refusal[];

const NONE: Columns = { fields: [], ignored: [], missing: [] };

/**
 * Cells by columns. Of comma, semicolon and tab that one divides them with which most columns have a name
 * that is known.
 * @throws DomainError BAD_REQUEST for a table without the columns every row needs, or with too many lines.
 */
export async function tableOf(ctx: Pausing, kind: SheetKind, text: string): Promise<Table> {
  if (kind === 'ics') return { columns: NONE, lines: await calendarLines(ctx, text) };
  if (kind === 'vikunja') return { columns: NONE, lines: vikunjaLines(text) };
  if (kind === 'kitchenowl') return { columns: NONE, lines: kitchenOwlLines(text) };
  const [header, ...lines] = await readCsv(ctx, text, delimiterOf(kind, text));
  const columns = columnsOf(kind, header?.cells ?? []);
  if (columns.missing.length > 0) throw nameless(columns.missing);
  if (lines.length > SHEET_LIMITS.lines) throw tooLong(lines.length);
  return { columns, lines };
}

function delimiterOf(kind: TableKind, text: string): string {
  const start = text.replace(/^[\ufeff\s]+/, '');
  const known = (delimiter: string) => {
    const names = readHeader(start, delimiter).slice(0, SHEET_BUDGETS.sheetColumns.most);
    return columnsOf(kind, names).fields.filter(field => field !== null).length;
  };
  const [delimiter = ','] = [',', ';', '\t'].toSorted((one, other) => known(other) - known(one));
  return delimiter;
}

export function readTaskLine({ columns }: Table, line: CsvLine, resolve: Resolve): Read<CreateTask> {
  const cells = taskCells.safeParse(byField(columns, line, Object.keys(taskCells.shape)));
  if (!cells.success) return refusals(line, cells.error);
  const { completed, assignees, ...fields } = cells.data;
  const people = resolve(assignees);
  const named = 'ids' in people ? people.ids : [];
  const input = createTaskInput.safeParse({ ...fields, assignees: named });
  const wrong = [
    ...(input.success ? [] : refusals(line, input.error)),
    ...('reason' in people ? [{ line: line.line, reason: people.reason }] : []),
    ...leftOver(columns, line),
  ];
  return input.success && wrong.length === 0
    ? { line: line.line, input: input.data, done: completed }
    : wrong;
}

export function readItemLine({ columns }: Table, line: CsvLine): Read<CreateItem> {
  const cells = groceryCells.safeParse(byField(columns, line, Object.keys(groceryCells.shape)));
  if (!cells.success) return refusals(line, cells.error);
  const { purchased, ...fields } = cells.data;
  const input = createItemInput.safeParse(fields);
  const wrong = [...(input.success ? [] : refusals(line, input.error)), ...leftOver(columns, line)];
  return input.success && wrong.length === 0
    ? { line: line.line, input: input.data, done: purchased }
    : wrong;
}

export function byField({ fields }: Columns, { cells }: CsvLine, wanted: string[]): Record<string, string> {
  return Object.fromEntries(
    wanted.map(field => {
      const place = fields.indexOf(field);
      return [field, (place < 0 ? '' : cells[place]) ?? ''];
    }),
  );
}

function refusals({ line }: CsvLine, error: z.ZodError): Refusal[] {
  return error.issues.map(issue => ({ line, reason: sentenceOf(issue) }));
}

/** A comma that should stand in quotes moves all cells after it: what is there would be wrong. */
export function leftOver({ fields }: Columns, { line, cells }: CsvLine): Refusal[] {
  const more = cells.slice(fields.length).some(cell => cell.trim() !== '');
  return more
    ? [
        {
          line,
          reason: 'This row has more cells than columns. Put texts that contain the separator in quotes.',
        },
      ]
    : [];
}

function nameless(missing: string[]): DomainError {
  const [columns, them] = missing.length === 1 ? ['column', 'it'] : ['columns', 'them'];
  const message = `Missing ${columns}: ${missing.join(', ')}. Add ${them} to the header row.`;
  return new DomainError('BAD_REQUEST', message);
}

function tooLong(lines: number): DomainError {
  const [have, most] = [lines, SHEET_LIMITS.lines].map(count => count.toLocaleString('en-US'));
  return new DomainError('BAD_REQUEST', `The table has ${have} rows. Import up to ${most} at a time.`);
}
