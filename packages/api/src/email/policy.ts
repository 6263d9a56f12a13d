import type { Scope } from '../scope.ts';

/** Milliseconds after a sign-in in which the browser alone says who changes the email. */
export const FRESH_FOR = 10 * 60_000;

/** A person who finds a browser signed in must not get the account with it: later it takes the password as well. */
export function mayChangeOwnEmail(scope: Scope, signedInAt: number, knowsPassword: boolean): boolean {
  return knowsPassword || scope.now - signedInAt <= FRESH_FOR;
}
