import { serverTime } from '../fetch.ts';
import { expiryOf } from './access-token.ts';
import { headersFor } from './call-headers.ts';
import { currentToken, currentUserId, isSignedIn, refresh } from './session.ts';

/*
 * Tokens for the calls of a person who is signed in. Apart from the session, because the pages before the login do not
 * load this.
 */

/**
 * A token that stays valid for a while; null if there is none. An older one if the refresh failed.
 * @param validFor milliseconds.
 */
export async function freshToken(validFor = 15_000): Promise<string | null> {
  const current = currentToken();
  if (current && expiryOf(current) - serverTime() > validFor) return current;
  return isSignedIn() ? refresh().catch(() => current) : null;
}

/**
 * Headers with a token, also for a person who was recalled.
 * @throws if there is no token, or if its person left: the call must not be made as the next one's.
 */
export async function authorizedHeaders(): Promise<Record<string, string>> {
  const id = currentUserId();
  if (currentToken() === null && isSignedIn()) await refresh();
  if (currentUserId() !== id) throw new Error('Your login has expired');
  return headersFor(currentToken());
}

/**
 * For a call that begins now. If the server refuses it, the result is the newer token if there is one, else a fresh one;
 * null if another person has signed in since: the call must not be made as theirs.
 */
export function createRefresh(): () => Promise<string | null> {
  const [used, id] = [currentToken(), currentUserId()];
  return async () => {
    const token = currentToken() === used ? await refresh() : currentToken();
    return currentUserId() === id ? token : null;
  };
}
