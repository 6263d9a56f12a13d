import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { user } from '../user.ts';

/**
 * A link with which people join a household. The inviter becomes their manager. A revoked one has no row, so that its
 * token is like one that never existed (rule 9.2).
 */
export const invitation = sqliteTable(
  'invitation',
  {
    id: text().primaryKey(),
    inviterId: text('inviter_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    role: text({ enum: ['Employee', 'Manager'] }).notNull(),
    tokenHash: text('token_hash').notNull(),
    /** How many people can join, and how many have. */
    uses: integer().notNull(),
    used: integer().notNull().default(0),
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  table => [
    uniqueIndex('invitation_token').on(table.tokenHash),
    index('invitation_inviter').on(table.inviterId, table.createdAt),
    index('invitation_expiry').on(table.expiresAt),
    check('invitation_role', sql`role in ('Employee', 'Manager')`),
    check('invitation_uses', sql`used between 0 and uses`),
  ],
);
