import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { user } from '../user.ts';

/** An account at a sign-in provider that signs in to an account here. The provider names it by issuer and subject. */
export const identity = sqliteTable(
  'identity',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** The email that the provider knew when it was linked, to tell several apart. */
    email: text().notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
  },
  table => [
    uniqueIndex('identity_subject').on(table.issuer, table.subject),
    index('identity_user').on(table.userId),
  ],
);
