import { importSheetInput, previewSheetInput } from '@onus/contract/sheet';
import { importSheet } from '../sheet-import.ts';
import { previewSheet } from '../sheet-reading.ts';
import { router, signedIn } from '../trpc.ts';

/** Tasks and groceries from a table. */
export const sheetRouter = router({
  /** Changes nothing, and is a mutation for the size of what it is sent. */
  preview: signedIn.input(previewSheetInput).mutation(({ ctx, input }) => previewSheet(ctx, input)),
  import: signedIn.input(importSheetInput).mutation(({ ctx, input }) => importSheet(ctx, input)),
});
