import type { loginInput, registerInput } from '@onus/contract/auth/inputs';
import type { Day } from '@onus/contract/dates/calendar';
import { dayIn, knownZone, OWN_ZONE } from '@onus/contract/dates/zone';
import type { Db } from '@onus/db/open';
import type { z } from 'zod';
import type { Access, VisitorCall } from '../core/access.ts';
import type { Context, RefreshCookie } from '../core/context.ts';
import { DomainError, sessionRevoked } from '../core/errors.ts';
import { networkName } from '../core/limits/network.ts';
import type { Guesser } from '../core/limits/throttle.ts';
import type { Scope, Visitor } from '../core/scope.ts';
import type { Device, Issued } from '../core/sessions/lucia.ts';
import { fillWaitingDemo } from '../demo/fill.ts';
import { type AccountRow, findAccount } from '../people/find.ts';
import { type UserView, viewOfUser } from '../people/view.ts';
import { demandCode } from '../second-factor/check.ts';
import { demandOpen } from './account.ts';
import { tellOfBrowser } from './new-browser.ts';
import { register, signOutEverywhere } from './register.ts';

export interface SignedIn {
  accessToken: string;
  user: UserView;
}

const REFUSAL = 'Wrong email or password';
/** Milliseconds; browsers keep no cookie longer. */
const MARKER_LIVES = 400 * 86_400_000;

/** Signs in with email and password (rule 9.4). */
export function logIn(ctx: VisitorCall, input: z.output<typeof loginInput>): Promise<SignedIn> {
  return signInWithPassword(ctx, input, REFUSAL);
}

/**
 * The same answer in the same time for an unknown email, a wrong password and an account without one. Only who knows
 * the password learns that a code is needed; guesses at it are limited like those at the password.
 * @param refusal what a wrong password is told.
 * @param also what the write does besides.
 */
export async function signInWithPassword(
  ctx: VisitorCall,
  { email, password, code = '' }: z.output<typeof loginInput>,
  refusal: string,
  also: (db: Db, visitor: Visitor, account: AccountRow) => void = () => {},
): Promise<SignedIn> {
  const found = ctx.read((db, visitor) => findAccount(db, visitor, email));
  ctx.visitor.trail.subject = found ?? null;
  const knownBrowser = found && ctx.knownBrowsers.nameOf(ctx.caller.marker.read(), found.id);
  const who = { account: email, address: ctx.caller.address, knownBrowser };
  const { passwordHash } = await ctx.throttle.guess(who, () =>
    ctx.passwords.verify(found, password, refusal, {
      address: ctx.caller.address,
      person: email,
      signsIn: true,
    }),
  );
  return signInWithCode(ctx, who, code, (db, visitor) => {
    const account = findAccount(db, visitor, email);
    // A password that was changed during the check has ended every session, and the old one starts none.
    if (account?.passwordHash !== passwordHash) throw new DomainError('UNAUTHORIZED', refusal);
    also(db, visitor, account);
    return account;
  });
}

/** @param code of the second factor, where the account has one. Guesses at it are counted for `who`. */
export function signInWithCode(
  ctx: VisitorCall,
  who: Guesser,
  code: string,
  identify: (db: Db, visitor: Visitor) => AccountRow,
): Promise<SignedIn> {
  const enter = () =>
    signIn(ctx, identify, (visitor, db, account) => demandCode(db, visitor, account, code, ctx));
  // Who is asked for a code has not guessed at one yet.
  return code === '' ? enter() : ctx.throttle.guess(who, enter);
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

/** Logs out in every browser of the caller, this one included. */
export async function leaveEverywhere(ctx: Context & Access<Scope>): Promise<{ message: string }> {
  await ctx.write(signOutEverywhere);
  ctx.caller.cookie.clear();
  return { message: 'You are signed out everywhere.' };
}

/**
 * A fresh session for a person who has shown who they are; the server knows their browser from now on.
 * @param identify names the account at the moment of the write. @throws what it throws.
 * @param showFactor says when the person showed a second factor. Without it no one signs in to an account that has one,
 * however they are identified.
 */
export async function signIn(
  ctx: VisitorCall,
  identify: (db: Db, visitor: Visitor) => AccountRow,
  showFactor = (visitor: Visitor, db: Db, account: AccountRow) => demandCode(db, visitor, account, '', ctx),
): Promise<SignedIn> {
  const { cookie, marker } = ctx.caller;
  cookie.demand();
  const held = await ctx.write((db, visitor) => {
    const account = identify(db, visitor);
    const opened = ctx.sessions.open(db, visitor, account, deviceOf(ctx), showFactor(visitor, db, account));
    if (account.signedInAt === null) fillWaitingDemo(db, visitor, account.id, dayOfCaller(ctx, visitor.now));
    return opened;
  });
  const signedIn = handOver(cookie, await ctx.sessions.issue(held, ctx.visitor.now));
  const { account } = held;
  const isNew = ctx.knownBrowsers.nameOf(marker.read(), account.id) === null;
  // The first browser of all is no news to who has just made the account, or was given it.
  if (isNew && account.signedInAt !== null) await tellOfBrowser(ctx, account);
  marker.write(ctx.knownBrowsers.mark(held.account.id, marker.read()), ctx.visitor.now + MARKER_LIVES);
  return signedIn;
}

/** Hands a session over: the refresh cookie to the browser, the access token in the answer. */
function handOver(cookie: RefreshCookie, issued: Issued): SignedIn {
  cookie.write(issued.refreshCookie, issued.expiresAt);
  return { accessToken: issued.accessToken, user: viewOfUser(issued.account) };
}

/** The date where the caller is (rule 4.2). */
function dayOfCaller({ caller: { timeZone } }: Context, now: number): Day {
  return dayIn(knownZone(timeZone) ?? OWN_ZONE, new Date(now));
}

function deviceOf({ caller: { userAgent, timeZone, address } }: Context): Device {
  return { userAgent, network: networkName(address), timeZone: knownZone(timeZone) };
}
