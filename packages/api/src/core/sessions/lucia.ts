import type { Requirement } from '@onus/contract/auth/second-factor';
import type { Db } from '@onus/db/open';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { DomainError, sessionRevoked } from '../errors.ts';
import { isActive, mustHaveSecondFactor } from '../policy.ts';
import type { Visitor } from '../scope.ts';
import type { AccessTokens } from './access-token.ts';
import { findSession, findSessionRow, type SessionRow, type UserRow } from './find.ts';
import type { RefreshClaim, RefreshSecrets } from './refresh-secret.ts';
import { newSession, successorOf } from './rotation.ts';
import type { Grants } from './token-scopes.ts';
import { endSession, keepFirstSignIn, keepTimeZone, openSession, rotateSession } from './write.ts';

/** A session that was opened or renewed, on the disk. */
export interface Held {
  session: SessionRow;
  account: UserRow;
}

/** What a browser is handed for a session. */
export interface Issued {
  accessToken: string;
  refreshCookie: string;
  /** Epoch milliseconds until which the cookie is good. */
  expiresAt: number;
  account: UserRow;
}

export interface Alive {
  account: UserRow;
  sessionId: string;
  /** What a token is for; null for a session, which is for everything. */
  scopes: Grants | null;
  /** Epoch milliseconds at which a personal token ends; null for one without an end, and for a session. */
  expiresAt: number | null;
  /** The person must have a second factor and this session has shown none: it may do nothing but set one up. */
  mustEnroll: boolean;
}

/** The browser a session is opened or renewed for. */
export interface Device {
  userAgent: string;
  /** Where it is, in short (limits/network.ts). */
  network: string;
  /** An IANA zone this runtime knows, or null. */
  timeZone: string | null;
}

/**
 * Sessions under our own names; only this file imports Lucia (docs/decisions/0001-lucia-behind-one-file.md).
 * What takes a `db` is synchronous and runs inside a write. The rest changes nothing.
 */
export interface Sessions {
  /**
   * The account as it was before.
   * @param secondFactorAt when the person showed a second factor; null for none.
   * @throws DomainError INACTIVE
   */
  open(
    db: Db,
    visitor: Visitor,
    account: UserRow,
    device: Device,
    secondFactorAt: SessionRow['secondFactorAt'],
  ): Held;
  /** @throws DomainError UNAUTHORIZED without a cookie, TOKEN_INVALID for one this installation never issued. */
  claimOf(cookie: string | null): RefreshClaim;
  /**
   * Moves the session one generation on. The generation before stays good until its successor is used, so that
   * a lost response ends no session. A replay after that ends the session.
   * @returns null for a session that is over, also by this replay.
   * @throws DomainError INACTIVE
   */
  renew(db: Db, visitor: Visitor, claim: RefreshClaim, device: Device): Held | null;
  /** Signs what a browser is handed. */
  issue(held: Held, now: number): Promise<Issued>;
  /** @throws DomainError TOKEN_EXPIRED, TOKEN_INVALID, SESSION_REVOKED */
  check(accessToken: string, now: number): Promise<Alive>;
  /** The session and its account as they are at this moment. @throws DomainError SESSION_REVOKED */
  current(db: Db, sessionId: string): Alive;
  /** The session as it is now, or null once it was ended or its user deactivated. */
  alive(sessionId: string): Promise<Alive | null>;
  /** The session of a cookie or of a token of any age; empty for neither. Only to end it. */
  named(cookie: string | null, accessToken: string | null): Promise<string>;
  /** Logs out; a session that is over already is no error. */
  end(db: Db, visitor: Visitor, sessionId: string): void;
}

/** A row on one of Lucia's objects, under a name of its own. */
interface Attached<Row> {
  row: Row;
}

type Proof = Pick<SessionRow, 'secondFactorAt'>;

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<Proof, Attached<UserRow>>;
    DatabaseSessionAttributes: Proof;
    DatabaseUserAttributes: Attached<UserRow>;
  }
}

/** Milliseconds in which parallel tabs that refresh with the same cookie get the same token. */
const SAME_TOKEN = 10_000;

