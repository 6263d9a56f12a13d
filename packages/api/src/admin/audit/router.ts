import { listAuditInput } from '@onus/contract/audit/list';
import { router, signedIn } from '../../core/trpc.ts';
import { listAudit } from './list.ts';

export const auditRouter = router({
  list: signedIn
    .input(listAuditInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listAudit(db, scope, input))),
});
