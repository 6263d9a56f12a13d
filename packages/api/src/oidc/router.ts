import { finishInput, linkInput, unlinkInput } from '@onus/contract/auth/oidc/single-sign-on';
import { publicProcedure, router, signedIn } from '../core/trpc.ts';
import { listLinked, unlink } from './linked.ts';
import { begin, finish, link, offerOf } from './sign-in.ts';

/** Single sign-on (rule 9.5). The browser calls `start` and `finish` through GET /auth/oidc and its callback. */
export const oidcRouter = router({
  /** The provider that people may sign in with, if any. */
  provider: publicProcedure.query(({ ctx }) => ctx.provider && { name: ctx.provider.name }),
  start: publicProcedure.mutation(({ ctx }) => begin(ctx)),
  finish: publicProcedure.input(finishInput).mutation(({ ctx, input }) => finish(ctx, input.url)),
  offer: publicProcedure.query(({ ctx }) => offerOf(ctx)),
  link: publicProcedure.input(linkInput).mutation(({ ctx, input }) => link(ctx, input)),

  list: signedIn.query(({ ctx }) => ctx.read(listLinked)),
  unlink: signedIn
    .input(unlinkInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => unlink(db, scope, input.id))),
});
