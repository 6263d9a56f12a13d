import { exportPageInput } from '@onus/contract/export';
import { managerOnly, router, signedIn } from '../trpc.ts';
import { exportPage } from './queries.ts';

/** An export, page by page: what is one's own, and to a manager the household's. */
export const archiveRouter = router({
  mine: signedIn
    .input(exportPageInput)
    .query(({ ctx, input }) => exportPage(ctx.db, ctx.scope, 'user', input.cursor)),
  household: managerOnly
    .input(exportPageInput)
    .query(({ ctx, input }) => exportPage(ctx.db, ctx.scope, 'household', input.cursor)),
});
