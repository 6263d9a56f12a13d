import { importSheetInput, previewSheetInput, undoSheetInput } from '@onus/contract/transfer/sheet';
import { router, signedIn } from '../../core/trpc.ts';
import { importSheet } from './import.ts';
import { previewSheet } from './preview.ts';
import { undoSheet } from './undo.ts';

/** Tasks and groceries from a table. */
export const sheetRouter = router({
  /** Changes nothing, and is a mutation for the size of what it is sent. */
  preview: signedIn
    .meta({ ledger: 'never' })
    .input(previewSheetInput)
    .mutation(({ ctx, input }) => previewSheet(ctx, input)),
  import: signedIn
    .meta({ ledger: 'after' })
    .input(importSheetInput)
    .mutation(({ ctx, input }) => importSheet(ctx, input)),
  undo: signedIn
    .meta({ ledger: 'after' })
    .input(undoSheetInput)
    .mutation(({ ctx, input }) => undoSheet(ctx, input)),
});
