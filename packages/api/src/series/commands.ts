import type { Day } from '@onus/contract/calendar';
import { nextDay } from '@onus/contract/recurrence';
import type { Db } from '@onus/db/open';
import { task, taskAssignee } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { and, asc, desc, eq, gt, isNull } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { DomainError, permit } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { mayChange } from '../task/policy.ts';
import { audienceOf, findTask, findTaskRow } from '../task/queries.ts';
import { type Occurrence, ruleOf, type Task } from '../task-view.ts';

/** Moves the open occurrence to the date its follow-up would have, without completing it (decision 4.6). */
export function skipTask(db: Db, scope: Scope, id: string): Task {
  return db.transaction(
    () => {
      const row = findTaskRow(db, scope, id);
      permit(mayChange(scope, row, ['dueDate']));
      if (row.recurrenceType === 'none') throw new DomainError('BAD_REQUEST', 'This task does not repeat');
      if (row.completed) throw new DomainError('BAD_REQUEST', 'This task is complete');
      const day = nextDay(ruleOf(row), row.latestDay, scope.today);
      if (!day) throw new DomainError('BAD_REQUEST', 'This series has no later date');
      db.update(task)
        .set({ dueDate: onDay(row, day), updatedAt: Math.max(scope.now, row.updatedAt + 1) })
        .where(eq(task.id, id))
        .run();
      scope.changed('task', audienceOf(db, scope, id));
      return findTask(db, scope, id);
    },
    { behavior: 'immediate' },
  );
}

/**
 * One open occurrence a series: completing one makes the next, unless there is an open one already. It goes
 * on from the series' latest, which is another than the completed one when an earlier was opened again.
 */
export function createFollowUp(db: Db, scope: Scope, id: string): void {
  const done = findTaskRow(db, scope, id);
  if (!done.seriesId || hasOpen(db, done.seriesId)) return;
  const latest = latestOf(db, done);
  const day = nextDay(ruleOf(latest), latest.dueDay, scope.today);
  if (!day) return;
  const { dueDay: _generated, ...fields } = latest;
  const next = { ...fields, id: uuid(), completed: false, dueDate: onDay(latest, day) };
  db.insert(task)
    .values({ ...next, createdAt: scope.now, updatedAt: scope.now })
    .run();
  copyAssignees(db, latest.id, next.id);
  scope.changed('task', audienceOf(db, scope, next.id));
}

/** Takes back what completing made, unless somebody has changed it since. */
export function removeFollowUp(db: Db, scope: Scope, row: Occurrence): void {
  if (!row.seriesId) return;
  const next = db
    .select()
    .from(task)
    .where(and(eq(task.seriesId, row.seriesId), gt(task.dueDay, row.dueDay)))
    .orderBy(asc(task.dueDay))
    .limit(1)
    .get();
  if (!next || next.completed || next.updatedAt !== next.createdAt) return;
  scope.changed('task', audienceOf(db, scope, next.id));
  db.delete(task).where(eq(task.id, next.id)).run();
}

function hasOpen(db: Db, seriesId: string): boolean {
  const open = db
    .select({ id: task.id })
    .from(task)
    .where(and(eq(task.seriesId, seriesId), eq(task.completed, false)))
    .limit(1)
    .get();
  return open !== undefined;
}

/** The last occurrence there is of the series a task belongs to. */
function latestOf(db: Db, row: Occurrence): Occurrence {
  const latest = db
    .select()
    .from(task)
    .where(eq(task.seriesId, row.seriesId ?? ''))
    .orderBy(desc(task.dueDay))
    .limit(1)
    .get();
  return latest ?? row;
}

/** The time of day stays as it was given. */
function onDay(row: Occurrence, day: Day): string {
  return `${day}${row.dueDate.slice(10)}`;
}

/** Whoever is inactive may come back; whoever was deleted will not, and is not given anything new to do. */
function copyAssignees(db: Db, from: string, to: string): void {
  const people = db
    .select({ userId: taskAssignee.userId })
    .from(taskAssignee)
    .innerJoin(user, eq(user.id, taskAssignee.userId))
    .where(and(eq(taskAssignee.taskId, from), isNull(user.deletedAt)))
    .all();
  if (people.length === 0) return;
  db.insert(taskAssignee)
    .values(people.map(({ userId }) => ({ taskId: to, userId })))
    .run();
}
