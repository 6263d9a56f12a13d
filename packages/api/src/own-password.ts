import type { changePasswordInput } from '@onus/contract/auth';
import type { z } from 'zod';
import { changePassword } from './auth/commands.ts';
import { findAccount } from './auth/queries.ts';
import type { Context } from './context.ts';
import type { Scope } from './scope.ts';

/** Changes one's own password. Who holds a browser that is signed in may guess at it as little as anybody. */
export async function changeOwnPassword(
  ctx: Context & { scope: Scope },
  { current, password }: z.output<typeof changePasswordInput>,
): Promise<{ message: string }> {
  const found = findAccount(ctx.db, ctx.scope, ctx.scope.email);
  const { email: account, sessionId } = ctx.scope;
  const who = { account, address: ctx.caller.address, knownBrowser: sessionId };
  const { passwordHash } = await ctx.throttle.guess(who, () =>
    ctx.passwords.verify(found, current, 'Current password is wrong', 'BAD_REQUEST'),
  );
  return changePassword(ctx.db, ctx.scope, passwordHash, await ctx.passwords.hash(password, 1));
}
