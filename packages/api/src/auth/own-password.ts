import type { changePasswordInput } from '@onus/contract/auth/inputs';
import type { z } from 'zod';
import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import type { Scope } from '../core/scope.ts';
import { findAccount } from '../people/find.ts';
import { changePassword } from './register.ts';

/** Changes one's own password. A person at a browser that is signed in may guess at it as little as others. */
export async function changeOwnPassword(
  ctx: Context & Access<Scope>,
  { current, password }: z.output<typeof changePasswordInput>,
): Promise<{ message: string }> {
  const { address } = ctx.caller;
  const { found, who, payer } = ctx.read((db, scope) => ({
    found: findAccount(db, scope, scope.email),
    who: { account: scope.email, address, knownBrowser: scope.sessionId },
    payer: { address, person: scope.userId },
  }));
  const { passwordHash: checked } = await ctx.throttle.guess(who, () =>
    ctx.passwords.verify(found, current, 'Current password is wrong', payer, 'BAD_REQUEST'),
  );
  const passwordHash = await ctx.passwords.hash(password, 1, payer);
  return ctx.write((db, scope) => changePassword(db, scope, checked, passwordHash));
}
