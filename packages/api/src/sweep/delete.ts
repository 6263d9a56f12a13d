import type { Db } from '@onus/db/open';
import { credentialLink, emailTakeBack, session } from '@onus/db/schema/access/auth';
import { invitation } from '@onus/db/schema/access/invitation';
import { audit } from '@onus/db/schema/audit';
import { deletedItem } from '@onus/db/schema/grocery';
import { appliedOp, fieldEdit } from '@onus/db/schema/operation';
import { task, taskEdit } from '@onus/db/schema/task';
import { preparedWrite } from '@onus/db/statements/prepared';
import { and, eq, gte, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { SystemScope } from '../core/scope.ts';
import { sweepSeries } from '../task/series/write.ts';
import type { OperationKey } from './find.ts';

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

/** Removes those of the invitations that are used up or over now. */
export function removeInvitations(db: Db, { now }: SystemScope, ids: string[]): void {
  const isOver = or(gte(invitation.used, invitation.uses), lte(invitation.expiresAt, now));
  db.delete(invitation)
    .where(and(inArray(invitation.id, ids), isOver))
    .run();
}

/** Forgets what edits of tasks replaced. */
export function removeEdits(db: Db, _scope: SystemScope, rows: number[]): void {
  db.delete(taskEdit).where(inArray(sql`rowid`, rows)).run();
}

/** Forgets what edits of single fields replaced. */
export function removeFieldEdits(db: Db, _scope: SystemScope, ids: number[]): void {
  db.delete(fieldEdit).where(inArray(fieldEdit.id, ids)).run();
}

/** Removes for good those of the tasks that are deleted now, with the series that have no other task. */
export function removeDeletedTasks(db: Db, scope: SystemScope, ids: string[]): void {
  const removed = db
    .delete(task)
    .where(and(inArray(task.id, ids), isNotNull(task.deletedAt)))
    .returning({ seriesId: task.seriesId })
    .all();
  for (const { seriesId } of removed) if (seriesId) sweepSeries(db, scope, seriesId);
}

/** Removes removed items for good. */
export function removeDeletedItems(db: Db, _scope: SystemScope, ids: string[]): void {
  db.delete(deletedItem).where(inArray(deletedItem.id, ids)).run();
}

/** Forgets operations: sent again, they are refused as too old. */
export function removeOperations(db: Db, _scope: SystemScope, keys: OperationKey[]): void {
  for (const key of keys) operationDelete(db).run({ ...key });
}

/** Forgets what operations were answered, and keeps that they were. */
export function removeAnswers(db: Db, _scope: SystemScope, keys: OperationKey[]): void {
  for (const key of keys) answerDelete(db).run({ ...key });
}

/** Removes lines of the audit log. A trigger refuses those that must stay. */
export function removeLines(db: Db, _scope: SystemScope, ids: number[]): void {
  db.delete(audit).where(inArray(audit.id, ids)).run();
}

const isOperation = and(
  eq(appliedOp.op, sql.placeholder('op')),
  eq(appliedOp.userId, sql.placeholder('userId')),
);

const operationDelete = preparedWrite(db => db.delete(appliedOp).where(isOperation));

const answerDelete = preparedWrite(db => db.update(appliedOp).set({ answer: null }).where(isOperation));
