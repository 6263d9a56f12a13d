import type { Db } from '@onus/db/open';
import { task, taskAssignee } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { and, eq, gte, inArray, isNotNull, lt } from 'drizzle-orm';
import { notFound, permit } from '../errors.ts';
import { keepReplaced } from '../history/commands.ts';
import type { Scope, SystemScope } from '../scope.ts';
import { endSeries, openOccurrence, sweepSeries } from '../series/commands.ts';
import { owns } from '../task/policy.ts';
import { audienceOf, findTask, findTaskRow } from '../task/queries.ts';
import type { Assignee, Task } from '../task-view.ts';

/** How long a deleted task can be restored, in milliseconds: far longer than the toast that offers it. */
const KEPT_FOR = 600_000;

/** How many of them one deletion removes for good: more than it adds, and few enough that no one waits. */
const SWEPT_AT_ONCE = 20;

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
  return db.transaction(
    () => {
      const row = findTaskRow(db, scope, id);
      permit(owns(scope, row));
      scope.changed('task', audienceOf(db, scope, id));
      const endedSeries = isOpenOccurrence(row);
      if (endedSeries) endSeries(db, scope, row.seriesId, true);
      db.update(task).set({ deletedAt: scope.now, deletedBy: scope.userId }).where(eq(task.id, id)).run();
      sweep(db, scope);
      return { id, endedSeries };
    },
    { behavior: 'immediate' },
  );
}

/**
 * Removes a task for good that the caller has just made, with its follow-up and its series: nothing of it can
 * be restored, and its id is free again.
 */
export function removeTask(db: Db, scope: Scope, id: string): void {
  db.transaction(
    () => {
      const row = findTaskRow(db, scope, id);
      permit(owns(scope, row));
      scope.changed('task', audienceOf(db, scope, id));
      eraseTask(db, scope, row);
    },
    { behavior: 'immediate' },
  );
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
 * Gives a task back to the person who deleted it, as it was: its series, its people, whether it was done. A
 * series that the deletion ended goes on.
 *
 * @throws DomainError NOT_FOUND for what the caller did not just delete.
 */
export function restoreTask(db: Db, scope: Scope, id: string): Restored {
  return db.transaction(
    () => {
      const [deleted] = db
        .update(task)
        .set({ deletedAt: null, deletedBy: null, ...placeOf(db, scope, id) })
        .where(
          and(eq(task.id, id), eq(task.deletedBy, scope.userId), gte(task.deletedAt, scope.now - KEPT_FOR)),
        )
        .returning()
        .all();
      if (!deleted) throw notFound('Task');
      if (isOpenOccurrence(deleted)) endSeries(db, scope, deleted.seriesId, false);
      const gone = dropDeletedPeople(db, scope, id);
      scope.changed('task', audienceOf(db, scope, id));
      return { ...findTask(db, scope, id), gone };
    },
    { behavior: 'immediate' },
  );
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
function placeOf(db: Db, scope: Scope, id: string): { scheduledDay?: null } {
  const row = db.select().from(task).where(eq(task.id, id)).get();
  const isTaken = row && isOpenOccurrence(row) && openOccurrence(db, scope, row.seriesId);
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

/** Removes for good what was deleted long ago. */
function sweep(db: Db, scope: Scope): void {
  const old = db
    .select({ id: task.id })
    .from(task)
    .where(and(isNotNull(task.deletedAt), lt(task.deletedAt, scope.now - KEPT_FOR)))
    .limit(SWEPT_AT_ONCE);
  const swept = db.delete(task).where(inArray(task.id, old)).returning({ seriesId: task.seriesId }).all();
  for (const { seriesId } of swept) if (seriesId) sweepSeries(db, scope, seriesId);
}
