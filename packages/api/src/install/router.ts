import { router, signedIn } from '../trpc.ts';
import { installStatus } from './queries.ts';

export const installRouter = router({
  status: signedIn.query(({ ctx }) => ctx.read((db, scope) => installStatus(db, scope, ctx.backups))),
});
