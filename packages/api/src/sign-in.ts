import type { loginInput, registerInput } from '@onus/contract/auth';
import { knownZone } from '@onus/contract/zone';
import type { Db } from '@onus/db/open';
import type { z } from 'zod';
import type { Access } from './access.ts';
import { register } from './auth/commands.ts';
import { demandOpen, findAccount, type UserRow } from './auth/queries.ts';
import type { Context, RefreshCookie } from './context.ts';
import { DomainError, sessionRevoked } from './errors.ts';
import type { Visitor } from './scope.ts';
import type { Device, Issued } from './session/lucia.ts';
import { type UserView, viewOfUser } from './user-view.ts';

export interface SignedIn {
  accessToken: string;
  user: UserView;
}

export type VisitorCall = Context & Access<Visitor> & { visitor: Visitor };

const REFUSAL = 'Wrong email or password';
/** Milliseconds; browsers keep no cookie longer. */
const MARKER_LIVES = 400 * 86_400_000;

/** The same answer in the same time for an unknown email, a wrong password and an account without one. */
export async function logIn(
  ctx: VisitorCall,
  { email, password }: z.output<typeof loginInput>,
): Promise<SignedIn> {
  const found = ctx.read((db, visitor) => findAccount(db, visitor, email));
  ctx.visitor.trail.subject = found ?? null;
  const knownBrowser = found && ctx.knownBrowsers.nameOf(ctx.caller.marker.read(), found.id);
  const { passwordHash } = await ctx.throttle.guess(
    { account: email, address: ctx.caller.address, knownBrowser },
    () => ctx.passwords.verify(found, password, REFUSAL, { address: ctx.caller.address, person: email }),
  );
  return signIn(ctx, (db, visitor) => {
    const account = findAccount(db, visitor, email);
    // A password that was changed during the check has ended every session, and the old one starts none.
    if (account?.passwordHash === passwordHash) return account;
    throw new DomainError('UNAUTHORIZED', REFUSAL);
  });
}

/** Registration signs in; the account and its first session are made in one write. */
export async function registerAndSignIn(
  ctx: VisitorCall,
  input: z.output<typeof registerInput>,
): Promise<SignedIn> {
  ctx.caller.cookie.demand();
  await ctx.throttle.registration(ctx.caller.address);
  const passwordHash = await ctx.passwords.hash(input.password, 1, { address: ctx.caller.address });
  return signIn(ctx, (db, visitor) => {
    // Of two who register at once on an empty installation, one is the first.
    demandOpen(db, visitor, ctx.registration);
    return register(db, visitor, input, passwordHash);
  });
}

/** A new access token and the next generation of the cookie. */
export async function refresh(ctx: VisitorCall): Promise<SignedIn> {
  const claim = ctx.sessions.claimOf(ctx.caller.cookie.read());
  const held = await ctx.write((db, visitor) => ctx.sessions.renew(db, visitor, claim, deviceOf(ctx)));
  if (!held) throw sessionRevoked();
  return handOver(ctx.caller.cookie, await ctx.sessions.issue(held, ctx.visitor.now));
}

/** Logging out never fails: a cookie or a token of any age will do, and so will neither. */
export async function logOut(ctx: VisitorCall): Promise<void> {
  const { cookie, accessToken } = ctx.caller;
  const sessionId = await ctx.sessions.named(cookie.read(), accessToken);
  if (sessionId) await ctx.write((db, visitor) => ctx.sessions.end(db, visitor, sessionId));
  cookie.clear();
}

/**
 * A fresh session for a person who has shown who they are; the server knows their browser from now on.
 * @param identify names the account at the moment of the write. @throws what it throws.
 */
async function signIn(ctx: VisitorCall, identify: (db: Db, visitor: Visitor) => UserRow): Promise<SignedIn> {
  const { cookie, marker } = ctx.caller;
  cookie.demand();
  const held = await ctx.write((db, visitor) =>
    ctx.sessions.open(db, visitor, identify(db, visitor), deviceOf(ctx)),
  );
  const signedIn = handOver(cookie, await ctx.sessions.issue(held, ctx.visitor.now));
  marker.write(ctx.knownBrowsers.mark(held.account.id, marker.read()), ctx.visitor.now + MARKER_LIVES);
  return signedIn;
}

/** Hands a session over: the refresh cookie to the browser, the access token in the answer. */
function handOver(cookie: RefreshCookie, issued: Issued): SignedIn {
  cookie.write(issued.refreshCookie, issued.expiresAt);
  return { accessToken: issued.accessToken, user: viewOfUser(issued.account) };
}

function deviceOf({ caller: { userAgent, timeZone } }: Context): Device {
  return { userAgent, timeZone: knownZone(timeZone) };
}
