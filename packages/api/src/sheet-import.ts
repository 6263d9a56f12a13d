import { BUDGETS } from '@onus/contract/budgets';
import type { ImportSheet } from '@onus/contract/sheet';
import { v5 as idFrom } from 'uuid';
import type { Access, Pausing } from './access.ts';
import { DomainError } from './errors.ts';
import type { Scope } from './scope.ts';
import { finishImport, makeLines, type NewLine, takeBackLines } from './sheet/commands.ts';
import { findImport } from './sheet/queries.ts';
import { type Table, tableOf } from './sheet-lines.ts';
import { readSheet, type Sheet } from './sheet-reading.ts';

/**
 * Makes a task or an item of every line that can be read, as the forms would. It writes a slice at a time, so
 * that other writes do not wait for all of them; a slice that fails takes back those before. The same id again
 * makes what is missing of an import that was cut off, and nothing of one that was finished.
 * @throws DomainError CONFLICT when it would not be what the preview has shown.
 */
export async function importSheet(
  ctx: Access<Scope> & Pausing,
  { kind, table: text, id, count }: ImportSheet,
): Promise<{ count: number }> {
  const table = await tableOf(ctx, kind, text);
  const { isDone, known } = ctx.read((db, scope) => findImport(db, scope, id, idsOf(table, id)));
  if (isDone) return { count };
  const lines = linesOf(await readSheet(ctx, kind, table), id);
  if (lines.length !== count) {
    throw new DomainError('CONFLICT', 'This is no longer what the preview has shown. Look at it again.');
  }
  const missing = lines.filter(line => !known.includes(line.id));
  await makeAll(ctx, id, missing);
  return { count };
}

async function makeAll(ctx: Access<Scope>, id: string, lines: readonly NewLine[]): Promise<void> {
  const slices = slicesOf(lines);
  const last = slices.pop() ?? [];
  const made: NewLine[][] = [];
  try {
    for (const slice of slices) {
      await ctx.write((db, scope) => makeLines(db, scope, slice));
      made.push(slice);
    }
    await ctx.write((db, scope) => {
      makeLines(db, scope, last);
      finishImport(db, scope, id);
    });
  } catch (error) {
    // What cannot be taken back now is completed when the import is sent again.
    for (const slice of made) await ctx.write((db, scope) => takeBackLines(db, scope, slice)).catch(() => {});
    throw error;
  }
}

/** So many lines and people in one write that it stays short. */
function slicesOf(lines: readonly NewLine[]): NewLine[][] {
  const slices: NewLine[][] = [];
  let left = 0;
  for (const line of lines) {
    left -= 1 + ('assignees' in line.input ? line.input.assignees.length : 0);
    if (left < 0) {
      slices.push([]);
      left = BUDGETS.sheetSlice.most;
    }
    slices.at(-1)?.push(line);
  }
  return slices;
}

function linesOf({ tasks, items }: Sheet, id: string): NewLine[] {
  return [
    ...tasks.map(line => ({ ...line, kind: 'task' as const, id: lineId(id, line.line) })),
    ...items.map(line => ({ ...line, kind: 'item' as const, id: lineId(id, line.line) })),
  ];
}

function idsOf({ lines }: Table, id: string): string[] {
  return lines.map(({ line }) => lineId(id, line));
}

function lineId(id: string, line: number): string {
  return idFrom(`line ${line}`, id);
}
