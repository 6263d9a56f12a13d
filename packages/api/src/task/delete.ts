import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { deletedTaskReader, task, taskAssignee, taskReader } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { preparedWrite } from '@onus/db/statements/prepared';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { permit } from '../core/errors.ts';
import type { Scope, SystemScope } from '../core/scope.ts';
import { recordEdits } from '../edits/record.ts';
import { audienceOf } from './audience.ts';
import { findDeletedRow } from './deleted.ts';
import { keepReplaced } from './history/record.ts';
import { findTask, findTaskRow, seekTaskRow } from './list.ts';
import { owns } from './policy.ts';
import { endSeries, openOccurrence, sweepSeries } from './series/write.ts';
import { type Assignee, type Task, type TaskRow, viewOfTask } from './view.ts';

export interface Deleted {
  id: string;
  /** It was the open occurrence of a series, which makes no further one. */
  endedSeries: boolean;
}

export interface Restored extends Task {
  /** The people it was for whose accounts are deleted by now: it is theirs no more. */
  gone: Assignee[];
}

/** Deletes one occurrence. The open one is the series' last: deleting it ends the series. */
export function deleteTask(db: Db, scope: Scope, id: string): Deleted {
  return atomically(db, () => {
    const row = findTaskRow(db, scope, id);
    permit(owns(scope, row));
    scope.changed('task', audienceOf(db, scope, id));
    const endedSeries = isOpenOccurrence(row);
    if (endedSeries) endSeries(db, scope, row.seriesId, true);
    keepReaders(db).run({ id, now: scope.now });
    db.update(task).set({ deletedAt: scope.now, deletedBy: scope.userId }).where(eq(task.id, id)).run();
    recordEdits(db, scope, { kind: 'task', objectId: id }, { deleted: false });
    return { id, endedSeries };
  });
}

/**
 * Removes a task for good that the caller has just made, with its follow-up and its series: nothing of it can
 * be restored, and its id is free again.
 */
export function removeTask(db: Db, scope: Scope, id: string): void {
  atomically(db, () => {
    const row = findTaskRow(db, scope, id);
    permit(owns(scope, row));
    scope.changed('task', audienceOf(db, scope, id));
    eraseTask(db, scope, row);
  });
}

/** The same for a transaction that is open. */
export function eraseTask(
  db: Db,
  scope: Scope | SystemScope,
  { id, seriesId }: Pick<typeof task.$inferSelect, 'id' | 'seriesId'>,
): void {
  if (seriesId) {
    // By the index of its series.
    db.delete(task)
      .where(and(eq(task.seriesId, seriesId), eq(task.followsId, id)))
      .run();
  }
  db.delete(task).where(eq(task.id, id)).run();
  if (seriesId) sweepSeries(db, scope, seriesId);
}

/**
 * Gives a deleted task back to its people, as it was: its series, its people, whether it was done. A series that the
 * deletion ended goes on.
 *
 * @throws DomainError NOT_FOUND for what was not deleted in the last 30 days or what the caller could not see.
 */
export function restoreTask(db: Db, scope: Scope, id: string): Restored {
  return atomically(db, () => {
    const deleted = findDeletedRow(db, scope, id);
    permit(owns(scope, deleted));
    const place = placeOf(db, scope, deleted);
    db.update(task)
      .set({ deletedAt: null, deletedBy: null, ...place })
      .where(eq(task.id, id))
      .run();
    db.delete(deletedTaskReader).where(eq(deletedTaskReader.taskId, id)).run();
    const restored = { ...deleted, ...place };
    if (isOpenOccurrence(restored)) endSeries(db, scope, restored.seriesId, false);
    recordEdits(db, scope, { kind: 'task', objectId: id }, { deleted: true });
    const gone = dropDeletedPeople(db, scope, id);
    scope.changed('task', audienceOf(db, scope, id));
    return { ...findTask(db, scope, id), gone };
  });
}

/** To an undo of a deletion that another person has undone already. */
export function respondBack(db: Db, scope: Scope, id: string): Restored | null {
  const row = seekTaskRow(db, scope, id);
  return row && owns(scope, row) ? { ...viewOfTask(scope, row), gone: [] } : null;
}

interface InSeries {
  seriesId: string | null;
  scheduledDay: string | null;
  completed: boolean;
}

function isOpenOccurrence<Row extends InSeries>(row: Row): row is Row & { seriesId: string } {
  return row.seriesId !== null && row.scheduledDay !== null && !row.completed;
}

/** A series has one open occurrence: a second one comes back beside it and repeats no more. */
function placeOf(db: Db, scope: Scope, row: TaskRow): { scheduledDay?: null } {
  const isTaken = isOpenOccurrence(row) && openOccurrence(db, scope, row.seriesId);
  return isTaken ? { scheduledDay: null } : {};
}

/**
 * Without them the task waits on the list of its manager, and does not become its creator's own. It is a new
 * version: a copy that still names them asks for no change of the people.
 */
function dropDeletedPeople(db: Db, scope: Scope, id: string): Assignee[] {
  const people = db
    .select({ id: user.id, username: user.username, deletedAt: user.deletedAt })
    .from(taskAssignee)
    .innerJoin(user, eq(user.id, taskAssignee.userId))
    .where(eq(taskAssignee.taskId, id))
    .all();
  const gone = people.filter(one => one.deletedAt !== null);
  if (gone.length === 0) return [];
  const row = findTaskRow(db, scope, id);
  const ids = gone.map(one => one.id);
  keepReplaced(db, scope, row, { assignees: ids });
  const unclaimed = row.unclaimed || gone.length === people.length;
  const updatedAt = Math.max(scope.now, row.updatedAt + 1);
  db.update(task).set({ unclaimed, updatedAt }).where(eq(task.id, id)).run();
  db.delete(taskAssignee)
    .where(and(eq(taskAssignee.taskId, id), inArray(taskAssignee.userId, ids)))
    .run();
  return gone.map(one => ({ id: one.id, username: one.username }));
}

const keepReaders = preparedWrite(db =>
  db.insert(deletedTaskReader).select(
    db
      .select({
        taskId: taskReader.taskId,
        userId: taskReader.userId,
        deletedAt: sql<number>`${sql.placeholder('now')}`.as('deleted_at'),
      })
      .from(taskReader)
      .where(eq(taskReader.taskId, sql.placeholder('id'))),
  ),
);
