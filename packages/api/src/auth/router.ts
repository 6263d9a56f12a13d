import {
  activateInput,
  changePasswordInput,
  loginInput,
  lookAtLinkInput,
  registerInput,
  requestResetInput,
  requireRoleInput,
  signOutInput,
  takeBackEmailInput,
} from '@onus/contract/auth/inputs';
import { permit } from '../core/errors.ts';
import { holds } from '../core/policy.ts';
import { publicProcedure, router, signedIn } from '../core/trpc.ts';
import { lookAtLink } from '../link/find.ts';
import { lookUp } from '../link/look-up.ts';
import { onChange } from '../live/router.ts';
import { takeBackOwnEmail } from '../member/email/change.ts';
import { findUser } from '../member/list.ts';
import { canRegister, listSessions } from './account.ts';
import { changeOwnPassword } from './own-password.ts';
import { registering, withErrorPrefix } from './procedures.ts';
import { redeem } from './redeem.ts';
import { signOut } from './register.ts';
import { requestReset } from './reset-request.ts';
import { leaveEverywhere, logIn, logOut, refresh, registerAndSignIn } from './sign-in.ts';

export const authRouter = router({
  login: publicProcedure.input(loginInput).mutation(({ ctx, input }) => logIn(ctx, input)),

  /** Registration signs in (rule 5.1). */
  register: registering.input(registerInput).mutation(({ ctx, input }) => registerAndSignIn(ctx, input)),
  /** Whether a visitor may register now. */
  registration: publicProcedure.query(({ ctx }) =>
    ctx.read((db, visitor) => ({ isOpen: canRegister(db, visitor, ctx.registration) })),
  ),
  refresh: publicProcedure.mutation(({ ctx }) => refresh(ctx)),
  logout: publicProcedure.mutation(({ ctx }) => logOut(ctx)),

  /** Whose account an activation or a reset link is for. */
  lookAtLink: withErrorPrefix
    .input(lookAtLinkInput)
    .query(({ ctx, input }) => lookUp(ctx, (db, visitor) => lookAtLink(db, visitor, input.token))),

  /** Sets the password behind an activation or a reset link (rule 2.11). */
  activate: withErrorPrefix.input(activateInput).mutation(({ ctx, input }) => redeem(ctx, input)),

  requestReset: publicProcedure
    .input(requestResetInput)
    .mutation(({ ctx, input }) => requestReset(ctx, input.email)),

  /** Restores the email that an account had before it was changed. */
  takeBackEmail: publicProcedure
    .input(takeBackEmailInput)
    .mutation(({ ctx, input }) => takeBackOwnEmail(ctx, input)),

  changePassword: signedIn
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => changeOwnPassword(ctx, input)),

  /** One's own browsers, the newest sign-in first. */
  sessions: signedIn.query(({ ctx }) => ctx.read(listSessions)),

  /** Ends one of them; its sockets are cut. */
  signOut: signedIn
    .input(signOutInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => signOut(db, scope, input.id))),

  /** Ends all of them, the caller's too: after that, no cookie of theirs is good. */
  signOutEverywhere: signedIn.meta({ ledger: 'never' }).mutation(({ ctx }) => leaveEverywhere(ctx)),

  me: signedIn.query(({ ctx }) => ctx.read((db, scope) => findUser(db, scope, scope.userId))),

  /** Returns nothing if the caller has the role, and refuses otherwise. */
  requireRole: signedIn
    .input(requireRoleInput)
    .query(({ ctx, input }) => ctx.read((_db, scope) => permit(holds(scope, input.role)))),

  /** The former name of `live.onChange`: browsers that still run an older version of the app call it. */
  onChange,
});
