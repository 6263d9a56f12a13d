import {
  endSessionInput,
  listInvitesInput,
  listUsersInput,
  userSessionsInput,
} from '@onus/contract/admin/users';
import { adminOnly, router } from '../core/trpc.ts';
import { listInvitations } from '../invite/find.ts';
import { backUp } from './backup.ts';
import { testMail } from './mail.ts';
import { testPush } from './push.ts';
import { endSessionOf, listSessionsOf } from './sessions.ts';
import { adminStatus } from './status.ts';
import { listUsers } from './users.ts';

/** What the Admin page shows and does. Changes of an account are those of its member's page. */
export const adminRouter = router({
  users: adminOnly
    .input(listUsersInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listUsers(db, scope, input))),
  sessions: adminOnly
    .input(userSessionsInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listSessionsOf(db, scope, input.userId))),
  /** Ends a session of anyone; its sockets are cut. */
  signOut: adminOnly
    .input(endSessionInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => endSessionOf(db, scope, input.id))),
  /** The open ones of everyone. `invite.revoke` ends one. */
  invites: adminOnly
    .input(listInvitesInput)
    .query(({ ctx, input }) => ctx.read((db, scope) => listInvitations(db, scope, input))),
  status: adminOnly.query(({ ctx }) => ctx.read((db, scope) => adminStatus(db, scope, ctx))),
  /** Changes no row, and is as good twice. */
  backUp: adminOnly.meta({ ledger: 'never' }).mutation(({ ctx }) => backUp(ctx)),
  /** Changes nothing. */
  testMail: adminOnly.meta({ ledger: 'never' }).mutation(({ ctx }) => testMail(ctx)),
  /** Changes only what is known of the devices. */
  testPush: adminOnly.meta({ ledger: 'never' }).mutation(({ ctx }) => testPush(ctx)),
});
