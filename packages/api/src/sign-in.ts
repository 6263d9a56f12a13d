import type { loginInput } from '@onus/contract/auth';
import type { z } from 'zod';
import { findAccount, type UserRow } from './auth/queries.ts';
import type { Context, RefreshCookie } from './context.ts';
import { DomainError } from './errors.ts';
import type { Visitor } from './scope.ts';
import type { Issued } from './session/lucia.ts';
import { type UserView, viewOfUser } from './user-view.ts';

export interface SignedIn {
  accessToken: string;
  user: UserView;
}

type Door = Context & { visitor: Visitor };

const REFUSAL = 'Wrong email or password';
/** Milliseconds; browsers keep no cookie longer. */
const MARKER_LIVES = 400 * 86_400_000;

/** The same answer in the same time for an unknown email, a wrong password and an account without one. */
export async function logIn(ctx: Door, { email, password }: z.output<typeof loginInput>): Promise<SignedIn> {
  const found = findAccount(ctx.db, ctx.visitor, email);
  ctx.visitor.trail.subject = found ?? null;
  const knownBrowser = found && ctx.knownBrowsers.nameOf(ctx.caller.marker.read(), found.id);
  const verified = await ctx.throttle.guess(
    { account: email, address: ctx.caller.address, knownBrowser },
    () => ctx.passwords.verify(found, password, REFUSAL),
  );
  // Checking took a while: a password set meanwhile ended every session, and the old one starts none.
  const account = findAccount(ctx.db, ctx.visitor, email);
  if (!account || account.passwordHash !== verified.passwordHash)
    throw new DomainError('UNAUTHORIZED', REFUSAL);
  return signIn(ctx, account);
}

/** A fresh session for somebody who has shown who they are; the browser is known to them from now on. */
export async function signIn(ctx: Door, account: UserRow): Promise<SignedIn> {
  const { cookie, marker, userAgent } = ctx.caller;
  cookie.demand();
  const signedIn = handOver(cookie, await ctx.sessions.issue(account, userAgent, ctx.visitor));
  marker.write(ctx.knownBrowsers.mark(account.id, marker.read()), ctx.visitor.now + MARKER_LIVES);
  return signedIn;
}

/** Hands a session over: the refresh cookie to the browser, the access token in the answer. */
export function handOver(cookie: RefreshCookie, issued: Issued): SignedIn {
  cookie.write(issued.refreshCookie, issued.expiresAt);
  return { accessToken: issued.accessToken, user: viewOfUser(issued.account) };
}
