import {
  createInvitationInput,
  invitationIdInput,
  lookInput,
  redeemInvitationInput,
} from '@onus/contract/auth/invite';
import { BUDGETS } from '@onus/contract/limits/budgets';
import { managerOnly, publicProcedure, router } from '../../core/trpc.ts';
import { listInvitations, lookAtInvitation } from '../../invite/find.ts';
import { revokeInvitation } from '../../invite/write.ts';
import { lookUp } from '../../link/look-up.ts';
import { invite, redeemInvitation } from './redeem.ts';

/** All of one's own fit in one response. */
const ALL = BUDGETS.openInvitations.most;

/** Rule 9.2. */
export const inviteRouter = router({
  create: managerOnly
    .meta({ ledger: 'never' })
    .input(createInvitationInput)
    .mutation(({ ctx, input }) => invite(ctx, input)),

  /** The caller's own that are open, the newest first. */
  list: managerOnly.query(({ ctx }) =>
    ctx.read((db, scope) => listInvitations(db, scope, { household: scope.userId, limit: ALL }).items),
  ),

  revoke: managerOnly
    .input(invitationIdInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => revokeInvitation(db, scope, input.id))),

  /** Who invites, and as what. */
  look: publicProcedure
    .input(lookInput)
    .query(({ ctx, input }) => lookUp(ctx, (db, visitor) => lookAtInvitation(db, visitor, input.token))),

  redeem: publicProcedure
    .input(redeemInvitationInput)
    .mutation(({ ctx, input }) => redeemInvitation(ctx, input)),
});
