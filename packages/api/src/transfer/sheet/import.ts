import { SHEET_BUDGETS } from '@onus/contract/limits/sheet-budgets';
import type { ImportSheet } from '@onus/contract/transfer/sheet';
import { v5 as idFrom } from 'uuid';
import type { Access, Pausing } from '../../core/access.ts';
import type { Context, Services } from '../../core/context.ts';
import { DomainError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { findImport } from './find.ts';
import { type Table, tableOf } from './lines.ts';
import { readSheet } from './preview.ts';
import type { Sheet } from './sheet.ts';
import { finishImport, makePart, type NewLine, takeBackLines } from './write.ts';

type Importer = Access<Scope> & Pausing & Pick<Services, 'imports'> & Pick<Context, 'caller'>;

/**
 * Makes a task or an item of every line that can be read, as the forms would. It writes a slice at a time, so
 * that other writes do not wait for all of them; a slice that fails takes back those before, and after a crash
 * the next start removes them. The same id again makes nothing of an import that was finished.
 * @throws DomainError CONFLICT when it would not be what the preview has shown.
 */
export async function importSheet(ctx: Importer, input: ImportSheet): Promise<{ count: number }> {
  return ctx.imports.run(input.id, () => importOnce(ctx, input));
}

async function importOnce(
  ctx: Importer,
  { kind, table: text, id, count }: ImportSheet,
): Promise<{ count: number }> {
  const table = await tableOf(ctx, kind, text);
  await ctx.pause();
  const { isDone, known } = ctx.read((db, scope) => findImport(db, scope, id, idsOf(table, id)));
  if (isDone) return { count };
  const lines = linesOf(await readSheet(ctx, kind, table), id, kind === 'kitchenowl' ? 'known' : 'item');
  if (lines.length !== count) {
    throw new DomainError('CONFLICT', 'The data changed after the preview. Preview again.');
  }
  const missing = lines.filter(line => !known.includes(line.id));
  await makeAll(ctx, id, missing, lines);
  return { count };
}

/** @param all with those that are there already. */
async function makeAll(
  ctx: Access<Scope>,
  id: string,
  lines: readonly NewLine[],
  all: readonly NewLine[],
): Promise<void> {
  const slices = slicesOf(lines);
  const last = slices.pop() ?? [];
  const made: NewLine[][] = [];
  try {
    for (const slice of slices) {
      await ctx.write((db, scope) => makePart(db, scope, id, slice));
      made.push(slice);
    }
    await ctx.write((db, scope) => finishImport(db, scope, id, last, all));
  } catch (error) {
    // What cannot be taken back now the next sweep removes, unless the import is sent again before.
    for (const slice of made) await ctx.write((db, scope) => takeBackLines(db, scope, slice)).catch(() => {});
    throw error;
  }
}

/** So many lines and people in one write that it stays short. */
function slicesOf(lines: readonly NewLine[]): NewLine[][] {
  const slices: NewLine[][] = [];
  let left = 0;
  for (const line of lines) {
    const rows = 1 + ('assignees' in line.input ? line.input.assignees.length : 0);
    if (left < rows) {
      slices.push([]);
      left = SHEET_BUDGETS.sheetSlice.most;
    }
    left -= rows;
    slices.at(-1)?.push(line);
  }
  return slices;
}

/** @param kindOfItem `known` where items are only suggested. */
function linesOf({ tasks, items }: Sheet, id: string, kindOfItem: 'item' | 'known'): NewLine[] {
  return [
    ...tasks.map(line => ({ ...line, kind: 'task' as const, id: lineId(id, line.line) })),
    ...items.map(line => ({ ...line, kind: kindOfItem, id: lineId(id, line.line) })),
  ];
}

function idsOf({ lines }: Table, id: string): string[] {
  return lines.map(({ line }) => lineId(id, line));
}

function lineId(id: string, line: number): string {
  return idFrom(`line ${line}`, id);
}
