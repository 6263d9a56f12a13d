import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { user } from '../user.ts';

/**
 * The authenticator app of a person. Secrets are encrypted with the key file, so this table alone yields no code.
 * A new secret waits beside the one in use until a code confirms it.
 */
export const totp = sqliteTable('totp', {
  userId: text('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** The secret in use; null until the first one is confirmed. */
  secret: text(),
  confirmedAt: integer('confirmed_at'),
  /** The time step of the last accepted code. Codes of this step and of earlier ones are refused. */
  lastStep: integer('last_step').notNull().default(0),
  /** A secret that waits for its first code, with the session that asked for it. */
  pending: text(),
  pendingSession: text('pending_session'),
  pendingAt: integer('pending_at'),
});

/** Codes for a person without their app. Each works once, and its row is deleted then. */
export const recoveryCode = sqliteTable(
  'recovery_code',
  {
    hash: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
  },
  table => [index('recovery_code_user').on(table.userId)],
);

/** A passkey (WebAuthn credential). The public key opens nothing; the private one never leaves the person's device. */
export const passkey = sqliteTable(
  'passkey',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** As the authenticator names it, base64url. */
    credentialId: text('credential_id').notNull(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signatures that the authenticator says it has made; 0 if it does not count. A copy of it falls behind. */
    counter: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  table => [
    uniqueIndex('passkey_credential').on(table.credentialId),
    index('passkey_user').on(table.userId, table.createdAt),
  ],
);

/** Challenges that were answered, until they expire by themselves: each is answered once. */
export const usedChallenge = sqliteTable(
  'used_challenge',
  { challenge: text().primaryKey(), expiresAt: integer('expires_at').notNull() },
  table => [index('used_challenge_expiry').on(table.expiresAt)],
);
