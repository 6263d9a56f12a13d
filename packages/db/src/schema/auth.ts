import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { user } from './user.ts';

/** A signed-in browser. The id is public; the secret lives in its cookie, only a hash of it here (decision 2.6). */
export const session = sqliteTable(
  'session',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    secretHash: text('secret_hash').notNull(),
    /** Counts the rotations: a cookie of an older generation is a replay. */
    generation: integer().notNull().default(0),
    rotatedAt: integer('rotated_at').notNull(),
    /** Idle limit, moved by each refresh and never past `endsAt`. */
    expiresAt: integer('expires_at').notNull(),
    /** Thirty days after sign-in, whatever happens. */
    endsAt: integer('ends_at').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  table => [
    index('session_user').on(table.userId, table.createdAt),
    index('session_expiry').on(table.expiresAt),
  ],
);

/** An activation or reset link: single use, stored hashed (decision 2.11). */
export const credentialLink = sqliteTable(
  'credential_link',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['activation', 'reset'] }).notNull(),
    tokenHash: text('token_hash').notNull(),
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  table => [
    uniqueIndex('credential_link_token').on(table.tokenHash),
    index('credential_link_user').on(table.userId, table.createdAt),
    check('credential_link_kind', sql`kind in ('activation', 'reset')`),
  ],
);
