import { exportPageInput } from '@onus/contract/transfer/export';
import { managerOnly, router, signedIn } from '../../core/trpc.ts';
import { exportPage } from './export.ts';

/** An export, page by page: what is one's own, and to a manager the household's. */
export const archiveRouter = router({
  mine: signedIn
    .input(exportPageInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => exportPage(db, scope, 'user', input.cursor))),
  household: managerOnly
    .input(exportPageInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => exportPage(db, scope, 'household', input.cursor))),
});
