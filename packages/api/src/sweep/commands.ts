import type { Db } from '@onus/db/open';
import { audit } from '@onus/db/schema/audit';
import { credentialLink, emailTakeBack, session } from '@onus/db/schema/auth';
import { taskEdit } from '@onus/db/schema/task';
import { and, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { SystemScope } from '../scope.ts';

/** Removes those of the sessions that are over now. */
export function removeSessions(db: Db, { now }: SystemScope, ids: string[]): void {
  db.delete(session)
    .where(and(inArray(session.id, ids), lte(session.expiresAt, now)))
    .run();
}

/** Removes those of the links that are used or over now. */
export function removeLinks(db: Db, { now }: SystemScope, ids: string[]): void {
  const isOver = or(isNotNull(credentialLink.usedAt), lte(credentialLink.expiresAt, now));
  db.delete(credentialLink)
    .where(and(inArray(credentialLink.id, ids), isOver))
    .run();
}

/** Removes those of the links to take an email back that have expired now. */
export function removeTakeBacks(db: Db, { now }: SystemScope, ids: number[]): void {
  db.delete(emailTakeBack)
    .where(and(inArray(emailTakeBack.id, ids), lte(emailTakeBack.expiresAt, now)))
    .run();
}

/** Forgets what edits of tasks replaced. */
export function removeEdits(db: Db, _scope: SystemScope, rows: number[]): void {
  db.delete(taskEdit).where(inArray(sql`rowid`, rows)).run();
}

/** Removes lines of the audit log. A trigger refuses those that must stay. */
export function removeLines(db: Db, _scope: SystemScope, ids: number[]): void {
  db.delete(audit).where(inArray(audit.id, ids)).run();
}
