import type { Db } from '@onus/db/open';
import { calendarFeed, personalToken } from '@onus/db/schema/access/token';
import { user } from '@onus/db/schema/user';
import { prepared } from '@onus/db/statements/prepared';
import { remembered } from '@onus/db/statements/remembered';
import { and, eq, getTableColumns, isNull, lt, or, sql } from 'drizzle-orm';
import { USER_COLUMNS, type UserRow } from './find.ts';

export type TokenRow = typeof personalToken.$inferSelect;

/** Stands before the token in the address of a calendar feed, where that is a credential. */
export const FEED_PREFIX = 'onus_feed_';

interface FeedWithUser {
  name: string;
  user: UserRow;
}

interface TokenWithUser {
  token: TokenRow;
  user: UserRow;
}

/** A personal token with its owner as the database has them now. Runs on every call of a program. */
export function findToken(db: Db, tokenHash: string): Readonly<TokenWithUser> | undefined {
  return byHash(db, tokenHash);
}

/** The owner of a calendar feed as the database has them now. */
export function findFeed(db: Db, tokenHash: string): Readonly<FeedWithUser> | undefined {
  return feedByHash(db, tokenHash);
}

/** The name of the feed that a session id stands for; null for that of a session or a personal token. */
export function feedName(db: Db, sessionId: string): string | null {
  if (!sessionId.startsWith(FEED_PREFIX)) return null;
  return findFeed(db, sessionId.slice(FEED_PREFIX.length))?.name ?? null;
}

/** Keeps when a token was used, unless that is known to be later than `before` already. @param now epoch milliseconds. */
export function keepTokenUse(db: Db, id: string, now: number, before: number): void {
  const isOld = or(isNull(personalToken.lastUsedAt), lt(personalToken.lastUsedAt, before));
  db.update(personalToken)
    .set({ lastUsedAt: now })
    .where(and(eq(personalToken.id, id), isOld))
    .run();
}

const byHash = remembered(['personal_token', 'user'], (db, hash) => tokenWithUser(db).get({ hash }));

const tokenWithUser = prepared({ token: getTableColumns(personalToken), user: USER_COLUMNS }, (db, columns) =>
  db
    .select(columns)
    .from(personalToken)
    .innerJoin(user, eq(user.id, personalToken.userId))
    .where(eq(personalToken.tokenHash, sql.placeholder('hash'))),
);

const feedByHash = remembered(['calendar_feed', 'user'], (db, hash) => feedWithUser(db).get({ hash }));

const feedWithUser = prepared({ name: calendarFeed.name, user: USER_COLUMNS }, (db, columns) =>
  db
    .select(columns)
    .from(calendarFeed)
    .innerJoin(user, eq(user.id, calendarFeed.userId))
    .where(eq(calendarFeed.tokenHash, sql.placeholder('hash'))),
);
