import { SHEET_BUDGETS } from '@onus/contract/limits/sheet-budgets';
import type { UndoSheet } from '@onus/contract/transfer/sheet';
import type { Access, Pausing } from '../../core/access.ts';
import type { Services } from '../../core/context.ts';
import type { Scope } from '../../core/scope.ts';
import { findUndo } from './find.ts';
import { deleteLines, markUndone } from './write.ts';

type Undoer = Access<Scope> & Pausing & Pick<Services, 'imports'>;

/**
 * Deletes what a finished import has made, as its maker would by hand: it can be restored for 30 days. What is deleted
 * already, or is no longer the caller's to delete, is passed over. Undone once, it stays undone, and the same import
 * makes nothing more.
 * @returns how many rows the import has made, each time.
 * @throws DomainError NOT_FOUND, also for another's import; CONFLICT for one that is too old.
 */
export async function undoSheet(ctx: Undoer, { id }: UndoSheet): Promise<{ count: number }> {
  return ctx.imports.run(id, async () => {
    const { rows, isUndone } = ctx.read((db, scope) => findUndo(db, scope, id));
    const { most } = SHEET_BUDGETS.sheetSlice;
    const left = isUndone ? [] : [...rows];
    while (left.length > most) {
      const slice = left.splice(0, most);
      await ctx.write((db, scope) => deleteLines(db, scope, slice));
      await ctx.pause();
    }
    // A small import is undone in one commit.
    await ctx.write((db, scope) => {
      deleteLines(db, scope, left);
      markUndone(db, scope, id);
    });
    return { count: rows.length };
  });
}
