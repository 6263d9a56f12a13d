import { listAuditInput } from '@onus/contract/audit';
import { router, signedIn } from '../trpc.ts';
import { listAudit } from './queries.ts';

export const auditRouter = router({
  list: signedIn
    .input(listAuditInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listAudit(db, scope, input))),
});
