import {
  activateInput,
  changePasswordInput,
  demandRoleInput,
  loginInput,
  registerInput,
  requestResetInput,
  signOutInput,
} from '@onus/contract/auth';
import { permit } from '../errors.ts';
import { streamTopics } from '../live.ts';
import { findUser } from '../member/queries.ts';
import { changeOwnPassword } from '../own-password.ts';
import { redeem } from '../redeem.ts';
import { requestReset } from '../reset-request.ts';
import { handOver, logIn, signIn } from '../sign-in.ts';
import { publicProcedure, router, sayingError, signedIn } from '../trpc.ts';
import { register, signOut } from './commands.ts';
import { holds } from './policy.ts';
import { listSessions } from './queries.ts';

export const authRouter = router({
  login: publicProcedure.input(loginInput).mutation(({ ctx, input }) => logIn(ctx, input)),

  /** Registration signs in (decision 5.1). */
  register: publicProcedure.input(registerInput).mutation(async ({ ctx, input }) => {
    ctx.caller.cookie.demand();
    await ctx.throttle.registration(ctx.caller.address);
    const passwordHash = await ctx.passwords.hash(input.password, 1);
    return signIn(ctx, register(ctx.db, ctx.visitor, input, passwordHash));
  }),

  refresh: publicProcedure.mutation(async ({ ctx }) => {
    const issued = await ctx.sessions.refresh(ctx.caller.cookie.read(), ctx.visitor);
    return handOver(ctx.caller.cookie, issued);
  }),

  logout: publicProcedure.mutation(async ({ ctx }) => {
    const { cookie, accessToken } = ctx.caller;
    const userId = await ctx.sessions.logout(cookie.read(), accessToken, ctx.visitor);
    cookie.clear();
    ctx.visitor.changed('session', userId ? [userId] : []);
  }),

  /** Sets the password behind an activation or a reset link (decision 2.11). */
  activate: sayingError.input(activateInput).mutation(({ ctx, input }) => redeem(ctx, input)),

  requestReset: publicProcedure
    .input(requestResetInput)
    .mutation(({ ctx, input }) => requestReset(ctx, input.email)),

  changePassword: signedIn
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => changeOwnPassword(ctx, input)),

  /** One's own browsers, the newest sign-in first. */
  sessions: signedIn.query(({ ctx }) => listSessions(ctx.db, ctx.scope)),

  /** Ends one of them; its sockets are cut. */
  signOut: signedIn.input(signOutInput).mutation(({ ctx, input }) => signOut(ctx.db, ctx.scope, input.id)),

  me: signedIn.query(({ ctx }) => findUser(ctx.db, ctx.scope, ctx.scope.userId)),

  /** Answers nothing to those who hold the role, and refuses everybody else. */
  demandRole: signedIn.input(demandRoleInput).query(({ ctx, input }) => permit(holds(ctx.scope, input.role))),

  /** One subscription a browser: which topics changed for the caller. */
  onChange: signedIn.subscription(({ ctx, signal }) => streamTopics(ctx, signal)),
});
