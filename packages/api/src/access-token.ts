import { compactVerify, errors, jwtVerify, SignJWT } from 'jose';
import { DomainError } from './errors.ts';
import type { Account } from './scope.ts';

/** The payload of spec section 3. It says who asks; rights are read from the database (decision 2.5). */
export interface UserInfo {
  username: string;
  roles: readonly string[];
  id: string;
  manager?: string;
}

export interface AccessTokens {
  /** @param at epoch milliseconds the token counts from; the same moment gives the same token. */
  sign(account: Account, sessionId: string, at: number): Promise<string>;
  /**
   * Answers the session the token was issued for.
   * @throws DomainError TOKEN_EXPIRED or TOKEN_INVALID.
   */
  sessionOf(token: string, now: number): Promise<string>;
  /** The same for a token of any age; null for none or a forged one. Only to end that session. */
  anySessionOf(token: string | null): Promise<string | null>;
}

export function createAccessTokens(key: Uint8Array, ttlMs: number): AccessTokens {
  return {
    sign(account, sessionId, at) {
      const issuedAt = Math.floor(at / 1000);
      return new SignJWT({ UserInfo: userInfo(account), sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + Math.ceil(ttlMs / 1000))
        .sign(key);
    },
    async sessionOf(token, now) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          currentDate: new Date(now),
        });
        return String(payload.sid);
      } catch (error) {
        if (error instanceof errors.JWTExpired)
          throw new DomainError('TOKEN_EXPIRED', 'The access token has expired');
        throw new DomainError('TOKEN_INVALID', 'The access token is not valid');
      }
    },
    async anySessionOf(token) {
      if (!token) return null;
      const verified = await compactVerify(token, key, { algorithms: ['HS256'] }).catch(() => null);
      return verified ? String(JSON.parse(new TextDecoder().decode(verified.payload)).sid) : null;
    },
  };
}

function userInfo(account: Account): UserInfo {
  const { username, roles, id, managerId } = account;
  return { username, roles, id, ...(managerId ? { manager: managerId } : {}) };
}
