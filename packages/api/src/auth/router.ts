import {
  activateInput,
  changePasswordInput,
  demandRoleInput,
  loginInput,
  registerInput,
  requestResetInput,
  signOutInput,
  takeBackEmailInput,
} from '@onus/contract/auth';
import { permit } from '../errors.ts';
import { streamTopics } from '../live.ts';
import { findUser } from '../member/queries.ts';
import { takeBackOwnEmail } from '../own-email.ts';
import { changeOwnPassword } from '../own-password.ts';
import { redeem } from '../redeem.ts';
import { requestReset } from '../reset-request.ts';
import { logIn, logOut, refresh, registerAndSignIn } from '../sign-in.ts';
import { publicProcedure, registering, router, sayingError, signedIn } from '../trpc.ts';
import { signOut } from './commands.ts';
import { holds } from './policy.ts';
import { canRegister, listSessions } from './queries.ts';

export const authRouter = router({
  login: publicProcedure.input(loginInput).mutation(({ ctx, input }) => logIn(ctx, input)),

  /** Registration signs in (decision 5.1). */
  register: registering.input(registerInput).mutation(({ ctx, input }) => registerAndSignIn(ctx, input)),
  /** Whether a visitor may register now. */
  registration: publicProcedure.query(({ ctx }) =>
    ctx.read((db, visitor) => ({ isOpen: canRegister(db, visitor, ctx.registration) })),
  ),
  refresh: publicProcedure.mutation(({ ctx }) => refresh(ctx)),
  logout: publicProcedure.mutation(({ ctx }) => logOut(ctx)),

  /** Sets the password behind an activation or a reset link (decision 2.11). */
  activate: sayingError.input(activateInput).mutation(({ ctx, input }) => redeem(ctx, input)),

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

  me: signedIn.query(({ ctx }) => ctx.read((db, scope) => findUser(db, scope, scope.userId))),

  /** Answers nothing to those who hold the role, and refuses everybody else. */
  demandRole: signedIn
    .input(demandRoleInput)
    .query(({ ctx, input }) => ctx.read((_db, scope) => permit(holds(scope, input.role)))),

  /** One subscription a browser: which topics changed for the caller. */
  onChange: signedIn.subscription(({ ctx, signal }) => streamTopics(ctx, signal)),
});
