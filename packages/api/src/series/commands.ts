import type { Day } from '@onus/contract/calendar';
import { nextDay } from '@onus/contract/recurrence';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { task, taskAssignee } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm';
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
      const day = nextDay(ruleOf(row), row.latestDay ?? row.dueDay, scope.today);
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
  const next = { ...latest, id: uuid(), completed: false, dueDate: onDay(latest, day) };
  insertOccurrence(db, scope, next);
  copyAssignees(db, latest.id, next.id);
  scope.changed('task', audienceOf(db, scope, next.id));
}

/** A new task, the first of a series or a later one; for a transaction that is open. */
export function insertOccurrence(
  db: Db,
  scope: Scope,
  row: Omit<Occurrence, 'dueDay' | 'createdAt' | 'updatedAt'>,
): void {
  taskInsert(db).run({ ...row, now: scope.now });
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
  return openOf(db).get({ seriesId }) !== undefined;
}

/** The last occurrence there is of the series a task belongs to. */
function latestOf(db: Db, row: Occurrence): Occurrence {
  return lastOf(db).get({ seriesId: row.seriesId ?? '' }) ?? row;
}

/** The time of day stays as it was given. */
function onDay(row: Occurrence, day: Day): string {
  return `${day}${row.dueDate.slice(10)}`;
}

/** Whoever is inactive may come back; whoever was deleted will not, and is not given anything new to do. */
function copyAssignees(db: Db, from: string, to: string): void {
  assigneesCopy(db).run({ from, to });
}

const seriesId = sql.placeholder('seriesId');

const taskInsert = prepared(db =>
  db.insert(task).values({
    id: sql.placeholder('id'),
    creatorId: sql.placeholder('creatorId'),
    managerId: sql.placeholder('managerId'),
    title: sql.placeholder('title'),
    text: sql.placeholder('text'),
    dueDate: sql.placeholder('dueDate'),
    completed: sql.placeholder('completed'),
    seriesId: sql.placeholder('seriesId'),
    recurrenceType: sql.placeholder('recurrenceType'),
    recurrenceInterval: sql.placeholder('recurrenceInterval'),
    recurrenceEndDate: sql.placeholder('recurrenceEndDate'),
    anchorDay: sql.placeholder('anchorDay'),
    createdAt: sql.placeholder('now'),
    updatedAt: sql.placeholder('now'),
  }),
);

// The plus keeps SQLite in this series: it would rather walk over everything that is open.
const openOf = prepared(db =>
  db
    .select({ id: task.id })
    .from(task)
    .where(and(eq(task.seriesId, seriesId), sql`+${task.completed} = 0`))
    .limit(1),
);

const lastOf = prepared(db =>
  db.select().from(task).where(eq(task.seriesId, seriesId)).orderBy(desc(task.dueDay)).limit(1),
);

const assigneesCopy = prepared(db =>
  db.insert(taskAssignee).select(
    db
      .select({ taskId: sql<string>`${sql.placeholder('to')}`.as('task_id'), userId: taskAssignee.userId })
      .from(taskAssignee)
      .innerJoin(user, eq(user.id, taskAssignee.userId))
      .where(and(eq(taskAssignee.taskId, sql.placeholder('from')), isNull(user.deletedAt))),
  ),
);
