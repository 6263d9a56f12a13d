import { randomBytes } from 'node:crypto';
import { type CreateToken, MOST_TOKENS, TOKEN_PREFIX } from '@onus/contract/auth/token/token';
import type { TokenScope } from '@onus/contract/auth/token/token-scope';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { personalToken } from '@onus/db/schema/access/token';
import { and, count, desc, eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { record } from '../core/audit/record.ts';
import { DomainError, notFound } from '../core/errors.ts';
import { isoTime } from '../core/rows/iso-time.ts';
import type { Scope } from '../core/scope.ts';
import { tokenHash } from '../core/secrets/token-hash.ts';

/** A personal token as its owner sees it. Timestamps are ISO texts. */
export interface TokenView {
  id: string;
  name: string;
  scopes: TokenScope[];
  createdAt: string;
  /** Null for a token that does not expire. */
  expiresAt: string | null;
  /** About ten minutes near; null for a token that was not used yet. */
  lastUsedAt: string | null;
}

export interface CreatedToken extends TokenView {
  /** Shown once: the database has only a hash of it. */
  token: string;
}

/** @throws DomainError BAD_REQUEST for an end that is over, CONFLICT for one token too many. */
export function createToken(
  db: Db,
  scope: Scope,
  { name, scopes, expiresAt: end }: CreateToken,
): CreatedToken {
  const expiresAt = end ? Date.parse(end) : null;
  if (expiresAt !== null && expiresAt <= scope.now) {
    throw new DomainError('BAD_REQUEST', 'Expiry must be in the future');
  }
  return atomically(db, () => {
    if (countTokens(db, scope) >= MOST_TOKENS) {
      throw new DomainError('CONFLICT', `At most ${MOST_TOKENS} personal tokens. Revoke one first.`);
    }
    const token = TOKEN_PREFIX + randomBytes(32).toString('base64url');
    const row = db
      .insert(personalToken)
      .values({
        id: uuid(),
        userId: scope.userId,
        name,
        scopes,
        tokenHash: tokenHash(token),
        expiresAt,
        createdAt: scope.now,
      })
      .returning()
      .get();
    record(db, scope, 'token.created', { detail: { name } });
    scope.changed('session', [scope.userId]);
    return { ...viewOf(row), token };
  });
}

/** The caller's own, the newest first. One that has expired stays until it is revoked. */
export function listTokens(db: Db, scope: Scope): TokenView[] {
  return db
    .select()
    .from(personalToken)
    .where(eq(personalToken.userId, scope.userId))
    .orderBy(desc(personalToken.createdAt), desc(personalToken.id))
    .limit(MOST_TOKENS)
    .all()
    .map(viewOf);
}

/** Ends one of the caller's own. @throws DomainError NOT_FOUND, also for another's. */
export function revokeToken(db: Db, scope: Scope, id: string): { id: string } {
  return atomically(db, () => {
    const gone = db
      .delete(personalToken)
      .where(and(eq(personalToken.id, id), eq(personalToken.userId, scope.userId)))
      .returning()
      .get();
    if (!gone) throw notFound('Token');
    record(db, scope, 'token.revoked', { detail: { name: gone.name } });
    scope.changed('session', [scope.userId]);
    return { id };
  });
}

function countTokens(db: Db, scope: Scope): number {
  const mine = eq(personalToken.userId, scope.userId);
  return db.select({ all: count() }).from(personalToken).where(mine).get()?.all ?? 0;
}

function viewOf(row: typeof personalToken.$inferSelect): TokenView {
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt } = row;
  return {
    id,
    name,
    scopes,
    createdAt: isoTime(createdAt),
    expiresAt: isoOrNull(expiresAt),
    lastUsedAt: isoOrNull(lastUsedAt),
  };
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
