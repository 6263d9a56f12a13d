import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import type { Guesser } from '../core/limits/throttle.ts';
import { mustHaveSecondFactor } from '../core/policy.ts';
import type { Scope } from '../core/scope.ts';
import { findAccount } from '../people/find.ts';
import type { Owner } from './enroll.ts';

type Caller = Context & Access<Scope>;

/** Compares the current password, which takes far longer than a write may. @throws DomainError BAD_REQUEST */
export async function verifyOwner(ctx: Caller, password: string): Promise<Owner> {
  const { found, payer, isRequired } = ctx.read((db, scope) => ({
    found: findAccount(db, scope, scope.email),
    payer: { address: ctx.caller.address, person: scope.userId },
    isRequired: isRequiredOf(ctx, scope),
  }));
  const { passwordHash } = await ctx.throttle.guess(guesserOf(ctx), () =>
    ctx.passwords.verify(found, password, 'Current password is wrong', payer, 'BAD_REQUEST'),
  );
  return { checked: passwordHash, isRequired };
}

/** A person at a browser that is signed in may guess as little as others. */
export function guesserOf(ctx: Caller): Guesser {
  const { address } = ctx.caller;
  return ctx.read((_db, scope) => ({ account: scope.email, address, knownBrowser: scope.sessionId }));
}

export function isRequiredOf({ requireSecondFactor }: Context, { roles }: Scope): boolean {
  return mustHaveSecondFactor(requireSecondFactor, roles);
}
