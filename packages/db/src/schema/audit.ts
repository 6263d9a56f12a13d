import type { AuditDetail, AuditEvent } from '@onus/contract/audit/entry';
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The audit log for Admins and the command line, without secrets. Triggers refuse changes and the deletion of recent
 * entries. It references no user: names and ids are those of that time.
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
    // Finds the oldest entries of each kind for deletion.
    index('audit_refused').on(table.refused, table.id),
    check('audit_refused_flag', sql`refused in (0, 1)`),
  ],
);
