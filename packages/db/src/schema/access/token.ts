import type { TokenScope } from '@onus/contract/auth/token/token-scope';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { user } from '../user.ts';

/** A personal token: its owner's program calls with it. Only a hash of it is stored (rule 9.7). */
export const personalToken = sqliteTable(
  'personal_token',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    tokenHash: text('token_hash').notNull(),
    scopes: text({ mode: 'json' }).$type<TokenScope[]>().notNull(),
    /** Null for a token that does not expire. */
    expiresAt: integer('expires_at'),
    /** Some minutes near; null until the first call. */
    lastUsedAt: integer('last_used_at'),
    createdAt: integer('created_at').notNull(),
  },
  table => [
    uniqueIndex('personal_token_hash').on(table.tokenHash),
    index('personal_token_user').on(table.userId, table.createdAt),
  ],
);

/** The secret address at which calendars read a person's tasks. Only a hash of it is stored (rule 9.9). */
export const calendarFeed = sqliteTable(
  'calendar_feed',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  table => [
    uniqueIndex('calendar_feed_hash').on(table.tokenHash),
    index('calendar_feed_user').on(table.userId, table.createdAt),
  ],
);
