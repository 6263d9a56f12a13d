import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { user } from '../user.ts';

/** A signed-in browser. The id is public; the secret lives in its cookie, only a hash of it here (rule 2.6). */
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
    /** 90 days after sign-in, in any case. */
    endsAt: integer('ends_at').notNull(),
    userAgent: text('user_agent').notNull().default(''),
    /** Where it was last used from, shortened (core/sessions/network-name.ts); empty for one from before that was kept. */
    network: text().notNull().default(''),
    createdAt: integer('created_at').notNull(),
    /** When this session showed a second factor; null for a password alone. */
    secondFactorAt: integer('second_factor_at'),
  },
  table => [
    index('session_user').on(table.userId, table.createdAt),
    index('session_expiry').on(table.expiresAt),
  ],
);

/** An activation or reset link: single use, stored hashed (rule 2.11). */
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

/**
 * The previous address of an account and the hash of the link sent there, which reverts the change. Until it expires the
 * address stays reserved for that account.
 */
export const emailTakeBack = sqliteTable(
  'email_take_back',
  {
    /** The order of the changes. Using a link ends the later ones. */
    id: integer().primaryKey({ autoIncrement: true }),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    tokenHash: text('token_hash').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  table => [
    uniqueIndex('email_take_back_token').on(table.tokenHash),
    index('email_take_back_user').on(table.userId, table.id),
    index('email_take_back_email').on(table.email),
    index('email_take_back_expiry').on(table.expiresAt),
  ],
);
