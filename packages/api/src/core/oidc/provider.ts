import { SSO_REFUSALS } from '@onus/contract/auth/oidc/sso-refusal';
import * as oidc from 'openid-client';
import { DomainError } from '../errors.ts';

/** What OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_NAME say. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the login page calls the provider. */
  name: string;
  /** The address that the provider sends the browser back to. */
  callback: string;
}

/** What only the browser that began a sign-in may know until it comes back. */
export interface Begun {
  state: string;
  nonce: string;
  verifier: string;
}

/** What the provider vouches for. */
export interface Identity {
  issuer: string;
  subject: string;
  /** As the provider writes it; null where it sends none. */
  email: string | null;
  isVerified: boolean;
  name: string;
}

/** A sign-in provider of the OpenID Connect kind: code flow with PKCE, state and nonce. */
export interface Provider {
  readonly name: string;
  /** The provider's page to send a browser to. @throws DomainError SERVICE_UNAVAILABLE */
  begin(): Promise<{ url: string; begun: Begun }>;
  /**
   * Exchanges the code in the address of the answer, and checks the signature, issuer, audience, nonce and times of the ID token.
   * @throws DomainError SERVICE_UNAVAILABLE when the provider is down, UNAUTHORIZED for an answer that proves nothing.
   */
  identify(address: string, begun: Begun): Promise<Identity>;
}

/** Seconds for one request to the provider. */
const TIMEOUT = 8;
/** Bytes of one response: the longest are sets of keys. */
const LONGEST = 256 * 1024;
/** Milliseconds after which the provider's description is read again: addresses change rarely. */
const GOOD_FOR = 3_600_000;
const SCOPE = 'openid email profile';

/** It is not contacted before the first sign-in, so that the server starts without it. */
export function createProvider({
  issuer,
  clientId,
  clientSecret,
  name,
  callback,
}: ProviderSettings): Provider {
  let known: { configuration: Promise<oidc.Configuration>; until: number } | null = null;

  /** Asks once for all who wait. What failed is asked again by the next one. */
  function configured(): Promise<oidc.Configuration> {
    if (known && Date.now() < known.until) return known.configuration;
    const configuration = oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: TIMEOUT,
      execute: [oidc.enableNonRepudiationChecks],
      [oidc.customFetch]: fetchShort,
    });
    known = { configuration, until: Date.now() + GOOD_FOR };
    configuration.catch(forget);
    return configuration;
  }

  function forget(): void {
    known = null;
  }

  return {
    name,
    async begin() {
      const configuration = await configured().catch(refuseUnreachable);
      const begun = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: SCOPE,
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, begun };
    },
    async identify(address, { state, nonce, verifier }) {
      const configuration = await configured().catch(refuseUnreachable);
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, new URL(address), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new DomainError('UNAUTHORIZED', SSO_REFUSALS.failed);
        // Some providers put the email into the ID token, some only into the response for the user's profile.
        const profile =
          claims.email === undefined
            ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : claims;
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: typeof profile.email === 'string' ? profile.email : null,
          isVerified: profile.email_verified === true,
          name: nameIn(profile.name) || nameIn(claims.name) || nameIn(profile.preferred_username),
        };
      } catch (error) {
        // Its keys or addresses may have changed since they were read.
        forget();
        throw refusal(error);
      }
    },
  };
}

function nameIn(claim: unknown): string {
  return typeof claim === 'string' ? claim.trim() : '';
}

function refuseUnreachable(): never {
  throw new DomainError('SERVICE_UNAVAILABLE', SSO_REFUSALS.unreachable);
}

/** No one learns more than that; the log of the provider says why. */
function refusal(error: unknown): DomainError {
  if (error instanceof oidc.AuthorizationResponseError)
    return new DomainError(
      'UNAUTHORIZED',
      SSO_REFUSALS[error.error === 'access_denied' ? 'cancelled' : 'failed'],
    );
  return isUnreachable(error)
    ? new DomainError('SERVICE_UNAVAILABLE', SSO_REFUSALS.unreachable)
    : new DomainError('UNAUTHORIZED', SSO_REFUSALS.failed);
}

/** It did not answer in time or at all, or said that it is broken. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  const status = cause instanceof Response ? cause.status : 0;
  return status >= 500 || isNetwork(error) || isNetwork(cause);
}

function isNetwork(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || error.name === 'AbortError' || error.message === 'fetch failed';
}

/** A response that is longer than any honest one is not read to its end. */
async function fetchShort(...[url, options]: Parameters<oidc.CustomFetch>): Promise<Response> {
  const response = await fetch(url, options as RequestInit);
  if (!response.body) return response;
  let left = LONGEST;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left < 0) controller.error(new Error('The response is too long'));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
