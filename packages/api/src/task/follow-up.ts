import type { Db } from '@onus/db/open';
import { task, taskAssignee } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { prepared, preparedWrite } from '@onus/db/statements/prepared';
import { and, eq, getTableColumns, isNull, type Placeholder, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Scope } from '../core/scope.ts';
import { audienceOf } from './audience.ts';
import { findTaskRow } from './list.ts';
import { openOccurrence, shortenSeries } from './series/write.ts';
import { followUpDay, type Occurrence, onDay, type TaskRow } from './view.ts';

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
    completedAt: null,
    completedBy: null,
    dueDate: onDay(done, day),
    scheduledDay: day,
    followsId: id,
    // A task that was for someone does not become its creator's own.
    unclaimed: done.unclaimed || (done.assignees.length > 0 && people.length === 0),
  };
  insertOccurrence(db, scope, next);
  assign(db, scope, next.id, people);
  shortenSeries(db, scope, done.seriesId);
  scope.changed('task', audienceOf(db, scope, next.id));
  return false;
}

/** A new task, the first of a series or a later one; for a transaction that is open. */
export function insertOccurrence(
  db: Db,
  scope: Scope,
  row: Omit<Occurrence, 'dueDay' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'deletedBy'>,
): void {
  taskInsert(db).run({ ...row, createdAt: scope.now, updatedAt: scope.now });
}

/** Assigns people who are not assigned yet; for a transaction that is open. */
export function assign(db: Db, _scope: Scope, taskId: string, userIds: readonly string[]): void {
  for (const userId of new Set(userIds)) assigneeInsert(db).run({ taskId, userId });
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

const { placeholder } = sql;

/** Every column that a new task has; the database fills `dueDay`. A follow-up has all fields of its predecessor. */
const { dueDay: _dueDay, deletedAt: _deletedAt, deletedBy: _deletedBy, ...given } = getTableColumns(task);

const taskInsert = preparedWrite(db => {
  const names = Object.keys(given) as (keyof typeof given)[];
  const values = Object.fromEntries(names.map(name => [name, placeholder(name)]));
  return db.insert(task).values(values as Record<keyof typeof given, Placeholder>);
});

const untouchedOf = prepared({ id: task.id }, (db, columns) =>
  db
    .select(columns)
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
const remaining = prepared({ userId: taskAssignee.userId }, (db, columns) =>
  db
    .select(columns)
    .from(taskAssignee)
    .innerJoin(user, eq(user.id, taskAssignee.userId))
    .where(and(eq(taskAssignee.taskId, placeholder('id')), isNull(user.deletedAt))),
);

const assigneeInsert = preparedWrite(db =>
  db.insert(taskAssignee).values({ taskId: placeholder('taskId'), userId: placeholder('userId') }),
);
