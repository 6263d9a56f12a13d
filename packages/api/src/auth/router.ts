import { loginInput, registerInput } from '@onus/contract/auth';
import { streamTopics } from '../live.ts';
import { findUser } from '../member/queries.ts';
import { handOver } from '../sign-in.ts';
import { publicProcedure, router, signedIn } from '../trpc.ts';
import { register } from './commands.ts';
import { findAccount } from './queries.ts';

export const authRouter = router({
  login: publicProcedure.input(loginInput).mutation(async ({ ctx, input }) => {
    const found = findAccount(ctx.db, ctx.visitor, input.email);
    const account = await ctx.passwords.verify(found, input.password, 'Wrong email or password');
    const issued = await ctx.sessions.issue(account, ctx.caller.userAgent, ctx.visitor.now);
    return handOver(ctx.caller.cookie, issued);
  }),

  /** Registration signs in (decision 5.1). */
  register: publicProcedure.input(registerInput).mutation(async ({ ctx, input }) => {
    const passwordHash = await ctx.passwords.hash(input.password, 1);
    const account = register(ctx.db, ctx.visitor, input, passwordHash);
    const issued = await ctx.sessions.issue(account, ctx.caller.userAgent, ctx.visitor.now);
    return handOver(ctx.caller.cookie, issued);
  }),

  refresh: publicProcedure.mutation(async ({ ctx }) => {
    const issued = await ctx.sessions.refresh(ctx.caller.cookie.read(), ctx.visitor.now);
    return handOver(ctx.caller.cookie, issued);
  }),

  logout: publicProcedure.mutation(async ({ ctx }) => {
    const userId = await ctx.sessions.logout(ctx.caller.cookie.read(), ctx.caller.accessToken);
    ctx.caller.cookie.clear();
    ctx.visitor.changed('session', userId ? [userId] : []);
  }),

  me: signedIn.query(({ ctx }) => findUser(ctx.db, ctx.scope, ctx.scope.userId)),

  /** One subscription a browser: which topics changed for the caller. */
  onChange: signedIn.subscription(({ ctx, signal }) => streamTopics(ctx, signal)),
});
