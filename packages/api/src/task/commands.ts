import { dayOf } from '@onus/contract/calendar';
import { anchorOf } from '@onus/contract/recurrence';
import type { CreateTask, UpdateTask } from '@onus/contract/task';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { task, taskAssignee } from '@onus/db/schema/task';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { DomainError, permit } from '../errors.ts';
import { isoTime } from '../iso-time.ts';
import { usersNamed } from '../member/queries.ts';
import type { Scope } from '../scope.ts';
import { createFollowUp, insertOccurrence, removeFollowUp } from '../series/commands.ts';
import type { Task, TaskRow } from '../task-view.ts';
import { keepDeleted } from '../trash/commands.ts';
import { mayAssign, mayChange, owns } from './policy.ts';
import { audienceOf, findTask, findTaskRow, isDayTaken } from './queries.ts';

/** The fields an update really changes, each with its new value. */
type Changes = Omit<UpdateTask, 'id' | 'basedOn'>;

/** A task that does not repeat has no interval and no end of its own. */
const NOT_REPEATING = { recurrenceInterval: 1, recurrenceEndDate: null };

/** Creates a task; the same client-made id again answers the task that exists (decision 4.10). */
export function createTask(db: Db, scope: Scope, input: CreateTask): Task {
  return db.transaction(
    () => {
      const { id = uuid() } = input;
      const existing = input.id && creatorOf(db).get({ id });
      if (existing && existing.creatorId === scope.userId) return findTask(db, scope, id);
      if (existing) throw new DomainError('CONFLICT', 'Id is in use');
      insertTask(db, scope, { ...input, id }, false);
      return findTask(db, scope, id);
    },
    { behavior: 'immediate' },
  );
}

/** A task under an id that is free; for a transaction that is open. One made completed has its follow-up. */
export function insertTask(
  db: Db,
  scope: Scope,
  input: CreateTask & { id: string },
  completed: boolean,
): void {
  const { id, assignees, ...fields } = input;
  const people = assignable(db, scope, assignees);
  const recurs = fields.recurrenceType !== 'none';
  insertOccurrence(db, scope, {
    ...fields,
    ...(recurs ? {} : NOT_REPEATING),
    id,
    completed,
    creatorId: scope.userId,
    managerId: managerFor(scope, people),
    seriesId: recurs ? id : null,
    anchorDay: anchorOf(dayOf(fields.dueDate)),
  });
  assign(db, id, assignees);
  if (completed && recurs) createFollowUp(db, scope, id);
  scope.changed('task', audienceOf(db, scope, id));
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
        const newest = findTask(db, scope, row.id);
        throw new DomainError('CONFLICT', 'Somebody changed this task meanwhile', newest);
      }
      scope.changed('task', audienceOf(db, scope, row.id));
      apply(db, scope, row, changes);
      if (changes.completed === true) createFollowUp(db, scope, row.id);
      if (changes.completed === false) removeFollowUp(db, scope, row);
      // Who is assigned decides who sees it; without a change of that they are the same as before.
      if (changes.assignees) scope.changed('task', audienceOf(db, scope, row.id));
      return findTask(db, scope, row.id);
    },
    { behavior: 'immediate' },
  );
}

/** Deletes one occurrence. The open one is the series' last: deleting it ends the series (decision 4.6). */
export function deleteTask(db: Db, scope: Scope, id: string): { id: string } {
  return db.transaction(
    () => {
      const row = findTaskRow(db, scope, id);
      permit(owns(scope, row));
      scope.changed('task', audienceOf(db, scope, id));
      keepDeleted(db, scope, row);
      db.delete(task).where(eq(task.id, id)).run();
      return { id };
    },
    { behavior: 'immediate' },
  );
}

function assign(db: Db, taskId: string, userIds: string[]): void {
  for (const userId of new Set(userIds)) assigneeInsert(db).run({ taskId, userId });
}

/** The people behind the ids, in their order, each of whom the caller may assign. */
function assignable(db: Db, scope: Scope, ids: string[]) {
  const wanted = [...new Set(ids)];
  const people = wanted.length > 0 ? usersNamed(db, scope, wanted) : [];
  const allowed = people.filter(one => one.active && one.deletedAt === null && mayAssign(scope, one));
  if (allowed.length === wanted.length) {
    return allowed.sort((one, other) => wanted.indexOf(one.id) - wanted.indexOf(other.id));
  }
  throw new DomainError('BAD_REQUEST', 'You can only assign tasks to your own members');
}

