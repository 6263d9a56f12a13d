import type { AppRouter } from '@onus/api/root';
import { SHEET_LIMITS, type SheetKind } from '@onus/contract/sheet-limits';
import type { inferProcedureOutput } from '@trpc/server';

export type Preview = inferProcedureOutput<AppRouter['sheet']['preview']>;

/** What one request may carry, with its own words around the table. */
const MOST_BYTES = 250_000;

export const TOO_LARGE = `This table is too large: ${SHEET_LIMITS.lines} lines and about 200 KB go at once. Divide it.`;

/** A table that no request could carry. */
export function isTooLarge(table: string): boolean {
  return table.length > SHEET_LIMITS.characters || new Blob([JSON.stringify(table)]).size > MOST_BYTES;
}

/** "1 task", "42 items" */
export function counted(count: number, kind: SheetKind): string {
  const [one, many] = { tasks: ['task', 'tasks'], groceries: ['item', 'items'] }[kind];
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
