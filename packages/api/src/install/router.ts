import { router, signedIn } from '../trpc.ts';
import { installStatus } from './queries.ts';

export const installRouter = router({
  status: signedIn.query(({ ctx }) => installStatus(ctx.db, ctx.scope, ctx.backups)),
});
