import { importSheetInput, previewSheetInput } from '@onus/contract/sheet';
import { router, signedIn } from '../trpc.ts';
import { importSheet } from './commands.ts';
import { previewSheet } from './queries.ts';

/** Tasks and groceries from a table. */
export const sheetRouter = router({
  /** Changes nothing, and is a mutation for the size of what it is sent. */
  preview: signedIn
    .input(previewSheetInput)
    .mutation(({ ctx, input }) => previewSheet(ctx.db, ctx.scope, input)),
  import: signedIn
    .input(importSheetInput)
    .mutation(({ ctx, input }) => importSheet(ctx.db, ctx.scope, input)),
});
