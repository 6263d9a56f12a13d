import { createHash, createHmac } from 'node:crypto';
import { isSame } from '../secrets/is-same.ts';

/** What the refresh cookie says: which session, which generation of its secret. */
export interface RefreshClaim {
  sessionId: string;
  generation: number;
  secret: string;
}

/**
 * Secrets of the refresh cookie. Each generation's secret follows from the key file, so that parallel tabs
 * get the same successor and an old cookie is known for what it is, while the database holds only a hash
 * of the current one (rule 2.6).
 */
export interface RefreshSecrets {
  cookieFor(sessionId: string, generation: number): string;
  /** Null for anything this install never issued. */
  read(cookie: string): RefreshClaim | null;
  hash(secret: string): string;
  hashOf(sessionId: string, generation: number): string;
}

export function createRefreshSecrets(key: Uint8Array): RefreshSecrets {
  function secretOf(sessionId: string, generation: number): string {
    return createHmac('sha256', key).update(`refresh ${sessionId} ${generation}`).digest('base64url');
  }

  function hash(secret: string): string {
    return createHash('sha256').update(secret).digest('base64url');
  }

  return {
    hash,
    hashOf: (sessionId, generation) => hash(secretOf(sessionId, generation)),
    cookieFor: (sessionId, generation) => `${sessionId}.${generation}.${secretOf(sessionId, generation)}`,
    read(cookie) {
      const [, sessionId = '', digits = '', secret = ''] =
        /^([\w-]{1,64})\.(\d{1,9})\.([\w-]{43})$/.exec(cookie) ?? [];
      if (!isSame(secret, secretOf(sessionId, Number(digits)))) return null;
      return { sessionId, generation: Number(digits), secret };
    },
  };
}
