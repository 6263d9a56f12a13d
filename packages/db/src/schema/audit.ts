import type { AuditDetail, AuditEvent } from '@onus/contract/audit-entry';
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * What happened: written once, read by Admins and at the command line, never a secret in it. Triggers refuse
 * every change and every deletion of what is not old. No user is referenced: names and ids are those of then.
 */
export const audit = sqliteTable(
  'audit',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    event: text().$type<AuditEvent>().notNull(),
    refused: integer({ mode: 'boolean' }).notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    subjectId: text('subject_id'),
    subjectName: text('subject_name'),
    address: text().notNull(),
    procedure: text().notNull(),
    detail: text({ mode: 'json' }).$type<AuditDetail>().notNull(),
  },
  table => [
    // Finds the oldest that may go of each kind.
    index('audit_refused').on(table.refused, table.id),
    check('audit_refused_flag', sql`refused in (0, 1)`),
  ],
);
