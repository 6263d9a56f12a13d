import { createTokenInput, tokenIdInput } from '@onus/contract/auth/token/token';
import { router, signedIn } from '../core/trpc.ts';
import { createToken, listTokens, revokeToken } from './token.ts';

/** One's own personal tokens, with which programs call (rule 9.7). */
export const tokenRouter = router({
  /** The only response that has the token itself. */
  create: signedIn
    .meta({ ledger: 'never' })
    .input(createTokenInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => createToken(db, scope, input))),
  list: signedIn.query(({ ctx }) => ctx.read(listTokens)),
  /** Ends it; its sockets are closed. */
  revoke: signedIn
    .input(tokenIdInput)
    .mutation(({ ctx, input }) => ctx.write((db, scope) => revokeToken(db, scope, input.id))),
});
