import { searchInput } from '@onus/contract/search/find';
import { router, signedIn } from '../core/trpc.ts';
import { catchUpForSearch } from './catch-up.ts';
import { find } from './find.ts';

export const searchRouter = router({
  find: signedIn.input(searchInput).query(async ({ ctx, input }) => {
    await catchUpForSearch(ctx);
    return ctx.read((db, scope) => find(db, scope, input));
  }),
});
