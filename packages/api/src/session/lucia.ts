import type { Db } from '@onus/db/open';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { v7 as uuid } from 'uuid';
import type { AccessTokens } from '../access-token.ts';
import { DomainError } from '../errors.ts';
import type { Events } from '../events.ts';
import type { RefreshSecrets } from '../refresh-secret.ts';
import type { Visitor } from '../scope.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  endSession,
  openSession,
  rotateSession,
} from './commands.ts';
import { findSession, findSessionRow, type SessionRow, sessionsOf, type UserRow } from './queries.ts';

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

/** Our own words for sessions (decisions 2.5–2.8). Lucia is spoken in this file only. */
export interface Sessions {
  /** @throws DomainError INACTIVE */
  issue(account: UserRow, userAgent: string, visitor: Visitor): Promise<Issued>;
  /** Rotates. @throws DomainError UNAUTHORIZED, TOKEN_INVALID, SESSION_REVOKED, INACTIVE */
  refresh(cookie: string | null, visitor: Visitor): Promise<Issued>;
  /** @throws DomainError TOKEN_EXPIRED, TOKEN_INVALID, SESSION_REVOKED */
  check(accessToken: string, now: number): Promise<Alive>;
  /** The session as it is now, or null once it was ended or its user deactivated. */
  alive(sessionId: string): Promise<Alive | null>;
  /**
   * Ends the session of a cookie or a token, expired or not: logging out never fails. Answers whose it was,
   * or null when it was over already.
   */
  logout(cookie: string | null, accessToken: string | null, visitor: Visitor): Promise<string | null>;
}

/** A row as it hangs on Lucia's objects, under a name of its own. */
interface Held<Row> {
  row: Row;
}

/** What a session that begins brings along: it is told of in the audit log. */
interface Opening {
  row: SessionRow;
  visitor: Visitor;
  account: UserRow;
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<Record<never, never>, Held<UserRow>>;
    DatabaseSessionAttributes: { opening?: Opening };
    DatabaseUserAttributes: Held<UserRow>;
  }
}

const DAY = 86_400_000;
const IDLE = 7 * DAY;
const LONGEST = 30 * DAY;
/** Parallel tabs that refresh with the same cookie within this time get the same answer. */
const GRACE = 10_000;

export function createSessions(
  db: Db,
  events: Pick<Events, 'tick'>,
  tokens: AccessTokens,
  secrets: RefreshSecrets,
): Sessions {
  const lucia = new Lucia<Record<never, never>, Held<UserRow>>(adapterFor(db), {
    sessionExpiresIn: new TimeSpan(IDLE, 'ms'),
    getUserAttributes: held => held,
  });

  async function answer(session: SessionRow, account: UserRow): Promise<Issued> {
    return {
      accessToken: await tokens.sign(account, session.id, session.rotatedAt),
      refreshCookie: secrets.cookieFor(session.id, session.generation),
      expiresAt: session.expiresAt,
      account,
    };
  }

  async function alive(sessionId: string): Promise<Alive | null> {
    const { session, user } = await lucia.validateSession(sessionId);
    if (!session || !isWelcome(user.row)) return null;
    return { account: user.row, sessionId: session.id };
  }

  async function refresh(cookie: string | null, visitor: Visitor): Promise<Issued> {
    if (!cookie) throw new DomainError('UNAUTHORIZED', 'Please log in');
    const claim = secrets.read(cookie);
    if (!claim) throw new DomainError('TOKEN_INVALID', 'Your login has expired');
    const { user } = await lucia.validateSession(claim.sessionId);
    const row = user && findSessionRow(db, claim.sessionId);
    if (!row) throw revoked();
    visitor.trail.subject = user.row;
    if (!isWelcome(user.row)) throw inactive();
    const { now } = visitor;
    if (claim.generation === row.generation && secrets.hash(claim.secret) === row.secretHash) {
      const next = rotated(row, secrets, now);
      // A parallel tab was a moment faster: look again and get the answer that tab got.
      return rotateSession(db, row, next) ? answer({ ...row, ...next }, user.row) : refresh(cookie, visitor);
    }
    if (claim.generation === row.generation - 1 && now - row.rotatedAt <= GRACE) return answer(row, user.row);
    endSession(db, visitor, row.id, user.row, 'refresh.replayed');
    // The call fails, so the ladder ticks nobody; the sockets of a stolen session are cut all the same.
    events.tick('session', [row.userId]);
    throw revoked();
  }

  return {
    alive,
    refresh,
    async issue(account, userAgent, visitor) {
      if (!isWelcome(account)) throw inactive();
      const row = newSession(account.id, secrets, userAgent, visitor.now);
      await lucia.createSession(account.id, { opening: { row, visitor, account } }, { sessionId: row.id });
      return answer(row, account);
    },
    async check(accessToken, now) {
      const found = await alive(await tokens.sessionOf(accessToken, now));
      if (!found) throw revoked();
      return found;
    },
    async logout(cookie, accessToken, visitor) {
      const sessionId =
        (cookie && secrets.read(cookie)?.sessionId) ?? (await tokens.anySessionOf(accessToken));
      const { session, user } = await lucia.validateSession(sessionId ?? '');
      if (!session) return null;
      endSession(db, visitor, session.id, user.row, 'logout');
      return user.id;
    },
  };
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

function rotated(session: SessionRow, secrets: RefreshSecrets, now: number) {
  const generation = session.generation + 1;
  const expiresAt = Math.min(now + IDLE, session.endsAt);
  return { generation, secretHash: secrets.hashOf(session.id, generation), rotatedAt: now, expiresAt };
}

function isWelcome(account: UserRow): boolean {
  return account.active && account.deletedAt === null;
}

function revoked(): DomainError {
  return new DomainError('SESSION_REVOKED', 'Your login has expired');
}

function inactive(): DomainError {
  return new DomainError('INACTIVE', 'Your account is not active');
}

/** Lucia's seven methods over our synchronous statements. */
function adapterFor(db: Db): Adapter {
  return {
    async getSessionAndUser(id) {
      const found = findSession(db, id);
      return found
        ? [luciaSession(found.session), { id: found.user.id, attributes: { row: found.user } }]
        : [null, null];
    },
    getUserSessions: async userId => sessionsOf(db, userId).map(luciaSession),
    async setSession({ attributes: { opening } }) {
      if (opening) openSession(db, opening.visitor, opening.row, opening.account);
    },
    // Lucia would push the end forward at every look, for ever. Ours moves at a refresh, thirty days at most.
    updateSessionExpiration: async () => {},
    deleteSession: async id => deleteSession(db, id),
    deleteUserSessions: async userId => deleteSessionsOf(db, userId),
    deleteExpiredSessions: async () => deleteExpiredSessions(db, Date.now()),
  };
}

function luciaSession({ id, userId, expiresAt }: Pick<SessionRow, 'id' | 'userId' | 'expiresAt'>) {
  return { id, userId, expiresAt: new Date(expiresAt), attributes: {} };
}
