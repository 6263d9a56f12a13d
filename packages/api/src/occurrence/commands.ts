import type { Day } from '@onus/contract/calendar';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { task, taskAssignee } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { DomainError, permit } from '../errors.ts';
import { keepReplaced } from '../history/commands.ts';
import type { Scope } from '../scope.ts';
import { openOccurrence } from '../series/commands.ts';
import { mayChange } from '../task/policy.ts';
import { audienceOf, findTask, findTaskRow } from '../task/queries.ts';
import { followUpDay, type Occurrence, skipDay, type Task, type TaskRow } from '../task-view.ts';

/** Moves the open occurrence to the next date of its schedule, without completing it. */
export function skipTask(db: Db, scope: Scope, id: string): Task {
  return db.transaction(
    () => {
      const row = findTaskRow(db, scope, id);
      permit(mayChange(scope, row, ['dueDate']));
      if (row.recurrenceType === 'none') throw new DomainError('BAD_REQUEST', 'This task does not repeat');
      if (row.completed) throw new DomainError('BAD_REQUEST', 'This task is complete');
      if (!row.scheduledDay)
        throw new DomainError('BAD_REQUEST', 'This series has gone on without this task');
      const day = skipDay(row, scope.today);
      if (!day) throw new DomainError('BAD_REQUEST', 'This series has no later date');
      const dueDate = onDay(row, day);
      keepReplaced(db, scope, row, { dueDate });
      db.update(task)
        .set({ dueDate, scheduledDay: day, updatedAt: Math.max(scope.now, row.updatedAt + 1) })
        .where(eq(task.id, id))
        .run();
      scope.changed('task', audienceOf(db, scope, id));
      return findTask(db, scope, id);
    },
    { behavior: 'immediate' },
  );
}

/**
 * Completing an occurrence makes the next, like it, unless its series has one or has ended. Answers whether this
 * was the last one: its series has no later date.
 */
export function createFollowUp(db: Db, scope: Scope, id: string): boolean {
  const done = findTaskRow(db, scope, id);
  if (!done.seriesId || !done.scheduledDay || done.ended) return false;
  if (openOccurrence(db, scope, done.seriesId)) return false;
  const day = followUpDay(done, scope.today);
  if (!day) return true;
  const people = remaining(db)
    .all({ id })
    .map(one => one.userId);
  const next = {
    ...done,
    id: uuid(),
    completed: false,
    dueDate: onDay(done, day),
    scheduledDay: day,
    followsId: id,
    // A task that was for someone does not become its creator's own.
    unclaimed: done.unclaimed || (done.assignees.length > 0 && people.length === 0),
  };
  insertOccurrence(db, scope, next);
  for (const userId of people) assigneeInsert(db).run({ taskId: next.id, userId });
  scope.changed('task', audienceOf(db, scope, next.id));
  return false;
}

/** A new task, the first of a series or a later one; for a transaction that is open. */
export function insertOccurrence(
  db: Db,
  scope: Scope,
  row: Omit<Occurrence, 'dueDay' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'deletedBy'>,
): void {
  taskInsert(db).run({ ...row, now: scope.now });
}

/**
 * Before a completed occurrence is opened again: removes the follow-up it made, unless a person has changed
 * that. Answers whether this one is its series' open occurrence then; where the series has gone on or ended
 * it is not, and repeats no more.
 */
export function takeBackFollowUp(db: Db, scope: Scope, row: TaskRow): boolean {
  if (!row.seriesId || !row.scheduledDay) return false;
  const next = untouchedOf(db).get({ seriesId: row.seriesId, followsId: row.id });
  if (next) {
    scope.changed('task', audienceOf(db, scope, next.id));
    db.delete(task).where(eq(task.id, next.id)).run();
  }
  return !row.ended && openOccurrence(db, scope, row.seriesId) === undefined;
}

/** The time of day stays as it was given. */
function onDay(row: Occurrence, day: Day): string {
  return `${day}${row.dueDate.slice(10)}`;
}

const { placeholder } = sql;

const taskInsert = prepared(db =>
  db.insert(task).values({
    id: placeholder('id'),
    creatorId: placeholder('creatorId'),
    managerId: placeholder('managerId'),
    title: placeholder('title'),
    text: placeholder('text'),
    dueDate: placeholder('dueDate'),
    completed: placeholder('completed'),
    seriesId: placeholder('seriesId'),
    scheduledDay: placeholder('scheduledDay'),
    followsId: placeholder('followsId'),
    unclaimed: placeholder('unclaimed'),
    createdAt: placeholder('now'),
    updatedAt: placeholder('now'),
  }),
);

const untouchedOf = prepared(db =>
  db
    .select({ id: task.id })
    .from(task)
    .where(
      and(
        eq(task.seriesId, placeholder('seriesId')),
        eq(task.followsId, placeholder('followsId')),
        sql`completed = 0 and scheduled_day is not null and updated_at = created_at`,
        isNull(task.deletedAt),
      ),
    ),
);

/** A person who is not active may come back and is kept; a person who was deleted will not. */
const remaining = prepared(db =>
  db
    .select({ userId: taskAssignee.userId })
    .from(taskAssignee)
    .innerJoin(user, eq(user.id, taskAssignee.userId))
    .where(and(eq(taskAssignee.taskId, placeholder('id')), isNull(user.deletedAt))),
);

const assigneeInsert = prepared(db =>
  db.insert(taskAssignee).values({ taskId: placeholder('taskId'), userId: placeholder('userId') }),
);
