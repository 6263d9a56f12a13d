import { dayOf } from '@onus/contract/calendar';
import { anchorOf, nextDay } from '@onus/contract/recurrence';
import type { CreateTask, UpdateTask } from '@onus/contract/task';
import type { Db } from '@onus/db/open';
import { task, taskAssignee } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { and, eq, gt, inArray } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { DomainError, permit } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { mayAssign, mayChange, owns } from './policy.ts';
import { audienceOf, findTask, findTaskRow, type Task, type TaskRow } from './queries.ts';

/** The fields an update really changes, each with its new value. */
type Changes = { [Field in keyof Omit<UpdateTask, 'id' | 'basedOn'>]?: NonNullable<UpdateTask[Field]> };

/** Creates a task; the same client-made id again answers the task that exists (decision 4.10). */
export function createTask(db: Db, scope: Scope, input: CreateTask): Task {
  return db.transaction(
    () => {
      const { id = uuid(), assignees, ...fields } = input;
      const existing = db.select().from(task).where(eq(task.id, id)).get();
      if (existing?.creatorId === scope.userId) return findTask(db, scope, id);
      if (existing) throw new DomainError('CONFLICT', 'Id is in use');
      const people = assignable(db, scope, assignees);
      const recurs = fields.recurrenceType !== 'none';
      insertTask(db, scope, {
        ...fields,
        id,
        creatorId: scope.userId,
        managerId: managerFor(scope, people),
        seriesId: recurs ? id : null,
        anchorDay: anchorOf(dayOf(fields.dueDate)),
      });
      assign(db, id, assignees);
      return announced(db, scope, id);
    },
    { behavior: 'immediate' },
  );
}

/**
 * Applies what differs from the task as it is. This is also how a task is completed, from whichever door,
 * and completing makes the next occurrence of a series (decisions 4.6 and 4.8).
 */
export function updateTask(db: Db, scope: Scope, input: UpdateTask): Task {
  return db.transaction(
    () => {
      const row = findTaskRow(db, scope, input.id);
      const changes = changesTo(row, input);
      const fields = Object.keys(changes);
      if (fields.length === 0) return findTask(db, scope, row.id);
      permit(mayChange(scope, row, fields));
      if (isClash(row, input, fields)) {
        throw new DomainError(
          'CONFLICT',
          'Somebody changed this task meanwhile',
          findTask(db, scope, row.id),
        );
      }
      const before = audienceOf(db, scope, row.id);
      apply(db, scope, row, changes);
      if (changes.completed === true) createFollowUp(db, scope, row.id);
      if (changes.completed === false) removeFollowUp(db, row);
      scope.changed('task', before);
      return announced(db, scope, row.id);
    },
    { behavior: 'immediate' },
  );
}

/** Deletes one occurrence. The open one is the series' last: deleting it ends the series (decision 4.6). */
export function deleteTask(db: Db, scope: Scope, id: string): { id: string } {
  return db.transaction(
    () => {
      permit(owns(scope, findTaskRow(db, scope, id)));
      scope.changed('task', audienceOf(db, scope, id));
      db.delete(task).where(eq(task.id, id)).run();
      return { id };
    },
    { behavior: 'immediate' },
  );
}

function insertTask(
  db: Db,
  scope: Scope,
  row: Omit<typeof task.$inferInsert, 'createdAt' | 'updatedAt'>,
): void {
  db.insert(task)
    .values({ ...row, createdAt: scope.now, updatedAt: scope.now })
    .run();
}

function assign(db: Db, taskId: string, userIds: string[]): void {
  const rows = [...new Set(userIds)].map(userId => ({ taskId, userId }));
  if (rows.length > 0) db.insert(taskAssignee).values(rows).run();
}

function announced(db: Db, scope: Scope, id: string): Task {
  scope.changed('task', audienceOf(db, scope, id));
  return findTask(db, scope, id);
}

/** The people behind the ids, each of whom the caller may assign. */
function assignable(db: Db, scope: Scope, ids: string[]) {
  const wanted = [...new Set(ids)];
  const people = db.select().from(user).where(inArray(user.id, wanted)).all();
  const allowed = people.filter(one => one.active && one.deletedAt === null && mayAssign(scope, one));
  if (allowed.length === wanted.length) return people;
  throw new DomainError('BAD_REQUEST', 'You can only assign tasks to your own members');
}

