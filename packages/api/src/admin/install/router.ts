import { router, signedIn } from '../../core/trpc.ts';
import { installStatus } from './status.ts';

export const installRouter = router({
  status: signedIn.query(({ ctx }) => ctx.read((db, scope) => installStatus(db, scope, ctx.backups))),
});