export function createSessions(
  db: Db,
  tokens: AccessTokens,
  secrets: RefreshSecrets,
  requirement: Requirement,
): Sessions {
  // The type asks for seven methods. Only `validateSession` is called, which needs two of them.
  const lucia = new Lucia<Proof, Attached<UserRow>>(adapterFor(db) as Adapter, {
    getSessionAttributes: proof => proof,
    getUserAttributes: attached => attached,
    // Lucia moves the end of a session whenever less than half of this is left. Ours moves at a refresh (rule 2.6).
    sessionExpiresIn: new TimeSpan(0, 's'),
  });

  function owesFactor({ secondFactorAt }: Proof, { roles }: UserRow): boolean {
    return secondFactorAt === null && mustHaveSecondFactor(requirement, roles);
  }

  function standingOf(account: UserRow, sessionId: string, proof: Proof): Alive {
    const mustEnroll = owesFactor(proof, account);
    return { account, sessionId, scopes: null, expiresAt: null, mustEnroll };
  }

  async function alive(sessionId: string): Promise<Alive | null> {
    const { session, user } = await lucia.validateSession(sessionId);
    if (!session || !isActive(user.row)) return null;
    return standingOf(user.row, session.id, session);
  }

  return {
    alive,
    open(db, visitor, account, device, secondFactorAt) {
      if (!isActive(account)) throw inactive();
      const begun = newSession(account.id, secrets, device, visitor.now);
      const session = { ...begun, secondFactorAt };
      openSession(db, visitor, session, account);
      keepTimeZone(db, account, device.timeZone);
      keepFirstSignIn(db, account, visitor.now);
      return { session, account };
    },
    claimOf(cookie) {
      if (!cookie) throw new DomainError('UNAUTHORIZED', 'Please log in');
      const claim = secrets.read(cookie);
      if (!claim) throw new DomainError('TOKEN_INVALID', 'Your login has expired');
      return claim;
    },
    renew: (db, visitor, claim, device) => renew(db, secrets, visitor, claim, device),
    async issue({ session, account }, now) {
      const at = now - session.rotatedAt <= SAME_TOKEN ? session.rotatedAt : now;
      return {
        accessToken: await tokens.sign(account, session.id, at, owesFactor(session, account)),
        refreshCookie: secrets.cookieFor(session.id, session.generation),
        expiresAt: session.expiresAt,
        account,
      };
    },
    async check(accessToken, now) {
      const found = await alive(await tokens.sessionOf(accessToken, now));
      if (!found) throw sessionRevoked();
      return found;
    },
    current(db, sessionId) {
      const found = findSession(db, sessionId);
      if (!found || isOver(found.session) || !isActive(found.user)) throw sessionRevoked();
      return standingOf(found.user, sessionId, found.session);
    },
    named: async (cookie, accessToken) =>
      (cookie && secrets.read(cookie)?.sessionId) || ((await tokens.anySessionOf(accessToken)) ?? ''),
    end(db, visitor, sessionId) {
      const account = findSession(db, sessionId)?.user;
      if (account) endSession(db, visitor, sessionId, account, 'logout');
    },
  };
}

function renew(
  db: Db,
  secrets: RefreshSecrets,
  visitor: Visitor,
  claim: RefreshClaim,
  { timeZone, network }: Device,
): Held | null {
  const account = findSession(db, claim.sessionId)?.user;
  const session = findSessionRow(db, claim.sessionId);
  if (!account || !session || isOver(session)) return null;
  visitor.trail.subject = account;
  if (!isActive(account)) throw inactive();
  keepTimeZone(db, account, timeZone);
  const isCurrent =
    claim.generation === session.generation && secrets.hash(claim.secret) === session.secretHash;
  // Only this installation can have issued it, so the database is an older copy of its own: a backup was restored.
  const isNewer = claim.generation > session.generation;
  if (isCurrent || isNewer) {
    const from = { ...session, generation: claim.generation };
    const next = { ...successorOf(from, secrets, visitor.now), network };
    rotateSession(db, session.id, next);
    return { session: { ...session, ...next }, account };
  }
  // Its successor was not used yet: the response that carried it may be lost, or a parallel tab was faster.
  if (claim.generation === session.generation - 1) return { session, account };
  endSession(db, visitor, session.id, account, 'refresh.replayed');
  return null;
}

/** By the machine's clock, as Lucia counts. */
function isOver({ expiresAt }: Pick<SessionRow, 'expiresAt'>): boolean {
  return expiresAt <= Date.now();
}

function inactive(): DomainError {
  return new DomainError('INACTIVE', 'Your account is not active');
}

/**
 * What `validateSession` calls. Lucia's other functions are asynchronous, and a session is opened, renewed and ended
 * in the same synchronous transaction as the reason for it: those are commands of ours (write.ts).
 */
function adapterFor(db: Db): Pick<Adapter, 'getSessionAndUser' | 'deleteSession'> {
  return {
    async getSessionAndUser(id) {
      const { session, user } = findSession(db, id) ?? {};
      if (!session || !user) return [null, null];
      const { userId, expiresAt, secondFactorAt } = session;
      return [
        { id, userId, expiresAt: new Date(expiresAt), attributes: { secondFactorAt } },
        { id: userId, attributes: { row: user } },
      ];
    },
    // Called for an expired session. Looking at one must not write; the sweep deletes it.
    async deleteSession() {},
  };
}