/** The manager's area a new task belongs to; an Admin's task for a member is in that member's (decision 3). */
function managerFor(scope: Scope, people: { id: string; managerId: string | null }[]): string | null {
  if (!scope.isAdmin && !scope.isManager) return scope.managerId;
  const member = people.find(one => one.id !== scope.userId && one.managerId !== null);
  return scope.isAdmin && member ? member.managerId : scope.userId;
}

/** What the input asks for that is not so already. */
function changesTo(row: TaskRow, input: UpdateTask): Changes {
  const { id: _id, basedOn: _basedOn, assignees, ...rest } = input;
  const differing = Object.entries(rest).filter(
    ([field, value]) => value !== undefined && value !== row[field as keyof typeof row],
  );
  const current: { id: string }[] = JSON.parse(row.assignees);
  const sorted = [...new Set(assignees)].sort().join();
  const same =
    sorted ===
    current
      .map(one => one.id)
      .sort()
      .join();
  return { ...Object.fromEntries(differing), ...(assignees && !same ? { assignees } : {}) };
}

/** Ticking off never clashes; any other change made from an older copy does. */
function isClash(row: TaskRow, input: UpdateTask, fields: string[]): boolean {
  const stale = input.basedOn !== undefined && input.basedOn !== new Date(row.updatedAt).toISOString();
  return stale && fields.some(field => field !== 'completed');
}

function apply(db: Db, scope: Scope, row: TaskRow, { assignees, ...changes }: Changes): void {
  const next = { ...row, ...changes };
  if (next.recurrenceEndDate && dayOf(next.recurrenceEndDate) < dayOf(next.dueDate)) {
    throw new DomainError('BAD_REQUEST', 'Recurrence end date is before the due date');
  }
  refuseDoubleDay(db, row, dayOf(next.dueDate));
  if (assignees) {
    const known = new Set((JSON.parse(row.assignees) as { id: string }[]).map(one => one.id));
    assignable(
      db,
      scope,
      assignees.filter(id => !known.has(id)),
    );
    db.delete(taskAssignee).where(eq(taskAssignee.taskId, row.id)).run();
    assign(db, row.id, assignees);
  }
  db.update(task)
    .set({
      ...changes,
      ...(changes.dueDate ? { anchorDay: anchorOf(dayOf(changes.dueDate)) } : {}),
      ...(next.recurrenceType !== 'none' && !row.seriesId ? { seriesId: row.id } : {}),
      // Two changes within one millisecond still differ.
      updatedAt: Math.max(scope.now, row.updatedAt + 1),
    })
    .where(eq(task.id, row.id))
    .run();
}

function refuseDoubleDay(db: Db, row: TaskRow, day: string): void {
  if (!row.seriesId || day === row.dueDay) return;
  const taken = db
    .select({ id: task.id })
    .from(task)
    .where(and(eq(task.seriesId, row.seriesId), eq(task.dueDay, day)))
    .get();
  if (taken) throw new DomainError('CONFLICT', 'This series already has a task on that date');
}

/** One open occurrence a series: completing one makes the next, unless there is an open one already. */
function createFollowUp(db: Db, scope: Scope, id: string): void {
  const done = findTaskRow(db, scope, id);
  if (!done.seriesId) return;
  const open = db
    .select({ id: task.id })
    .from(task)
    .where(and(eq(task.seriesId, done.seriesId), eq(task.completed, false)))
    .get();
  const day = nextDay(ruleOf(done), done.dueDay, scope.today);
  if (open || !day) return;
  const { assignees, dueDay: _generated, ...fields } = done;
  const next = uuid();
  insertTask(db, scope, {
    ...fields,
    id: next,
    completed: false,
    dueDate: `${day}${done.dueDate.slice(10)}`,
  });
  assign(
    db,
    next,
    (JSON.parse(assignees) as { id: string }[]).map(one => one.id),
  );
}

/** Takes back what completing made, unless somebody has changed it since. */
function removeFollowUp(db: Db, row: TaskRow): void {
  if (!row.seriesId) return;
  db.delete(task)
    .where(
      and(
        eq(task.seriesId, row.seriesId),
        gt(task.dueDay, row.dueDay),
        eq(task.completed, false),
        eq(task.updatedAt, task.createdAt),
      ),
    )
    .run();
}

function ruleOf(row: TaskRow) {
  return {
    type: row.recurrenceType,
    interval: row.recurrenceInterval,
    endDay: row.recurrenceEndDate && dayOf(row.recurrenceEndDate),
    anchorDay: row.anchorDay,
  };
}
