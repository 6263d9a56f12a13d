import type { AppRouter } from '@onus/api/root';
import { MAX_BODY } from '@onus/contract/body-limit';
import { SHEET_LIMITS, type SheetKind } from '@onus/contract/sheet-limits';
import type { inferProcedureOutput } from '@trpc/server';

export type Preview = inferProcedureOutput<AppRouter['sheet']['preview']>;

/** Bytes for what stands around the table in its request. */
const AROUND = 4_000;

export const TOO_LARGE = `This table is too large: ${SHEET_LIMITS.lines} lines and about 200 KB go at once. Divide it.`;

/** A table that no request could carry. */
export function isTooLarge(table: string): boolean {
  if (table.length > SHEET_LIMITS.characters) return true;
  return new Blob([JSON.stringify(table)]).size > MAX_BODY - AROUND;
}

/** "1 task", "42 items" */
export function counted(count: number, kind: SheetKind): string {
  const [one, many] = { tasks: ['task', 'tasks'], groceries: ['item', 'items'] }[kind];
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
