import { randomBytes } from 'node:crypto';
import { MOST_FEEDS } from '@onus/contract/auth/token/feed';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { calendarFeed } from '@onus/db/schema/access/token';
import { and, count, desc, eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { record } from '../core/audit/record.ts';
import { DomainError, notFound } from '../core/errors.ts';
import { isoTime } from '../core/rows/iso-time.ts';
import type { Scope } from '../core/scope.ts';
import { tokenHash } from '../core/secrets/token-hash.ts';

/** A calendar feed as its owner sees it. */
export interface FeedView {
  id: string;
  name: string;
  /** ISO timestamp. */
  createdAt: string;
}

export interface CreatedFeed extends FeedView {
  /** The token in the address of the feed. Shown once: the database has only a hash of it. */
  token: string;
}

/** @throws DomainError CONFLICT for one feed too many. */
export function createFeed(db: Db, scope: Scope, { name }: { name: string }): CreatedFeed {
  return atomically(db, () => {
    if (countFeeds(db, scope) >= MOST_FEEDS) {
      throw new DomainError('CONFLICT', `At most ${MOST_FEEDS} calendar feeds. Revoke one first.`);
    }
    const token = randomBytes(32).toString('base64url');
    const row = {
      id: uuid(),
      userId: scope.userId,
      name,
      tokenHash: tokenHash(token),
      createdAt: scope.now,
    };
    db.insert(calendarFeed).values(row).run();
    record(db, scope, 'feed.created', { detail: { name } });
    scope.changed('session', [scope.userId]);
    return { ...viewOf(row), token };
  });
}

/** The caller's own, the newest first. */
export function listFeeds(db: Db, scope: Scope): FeedView[] {
  return db
    .select()
    .from(calendarFeed)
    .where(eq(calendarFeed.userId, scope.userId))
    .orderBy(desc(calendarFeed.createdAt), desc(calendarFeed.id))
    .limit(MOST_FEEDS)
    .all()
    .map(viewOf);
}

/** Ends one of the caller's own. @throws DomainError NOT_FOUND, also for another's. */
export function revokeFeed(db: Db, scope: Scope, id: string): { id: string } {
  return atomically(db, () => {
    const gone = db
      .delete(calendarFeed)
      .where(and(eq(calendarFeed.id, id), eq(calendarFeed.userId, scope.userId)))
      .returning()
      .get();
    if (!gone) throw notFound('Feed');
    record(db, scope, 'feed.revoked', { detail: { name: gone.name } });
    scope.changed('session', [scope.userId]);
    return { id };
  });
}

function countFeeds(db: Db, scope: Scope): number {
  const mine = eq(calendarFeed.userId, scope.userId);
  return db.select({ all: count() }).from(calendarFeed).where(mine).get()?.all ?? 0;
}

function viewOf({ id, name, createdAt }: FeedRow): FeedView {
  return { id, name, createdAt: isoTime(createdAt) };
}

type FeedRow = typeof calendarFeed.$inferSelect;
