import { email as emailText, username } from '@onus/contract/auth/inputs';
import type { linkInput } from '@onus/contract/auth/oidc/single-sign-on';
import { SSO_REFUSALS } from '@onus/contract/auth/oidc/sso-refusal';
import { LIMITS } from '@onus/contract/limits/lengths';
import type { Db } from '@onus/db/open';
import type { z } from 'zod';
import { demandOpen, isEmptyInstallation } from '../auth/account.ts';
import { register } from '../auth/register.ts';
import { type SignedIn, signIn, signInWithCode, signInWithPassword } from '../auth/sign-in.ts';
import type { VisitorCall } from '../core/access.ts';
import { record } from '../core/audit/record.ts';
import { DomainError, notFound } from '../core/errors.ts';
import type { Begun, Identity, Provider } from '../core/oidc/provider.ts';
import type { Visitor } from '../core/scope.ts';
import { type AccountRow, findAccount } from '../people/find.ts';
import { findIdentified, insertIdentity, noteUse } from '../people/identities.ts';
import { readKept, writeKept } from './kept.ts';

/** What the account's owner is asked before the provider signs them in. */
export interface Offer {
  /** What the login page calls the provider. */
  name: string;
  email: string;
  /** The password, because the account is not linked yet; the code of its second factor. */
  asks: 'password' | 'code';
}

/** The address of the provider's page; the browser keeps what it must show when it comes back. */
export async function begin(ctx: VisitorCall): Promise<{ url: string }> {
  const { url, begun } = await providerOf(ctx).begin();
  writeKept(ctx, 'begun', begun);
  return { url };
}

/**
 * Signs in the person whom the provider vouches for.
 * @param address at which the provider's answer arrived.
 * @returns false where its owner is asked for something first.
 * @throws DomainError with a sentence of SSO_REFUSALS.
 */
export async function finish(ctx: VisitorCall, address: string): Promise<{ isSignedIn: boolean }> {
  const provider = providerOf(ctx);
  const begun = readKept<Begun>(ctx, 'begun');
  // Each beginning is good for one answer in this browser, and a provider's code is good for one exchange anywhere.
  ctx.caller.oidc.clear();
  if (!begun) throw new DomainError('BAD_REQUEST', SSO_REFUSALS.again);
  const identity = await ctx.throttle.guess(
    { account: `state ${begun.state}`, address: ctx.caller.address },
    () => provider.identify(address, begun),
  );
  const known = ctx.read((db, visitor) => findIdentified(db, visitor, identity));
  const verified = known ? '' : verifiedEmail(identity);
  if (!known && ctx.read((db, visitor) => findAccount(db, visitor, verified))) {
    writeKept(ctx, 'link', { ...identity, email: verified });
    return { isSignedIn: false };
  }
  const shown = { ...identity, email: verified };
  try {
    await signIn(ctx, (db, visitor) => identified(ctx, db, visitor, shown));
    return { isSignedIn: true };
  } catch (error) {
    // The provider is no second factor.
    if (!known || !isCodeAsked(error)) throw error;
    writeKept(ctx, 'code', { ...shown, email: known.email });
    return { isSignedIn: false };
  }
}

function isCodeAsked(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'SECOND_FACTOR';
}

/** What this browser is asked now. */
export function offerOf(ctx: VisitorCall): Offer | null {
  for (const [step, asks] of [['link', 'password'] as const, ['code', 'code'] as const]) {
    const kept = readKept<KnownIdentity>(ctx, step);
    if (kept) return { name: providerOf(ctx).name, email: kept.email, asks };
  }
  return null;
}

/**
 * Links the identity that this browser has just shown to the account with its email, and signs in; or signs in with the
 * code of the account that is linked already.
 * @throws DomainError UNAUTHORIZED for a wrong password, SECOND_FACTOR for a missing or wrong code, BAD_REQUEST where
 * nothing is asked any more.
 */
export async function link(ctx: VisitorCall, answer: z.output<typeof linkInput>): Promise<SignedIn> {
  const linked = readKept<KnownIdentity>(ctx, 'code');
  const signedIn = linked ? await withCode(ctx, linked, answer.code) : await linkWith(ctx, answer);
  ctx.caller.oidc.clear();
  return signedIn;
}

function withCode(ctx: VisitorCall, kept: KnownIdentity, code: string): Promise<SignedIn> {
  const who = { account: kept.email, address: ctx.caller.address };
  return signInWithCode(ctx, who, code, (db, visitor) => {
    const account = findIdentified(db, visitor, kept);
    if (!account) throw new DomainError('BAD_REQUEST', SSO_REFUSALS.again);
    noteUse(db, visitor, kept);
    return account;
  });
}

async function linkWith(ctx: VisitorCall, answer: z.output<typeof linkInput>): Promise<SignedIn> {
  const kept = readKept<KnownIdentity>(ctx, 'link');
  if (!kept) throw new DomainError('BAD_REQUEST', SSO_REFUSALS.again);
  return signInWithPassword(ctx, { ...answer, email: kept.email }, WRONG_PASSWORD, (db, visitor, account) =>
    linkIdentity(db, visitor, account, kept),
  );
}

function linkIdentity(db: Db, visitor: Visitor, account: AccountRow, shown: KnownIdentity): void {
  insertIdentity(db, visitor, account.id, shown);
  record(db, visitor, 'identity.linked', { actor: account, detail: { from: shown.issuer } });
}

type KnownIdentity = Identity & { email: string };

const WRONG_PASSWORD = 'Wrong password';

/** The account of an identity, or a new one. For a write: another call may have made either in between. */
function identified(ctx: VisitorCall, db: Db, visitor: Visitor, identity: KnownIdentity): AccountRow {
  const known = findIdentified(db, visitor, identity);
  if (known) {
    noteUse(db, visitor, identity);
    return known;
  }
  // The account whose identity it was is gone since it was read.
  if (!identity.email) throw new DomainError('BAD_REQUEST', SSO_REFUSALS.again);
  demandOpen(db, visitor, ctx.registration);
  // The first one leads a household: no one else could.
  const roles = isEmptyInstallation(db, visitor) ? (['Manager'] as const) : (['User'] as const);
  const account = register(
    db,
    visitor,
    { name: nameOf(identity), email: identity.email, roles: [...roles] },
    null,
  );
  linkIdentity(db, visitor, account, identity);
  return account;
}

/** Only what the provider has verified names a person here. */
function verifiedEmail({ email, isVerified }: Identity): string {
  const read = emailText.safeParse(email);
  if (!isVerified || !read.success) throw new DomainError('FORBIDDEN', SSO_REFUSALS.unverified);
  return read.data;
}

function nameOf({ name, email }: KnownIdentity): string {
  const [local = email] = email.split('@');
  for (const one of [name, local]) {
    const read = username.safeParse(one.slice(0, LIMITS.username).trim());
    if (read.success) return read.data;
  }
  return email.slice(0, LIMITS.username);
}

function providerOf({ provider }: VisitorCall): Provider {
  if (!provider) throw notFound('Single sign-on');
  return provider;
}
