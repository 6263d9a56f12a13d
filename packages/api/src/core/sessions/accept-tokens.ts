import type { Requirement } from '@onus/contract/auth/second-factor';
import { TOKEN_PREFIX } from '@onus/contract/auth/token/token';
import type { GroupCommit } from '@onus/db/commits/group-commit';
import type { Db } from '@onus/db/open';
import { DomainError } from '../errors.ts';
import { isActive, mustHaveSecondFactor } from '../policy.ts';
import { tokenHash } from '../secrets/token-hash.ts';
import { ownsFactor } from './find.ts';
import type { Alive, Sessions } from './lucia.ts';
import { FEED_PREFIX, findFeed, findToken, keepTokenUse, type TokenRow } from './tokens.ts';

interface Services {
  db: Db;
  commits: GroupCommit;
  /** Epoch milliseconds. */
  clock: () => number;
  requirement: Requirement;
}

/** Milliseconds for which the last use of a token is known well enough: it is written at most that often. */
const USE_KNOWN_FOR = 600_000;

const SECRET = /^[\w-]{43}$/;

/**
 * The same sessions, which also accept a personal token where an access token goes (rule 9.7), and the token of a
 * calendar feed (rule 9.9). Such a token stands for itself: the id of its session is the prefix and its hash.
 */
export function acceptTokens(sessions: Sessions, services: Services): Sessions {
  const { db, commits, clock } = services;
  /** Those whose use is being written, so that calls at the same moment write it once. */
  const noting = new Set<string>();

  /** A use that cannot be written now is no reason to refuse the call. */
  async function noteUse({ id, lastUsedAt }: Pick<TokenRow, 'id' | 'lastUsedAt'>): Promise<void> {
    const now = clock();
    const before = now - USE_KNOWN_FOR;
    if ((lastUsedAt ?? Number.NEGATIVE_INFINITY) >= before || noting.has(id)) return;
    noting.add(id);
    await commits.attempt(() => keepTokenUse(db, id, now, before));
    noting.delete(id);
  }

  return {
    ...sessions,
    async check(credential, now) {
      const prefix = prefixOf(credential);
      if (!prefix) return sessions.check(credential, now);
      const secret = credential.slice(prefix.length);
      if (!SECRET.test(secret)) throw invalid();
      // The hash is of the whole personal token, and of what the address of a feed holds.
      const sessionId = prefix + tokenHash(prefix === TOKEN_PREFIX ? credential : secret);
      const { token, alive } = standing(services, db, sessionId, now);
      if (token) await noteUse(token);
      return alive;
    },
    current: (on, id) =>
      prefixOf(id) ? standing(services, on, id, clock()).alive : sessions.current(on, id),
    async alive(id) {
      if (!prefixOf(id)) return sessions.alive(id);
      try {
        return standing(services, db, id, clock()).alive;
      } catch (error) {
        if (error instanceof DomainError) return null;
        throw error;
      }
    },
  };
}

/** What a token begins with; undefined for an access token, and for the id of a session. */
function prefixOf(credential: string): string | undefined {
  return [TOKEN_PREFIX, FEED_PREFIX].find(prefix => credential.startsWith(prefix));
}

interface Standing {
  /** Null for a calendar feed, whose use is not kept. */
  token: TokenRow | null;
  alive: Alive;
}

/** What a token is, before what its owner owes. */
type Found = Omit<Standing, 'alive'> & { alive: Omit<Alive, 'mustEnroll'> };

/** @throws DomainError TOKEN_INVALID for one that is unknown, was revoked or has no active owner, TOKEN_EXPIRED after its end. */
function standing({ requirement }: Services, db: Db, sessionId: string, now: number): Standing {
  const isFeed = sessionId.startsWith(FEED_PREFIX);
  const found = isFeed ? feedStanding(db, sessionId) : tokenStanding(db, sessionId, now);
  const { account } = found.alive;
  // A token shows no second factor itself. Its owner must have one, where a second factor is required.
  const mustEnroll = mustHaveSecondFactor(requirement, account.roles) && !ownsFactor(db, account.id);
  return { ...found, alive: { ...found.alive, mustEnroll } };
}

function feedStanding(db: Db, sessionId: string): Found {
  const account = findFeed(db, sessionId.slice(FEED_PREFIX.length))?.user;
  if (!account || !isActive(account)) throw invalid();
  return { token: null, alive: { account, sessionId, scopes: ['feed'], expiresAt: null } };
}

function tokenStanding(db: Db, sessionId: string, now: number): Found {
  const found = findToken(db, sessionId.slice(TOKEN_PREFIX.length));
  if (!found || !isActive(found.user)) throw invalid();
  const { token, user: account } = found;
  const { scopes, expiresAt } = token;
  if (expiresAt !== null && expiresAt <= now) {
    throw new DomainError('TOKEN_EXPIRED', 'This personal token has expired');
  }
  return { token, alive: { account, sessionId, scopes, expiresAt } };
}

function invalid(): DomainError {
  return new DomainError('TOKEN_INVALID', 'This personal token is not valid');
}
