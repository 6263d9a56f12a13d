import { compactVerify, errors, jwtVerify, SignJWT } from 'jose';
import { DomainError } from '../errors.ts';
import type { Account } from '../scope.ts';

/** The payload of rule 13. It says who asks; rights are read from the database (rule 2.5). */
export interface UserInfo {
  username: string;
  roles: readonly string[];
  id: string;
  manager?: string;
}

export interface AccessTokens {
  /**
   * @param at epoch milliseconds the token counts from; the same moment gives the same token.
   * @param mustEnroll tells the app to set up a second factor first. The server asks the database.
   */
  sign(account: Account, sessionId: string, at: number, mustEnroll: boolean): Promise<string>;
  /**
   * Answers the session the token was issued for.
   * @throws DomainError TOKEN_EXPIRED or TOKEN_INVALID.
   */
  sessionOf(token: string, now: number): Promise<string>;
  /** The same for a token of any age; null for none or a forged one. Only to end that session. */
  anySessionOf(token: string | null): Promise<string | null>;
}

/** Tokens that were verified once are known for as long as they last; so many at the most, oldest out first. */
const KNOWN = 10_000;

export function createAccessTokens(key: Uint8Array, ttlMs: number): AccessTokens {
  const known = new Map<string, { sessionId: string; expiresAt: number }>();

  /** Verifying costs more than everything else a call does, and gives the same answer until the token ends. */
  function remember(token: string, sessionId: string, expiresAt: number): void {
    const oldest = known.size >= KNOWN ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    known.set(token, { sessionId, expiresAt });
  }

  return {
    sign(account, sessionId, at, mustEnroll) {
      const issuedAt = Math.floor(at / 1000);
      const enroll = mustEnroll ? { enroll: true } : {};
      return new SignJWT({ UserInfo: userInfo(account), sid: sessionId, ...enroll })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + Math.ceil(ttlMs / 1000))
        .sign(key);
    },
    async sessionOf(token, now) {
      const before = known.get(token);
      if (before && now < before.expiresAt) return before.sessionId;
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          requiredClaims: ['sid', 'exp'],
          currentDate: new Date(now),
        });
        const sessionId = sessionIdOf(payload);
        if (!sessionId) throw invalid();
        remember(token, sessionId, (payload.exp ?? 0) * 1000);
        return sessionId;
      } catch (error) {
        known.delete(token);
        if (error instanceof errors.JWTExpired)
          throw new DomainError('TOKEN_EXPIRED', 'The access token has expired');
        throw invalid();
      }
    },
    async anySessionOf(token) {
      if (!token) return null;
      const verified = await compactVerify(token, key, { algorithms: ['HS256'] }).catch(() => null);
      return verified ? sessionIdOf(parsed(verified.payload)) : null;
    },
  };
}

function invalid(): DomainError {
  return new DomainError('TOKEN_INVALID', 'The access token is not valid');
}

/** The session a payload names; null where it names none, whatever else it may be. */
function sessionIdOf(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null || !('sid' in payload)) return null;
  return typeof payload.sid === 'string' && payload.sid !== '' ? payload.sid : null;
}

/** A signature says who wrote the payload, not that it is JSON. */
function parsed(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return null;
  }
}

function userInfo(account: Account): UserInfo {
  const { username, roles, id, managerId } = account;
  return { username, roles, id, ...(managerId ? { manager: managerId } : {}) };
}
