import { createHmac, randomBytes } from 'node:crypto';
import { isSame } from './is-same.ts';

/**
 * Browsers that have signed in to an account before. Such a browser's failures are counted apart from
 * everyone else's, so that an owner still gets in while a stranger guesses at the account. The marker is
 * good for nothing more: with it one still needs the password, and has ten tries as anyone (OWASP's device
 * cookies). It lives on through logging out, unlike a session, and is bound to the account, so that a
 * stranger's own sign-ins make no browser known here. Stateless: signed with the install's key.
 */
export interface KnownBrowsers {
  /** A marker for a browser that has just signed in; it keeps the name it had. */
  mark(userId: string, marker: string | null): string;
  /** The browser's name, if its marker was made for this account. */
  nameOf(marker: string | null, userId: string): string | null;
}

export function createKnownBrowsers(key: Uint8Array): KnownBrowsers {
  function signature(name: string, userId: string): string {
    return createHmac('sha256', key).update(`browser ${name} ${userId}`).digest('base64url');
  }

  function nameOf(marker: string | null, userId: string): string | null {
    const [, name = '', signed = ''] = /^([\w-]{22})\.([\w-]{43})$/.exec(marker ?? '') ?? [];
    return isSame(signed, signature(name, userId)) ? name : null;
  }

  return {
    nameOf,
    mark(userId, marker) {
      const name = nameOf(marker, userId) ?? randomBytes(16).toString('base64url');
      return `${name}.${signature(name, userId)}`;
    },
  };
}
