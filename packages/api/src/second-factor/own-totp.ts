import type { confirmTotpInput, ownerInput } from '@onus/contract/auth/second-factor';
import { renderSVG } from 'uqr';
import type { z } from 'zod';
import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import type { Scope } from '../core/scope.ts';
import { base32, newTotpSecret, totpUri } from '../core/secrets/totp.ts';
import { confirmTotp, removeTotp, startTotp } from './enroll.ts';
import { guesserOf, isRequiredOf, verifyOwner } from './owner.ts';
import { newRecoveryCodes, plain } from './recovery-codes.ts';
import type { NewTotp } from './view.ts';

type Caller = Context & Access<Scope>;

/** A new secret for one's authenticator app; the one in use stays until a code confirms this one. */
export async function startOwnTotp(
  ctx: Caller,
  { currentPassword }: z.output<typeof ownerInput>,
): Promise<NewTotp> {
  const owner = await verifyOwner(ctx, currentPassword);
  const secret = newTotpSecret();
  const { userId, email } = ctx.read((_db, scope) => ({ userId: scope.userId, email: scope.email }));
  const sealed = ctx.sealing.seal(secret, userId);
  await ctx.write((db, scope) => startTotp(db, scope, owner, sealed));
  const uri = totpUri(secret, email);
  return { secret: base32(secret), uri, qr: renderSVG(uri, { ecc: 'M', border: 2 }) };
}

/** Guesses at the code are limited like those at the password. */
export async function confirmOwnTotp(
  ctx: Caller,
  { code }: z.output<typeof confirmTotpInput>,
): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = newRecoveryCodes();
  await ctx.throttle.guess(guesserOf(ctx), () =>
    ctx.write((db, scope) =>
      confirmTotp(db, scope, isRequiredOf(ctx, scope), plain(code), recoveryCodes, ctx.sealing),
    ),
  );
  return { recoveryCodes };
}

export async function removeOwnTotp(
  ctx: Caller,
  { currentPassword }: z.output<typeof ownerInput>,
): Promise<{ message: string }> {
  const owner = await verifyOwner(ctx, currentPassword);
  await ctx.write((db, scope) => removeTotp(db, scope, owner));
  return { message: 'Your authenticator app is removed' };
}