/**
 * The manager's area a new task belongs to. An Admin's task for a member is in that member's manager's; for
 * members of several, in that of the first named (decision 3).
 */
function managerFor(scope: Scope, people: { id: string; managerId: string | null }[]): string | null {
  if (!scope.isAdmin && !scope.isManager) return scope.managerId;
  const member = people.find(one => one.id !== scope.userId && one.managerId !== null);
  return scope.isAdmin && member ? member.managerId : scope.userId;
}

/** What the input asks for that is not so already. */
function changesTo(row: TaskRow, input: UpdateTask): Changes {
  const { id: _id, basedOn: _basedOn, assignees, ...rest } = input;
  const differing: Omit<Changes, 'assignees'> = Object.fromEntries(
    Object.entries(rest).filter(
      ([field, value]) => value !== undefined && value !== row[field as keyof typeof row],
    ),
  );
  const same = !assignees || sortedIds(assignees) === sortedIds(row.assignees.map(one => one.id));
  return { ...differing, ...(same ? {} : { assignees }) };
}

function sortedIds(ids: string[]): string {
  return [...new Set(ids)].sort().join();
}

/** Ticking off never clashes; any other change made from an older copy does. */
function isClash(row: TaskRow, input: UpdateTask, fields: string[]): boolean {
  const stale = input.basedOn !== undefined && input.basedOn !== isoTime(row.updatedAt);
  return stale && fields.some(field => field !== 'completed');
}

function apply(db: Db, scope: Scope, row: TaskRow, { assignees, ...changes }: Changes): void {
  if (assignees) reassign(db, scope, row, assignees);
  const { dueDate = row.dueDate, recurrenceType = row.recurrenceType } = changes;
  const recurs = recurrenceType !== 'none';
  refuseEndBeforeDue(row, changes);
  refuseDoubleDay(db, scope, row, dayOf(dueDate));
  // A monthly series returns to the day somebody chose, not to the one a short month left it on.
  const chosen = dayOf(dueDate) !== row.dueDay || recurrenceType !== row.recurrenceType;
  const set = {
    ...changes,
    ...(recurs ? { seriesId: row.seriesId ?? row.id } : NOT_REPEATING),
    ...(chosen ? { anchorDay: anchorOf(dayOf(dueDate)) } : {}),
    // Two changes within one millisecond still differ.
    updatedAt: Math.max(scope.now, row.updatedAt + 1),
  };
  taskUpdate(db, Object.keys(set).join(' ')).run({ ...set, id: row.id });
}

/** Whoever is assigned already may stay, though they could not be chosen anew. */
function reassign(db: Db, scope: Scope, row: TaskRow, assignees: string[]): void {
  const known = new Set(row.assignees.map(one => one.id));
  const added = assignees.filter(id => !known.has(id));
  assignable(db, scope, added);
  const dropped = [...known].filter(id => !assignees.includes(id));
  db.delete(taskAssignee)
    .where(and(eq(taskAssignee.taskId, row.id), inArray(taskAssignee.userId, dropped)))
    .run();
  assign(db, row.id, added);
}

function refuseEndBeforeDue(row: TaskRow, changes: Changes): void {
  const { dueDate = row.dueDate, recurrenceType = row.recurrenceType } = changes;
  const kept = recurrenceType === 'none' ? null : row.recurrenceEndDate;
  const { recurrenceEndDate: end = kept } = changes;
  if (!end || dayOf(end) >= dayOf(dueDate)) return;
  throw new DomainError('BAD_REQUEST', 'Recurrence end date is before the due date');
}

function refuseDoubleDay(db: Db, scope: Scope, row: TaskRow, day: string): void {
  if (day === row.dueDay || !isDayTaken(db, scope, row, day)) return;
  throw new DomainError('CONFLICT', 'This series already has a task on that date');
}

const { placeholder } = sql;

const creatorOf = prepared(db =>
  db
    .select({ creatorId: task.creatorId })
    .from(task)
    .where(eq(task.id, placeholder('id'))),
);

/** One for each choice of columns that somebody has changed together. */
const taskUpdate = prepared((db, columns: string) =>
  db
    .update(task)
    .set(Object.fromEntries(columns.split(' ').map(column => [column, placeholder(column)])))
    .where(eq(task.id, placeholder('id'))),
);

const assigneeInsert = prepared(db =>
  db.insert(taskAssignee).values({ taskId: placeholder('taskId'), userId: placeholder('userId') }),
);
