import type { AppRouter } from '@onus/api/root';
import { MAX_BODY } from '@onus/contract/limits/body';
import { SHEET_LIMITS, type SheetKind } from '@onus/contract/transfer/sheet-limits';
import type { inferProcedureOutput } from '@trpc/server';

export type Preview = inferProcedureOutput<AppRouter['sheet']['preview']>;

/** Bytes of the request besides the table. */
const AROUND = 4_000;

export const TOO_LARGE = `This table is too large. Import up to ${SHEET_LIMITS.lines} rows and about 200 KB at a time.`;

/** A table that is too large for a request. */
export function isTooLarge(table: string): boolean {
  if (table.length > SHEET_LIMITS.characters) return true;
  return new Blob([JSON.stringify(table)]).size > MAX_BODY - AROUND;
}

/** A calendar or an export in JSON is one, whatever was chosen; a file of Todoist that was chosen as a table of tasks is one of Todoist. */
export function kindOf(table: string, chosen: SheetKind): SheetKind {
  if (/^[\ufeff\s]*BEGIN:VCALENDAR/i.test(table)) return 'ics';
  if (/^[\ufeff\s]*\[\s*\{/.test(table)) return 'vikunja';
  if (/^[\ufeff\s]*\{/.test(table)) return 'kitchenowl';
  return chosen === 'tasks' && /^[\ufeff\s]*"?TYPE"?[,;\t]"?CONTENT"?[,;\t]/i.test(table)
    ? 'todoist'
    : chosen;
}

/** "1 task", "42 items" */
export function counted(count: number, kind: SheetKind): string {
  const [one, many] = kind === 'groceries' || kind === 'kitchenowl' ? ['item', 'items'] : ['task', 'tasks'];
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
