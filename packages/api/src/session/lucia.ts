import type { Db } from '@onus/db/open';
import { type Adapter, Lucia } from 'lucia';
import { v7 as uuid } from 'uuid';
import type { AccessTokens } from '../access-token.ts';
import { DomainError, sessionRevoked } from '../errors.ts';
import type { RefreshClaim, RefreshSecrets } from '../refresh-secret.ts';
import type { Visitor } from '../scope.ts';
import { endSession, keepTimeZone, openSession, rotateSession } from './commands.ts';
import { findSession, findSessionRow, type SessionRow, sessionsOf, type UserRow } from './queries.ts';

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
}

/** The browser a session is opened or renewed for. */
export interface Device {
  userAgent: string;
  /** An IANA zone this runtime knows, or null. */
  timeZone: string | null;
}

/**
 * Our own words for sessions. Lucia is spoken in this file only. What takes a `db` is synchronous and belongs
 * inside a write; the rest does not change anything.
 */
export interface Sessions {
  /** @throws DomainError INACTIVE */
  open(db: Db, visitor: Visitor, account: UserRow, device: Device): Held;
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
  /** The account of a session as it is at this moment. @throws DomainError SESSION_REVOKED */
  current(db: Db, sessionId: string): UserRow;
  /** The session as it is now, or null once it was ended or its user deactivated. */
  alive(sessionId: string): Promise<Alive | null>;
  /** The session of a cookie or of a token of any age; empty for neither. Only to end it. */
  named(cookie: string | null, accessToken: string | null): Promise<string>;
  /** Logs out; a session that is over already is no error. */
  end(db: Db, visitor: Visitor, sessionId: string): void;
}

/** A row as it hangs on Lucia's objects, under a name of its own. */
interface Attached<Row> {
  row: Row;
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<Record<never, never>, Attached<UserRow>>;
    DatabaseUserAttributes: Attached<UserRow>;
  }
}

const DAY = 86_400_000;
const IDLE = 30 * DAY;
const LONGEST = 90 * DAY;
/** Milliseconds in which parallel tabs that refresh with the same cookie get the same token. */
const SAME_TOKEN = 10_000;

export function createSessions(db: Db, tokens: AccessTokens, secrets: RefreshSecrets): Sessions {
  const lucia = new Lucia<Record<never, never>, Attached<UserRow>>(adapterFor(db), {
    getUserAttributes: attached => attached,
  });

  async function alive(sessionId: string): Promise<Alive | null> {
    const { session, user } = await lucia.validateSession(sessionId);
    if (!session || !isWelcome(user.row)) return null;
    return { account: user.row, sessionId: session.id };
  }

  return {
    alive,
    open(db, visitor, account, device) {
      if (!isWelcome(account)) throw inactive();
      const session = newSession(account.id, secrets, device.userAgent, visitor.now);
      openSession(db, visitor, session, account);
      keepTimeZone(db, account, device.timeZone);
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
      const isSame = now - session.rotatedAt <= SAME_TOKEN;
      return {
        accessToken: await tokens.sign(account, session.id, isSame ? session.rotatedAt : now),
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
      if (!found || found.session.expiresAt <= Date.now() || !isWelcome(found.user)) throw sessionRevoked();
      return found.user;
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
  { timeZone }: Device,
): Held | null {
  const account = findSession(db, claim.sessionId)?.user;
  const session = findSessionRow(db, claim.sessionId);
  if (!account || !session || session.expiresAt <= Date.now()) return null;
  visitor.trail.subject = account;
  if (!isWelcome(account)) throw inactive();
  keepTimeZone(db, account, timeZone);
  if (claim.generation === session.generation && secrets.hash(claim.secret) === session.secretHash) {
    const next = successorOf(session, secrets, visitor.now);
    rotateSession(db, session.id, next);
    return { session: { ...session, ...next }, account };
  }
  // Its successor was not used yet: the response that carried it may be lost, or a parallel tab was faster.
  if (claim.generation === session.generation - 1) return { session, account };
  endSession(db, visitor, session.id, account, 'refresh.replayed');
  return null;
}

function newSession(userId: string, secrets: RefreshSecrets, userAgent: string, now: number): SessionRow {
  const id = uuid();
  return {
    id,
    userId,
    secretHash: secrets.hashOf(id, 0),
    generation: 0,
    rotatedAt: now,
    expiresAt: now + IDLE,
    endsAt: now + LONGEST,
    userAgent: userAgent.slice(0, 300),
    createdAt: now,
  };
}

function successorOf(session: SessionRow, secrets: RefreshSecrets, now: number) {
  const generation = session.generation + 1;
  const expiresAt = Math.min(now + IDLE, session.endsAt);
  return { generation, secretHash: secrets.hashOf(session.id, generation), rotatedAt: now, expiresAt };
}

function isWelcome(account: UserRow): boolean {
  return account.active && account.deletedAt === null;
}

function inactive(): DomainError {
  return new DomainError('INACTIVE', 'Your account is not active');
}

/** Lucia looks at sessions and changes none: every write of one is made by a command, in a group of commits. */
function adapterFor(db: Db): Adapter {
  return {
    async getSessionAndUser(id) {
      const found = findSession(db, id);
      return found
        ? [luciaSession(found.session), { id: found.user.id, attributes: { row: found.user } }]
        : [null, null];
    },
    getUserSessions: async userId => sessionsOf(db, userId).map(luciaSession),
    // Sessions are opened inside the write that checks who signs in, which cannot wait for Lucia.
    async setSession() {},
    // Lucia would push the end forward at every look, for ever. Ours moves at a refresh, ninety days at most.
    updateSessionExpiration: async () => {},
    // Lucia would remove an expired session when it looks at one: a write in a read. The sweep removes it.
    async deleteSession() {},
    async deleteUserSessions() {},
    async deleteExpiredSessions() {},
  };
}

function luciaSession({ id, userId, expiresAt }: Pick<SessionRow, 'id' | 'userId' | 'expiresAt'>) {
  return { id, userId, expiresAt: new Date(expiresAt), attributes: {} };
}
