import type { passkeySignInInput } from '@onus/contract/auth/passkey';
import type { z } from 'zod';
import { type SignedIn, signIn } from '../auth/sign-in.ts';
import type { VisitorCall } from '../core/access.ts';
import { DomainError } from '../core/errors.ts';
import { findByCredential } from './find.ts';
import { challengeIn, partyOf, verifiedCounter } from './verify.ts';
import { takeSignature } from './write.ts';

const PURPOSE = 'sign-in';

/** What a browser needs to find a passkey for this installation, whoever it belongs to. Nothing is kept of it. */
export async function signInOptions(ctx: VisitorCall) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: partyOf(ctx.publicUrl).host,
    challenge: Buffer.from(ctx.challenges.issue(PURPOSE, ctx.visitor.now), 'base64url'),
    userVerification: 'required',
  });
}

/**
 * Signs in with a passkey. The authenticator has verified the person, so it is both factors in one, and no code is asked
 * for. The same refusal for an unknown key, a wrong signature and an old challenge.
 */
export async function signInWithPasskey(
  ctx: VisitorCall,
  { response }: z.output<typeof passkeySignInInput>,
): Promise<SignedIn> {
  const challenge = challengeIn(response.response.clientDataJSON);
  const expiresAt = ctx.challenges.expiryOf(challenge, PURPOSE, ctx.visitor.now);
  const found = ctx.read((db, visitor) => findByCredential(db, visitor, response.id));
  ctx.visitor.trail.subject = found?.account ?? null;
  const isTheirs = found && namesOwner(response.response.userHandle, found.account.id);
  const counter =
    expiresAt && isTheirs
      ? await verifiedCounter(response, challenge, found.key, partyOf(ctx.publicUrl))
      : null;
  if (!found || !expiresAt || counter === null) {
    await ctx.throttle.badLink(ctx.caller.address);
    throw refused();
  }
  return signIn(
    ctx,
    (db, visitor) => {
      const account = takeSignature(db, visitor, found.key, counter, { challenge, expiresAt });
      if (account) return account;
      throw refused();
    },
    ({ now }) => now,
  );
}

/** An authenticator tells whose passkey it is; older ones leave it out. */
function namesOwner(userHandle: string | null | undefined, userId: string): boolean {
  return !userHandle || Buffer.from(userHandle, 'base64url').toString() === userId;
}

function refused(): DomainError {
  return new DomainError('UNAUTHORIZED', 'This passkey does not work here. Log in with your password.');
}
