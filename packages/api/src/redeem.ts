import type { activateInput } from '@onus/contract/auth';
import { ACTIVATION_SHORTEST } from '@onus/contract/password';
import type { z } from 'zod';
import { redeemLink } from './link/commands.ts';
import { findOpenLink } from './link/queries.ts';
import type { VisitorCall } from './sign-in.ts';

/**
 * Sets the password of the account behind a link, and does not sign in. The link is looked up before the password
 * is hashed, so that guessing at links costs us nothing, and once more when it is used up.
 */
export async function redeem(
  ctx: VisitorCall,
  { token, password }: z.output<typeof activateInput>,
): Promise<{ message: string }> {
  try {
    ctx.read((db, visitor) => findOpenLink(db, visitor, token));
  } catch (bad) {
    await ctx.throttle.badLink(ctx.caller.address);
    throw bad;
  }
  const passwordHash = await ctx.passwords.hash(password, ACTIVATION_SHORTEST, {
    address: ctx.caller.address,
  });
  return ctx.write((db, visitor) => redeemLink(db, visitor, token, passwordHash));
}
