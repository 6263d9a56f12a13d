import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import type { Scope } from '../core/scope.ts';
import { mailReset } from './mail.ts';
import { resetSecondFactor } from './reset.ts';

/** Resets the second factor of another person and tells them. */
export async function resetFor(ctx: Context & Access<Scope>, userId: string): Promise<{ userId: string }> {
  const { user, wasOn } = await ctx.write(
    (db, scope) => resetSecondFactor(db, scope, userId),
    () => ({ userId }),
  );
  // No call waits for a mail.
  if (wasOn) void mailReset(ctx, user.email);
  return { userId };
}
