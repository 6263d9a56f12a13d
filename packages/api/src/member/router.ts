import { updateSelfInput } from '@onus/contract/member';
import { router, signedIn } from '../trpc.ts';
import { updateSelf } from './commands.ts';

export const memberRouter = router({
  updateSelf: signedIn
    .input(updateSelfInput)
    .mutation(({ ctx, input }) => updateSelf(ctx.db, ctx.scope, input)),
});
