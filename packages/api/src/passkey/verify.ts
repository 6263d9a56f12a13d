import type { passkeySignInInput, registerPasskeyInput } from '@onus/contract/auth/passkey';
import type { z } from 'zod';

/** The origin that pages of this installation have, and its host, to which passkeys belong. */
export interface Party {
  origin: string;
  host: string;
}

export interface NewCredential {
  /** Base64url. */
  credentialId: string;
  /** Base64url. */
  publicKey: string;
  counter: number;
}

/** EdDSA, ES256 and RS256: every authenticator has one of them. */
export const ALGORITHMS = [-8, -7, -257];

type Registration = z.output<typeof registerPasskeyInput>['response'];
type SignIn = z.output<typeof passkeySignInInput>['response'];

export function partyOf(publicUrl: string): Party {
  return { origin: publicUrl, host: new URL(publicUrl).hostname };
}

/** The challenge that a browser says it answers; empty for what cannot be read. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge }: { challenge?: unknown } = JSON.parse(
      Buffer.from(clientDataJSON, 'base64url').toString(),
    );
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/**
 * The new passkey in an answer to this challenge; null for one that is not from a page of ours, or whose authenticator did
 * not verify the person. Loaded when the first one is needed: the server starts without it.
 */
export async function verifiedCredential(
  response: Registration,
  expectedChallenge: string,
  { origin, host }: Party,
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    if (await hasCertificate(response.response.attestationObject)) return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  } catch {
    return null;
  }
}

/** The new counter of a passkey whose signature on the challenge is right; null for any other. */
export async function verifiedCounter(
  response: SignIn,
  expectedChallenge: string,
  { credentialId: id, publicKey, counter }: NewCredential,
  { origin, host }: Party,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { userHandle, ...rest } = response.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: { ...rest, ...(userHandle ? { userHandle } : {}) } },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      credential: { id, publicKey: Buffer.from(publicKey, 'base64url'), counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/**
 * Whether the authenticator names its maker with a certificate. None is asked for, and checking one could fetch from an
 * address that stands in it.
 */
async function hasCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'));
  const format = decoded.get('fmt');
  return format !== 'none' && (format !== 'packed' || decoded.get('attStmt').size > 2);
}
