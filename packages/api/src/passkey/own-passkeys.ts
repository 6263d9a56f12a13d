import type { registerPasskeyInput } from '@onus/contract/auth/passkey';
import type { ownerInput } from '@onus/contract/auth/second-factor';
import type { z } from 'zod';
import type { Access } from '../core/access.ts';
import type { Context } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import type { Scope } from '../core/scope.ts';
import { demandOwner } from '../second-factor/enroll.ts';
import { isRequiredOf, verifyOwner } from '../second-factor/owner.ts';
import { ownPasskeys } from './find.ts';
import { ALGORITHMS, challengeIn, partyOf, verifiedCredential } from './verify.ts';
import type { PasskeyView } from './view.ts';
import { addPasskey, demandRoom } from './write.ts';

type Caller = Context & Access<Scope>;

/** What a browser needs to make a passkey for the caller. The answer counts in this session only. */
export async function registrationOptions(ctx: Caller, { currentPassword }: z.output<typeof ownerInput>) {
  const owner = await verifyOwner(ctx, currentPassword);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const person = ctx.read((db, scope) => {
    demandOwner(db, scope, owner);
    demandRoom(db, scope);
    const { userId, email, username, sessionId, now } = scope;
    return { userId, email, username, sessionId, now, keys: ownPasskeys(db, scope) };
  });
  const { host } = partyOf(ctx.publicUrl);
  return generateRegistrationOptions({
    rpName: 'Onus',
    rpID: host,
    userID: Buffer.from(person.userId),
    userName: person.email,
    userDisplayName: person.username,
    challenge: Buffer.from(ctx.challenges.issue(purposeOf(person), person.now), 'base64url'),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: person.keys.map(({ credentialId: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** @throws DomainError BAD_REQUEST for an answer that is not one to the options of this session. */
export async function registerPasskey(
  ctx: Caller,
  { name, response }: z.output<typeof registerPasskeyInput>,
): Promise<PasskeyView> {
  const challenge = challengeIn(response.response.clientDataJSON);
  const expiresAt = ctx.read((_db, scope) => ctx.challenges.expiryOf(challenge, purposeOf(scope), scope.now));
  const credential = expiresAt && (await verifiedCredential(response, challenge, partyOf(ctx.publicUrl)));
  if (!credential) throw new DomainError('BAD_REQUEST', 'The passkey could not be checked. Start again.');
  return ctx.write((db, scope) =>
    addPasskey(db, scope, isRequiredOf(ctx, scope), name, credential, { challenge, expiresAt }),
  );
}

function purposeOf({ sessionId }: Pick<Scope, 'sessionId'>): string {
  return `register in ${sessionId}`;
}
