import { dayOf } from '@onus/contract/calendar';
import type { CreateTask, UpdateTask } from '@onus/contract/task';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { task, taskAssignee } from '@onus/db/schema/task';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { DomainError, permit } from '../errors.ts';
import { keepReplaced } from '../history/commands.ts';
import { fieldsAt } from '../history/queries.ts';
import { usersNamed } from '../member/queries.ts';
import { createFollowUp, insertOccurrence, takeBackFollowUp } from '../occurrence/commands.ts';
import type { Scope } from '../scope.ts';
import { changeRule, type Rule, startSeries } from '../series/commands.ts';
import { type Changes, changesTo, clashesOf, type TaskFields } from '../task-changes.ts';
import type { Task, TaskRow } from '../task-view.ts';
import { mayAssign, mayChange } from './policy.ts';
import { audienceOf, findTask, findTaskRow } from './queries.ts';

const DATING = ['dueDate', 'recurrenceEndDate', 'recurrenceType'];

export interface Updated extends Task {
  /** Only where this completed the occurrence on the last date of its series. */
  endedSeries?: true;
}

/** Creates a task; the same client-made id again answers the task that exists (decision 4.10). */
export function createTask(db: Db, scope: Scope, input: CreateTask): Task {
  return db.transaction(
    () => {
      const { id = uuid() } = input;
      const existing = input.id && creatorOf(db).get({ id });
      if (existing && existing.creatorId !== scope.userId) throw new DomainError('CONFLICT', 'Id is in use');
      if (existing && existing.deletedAt !== null) throw new DomainError('CONFLICT', 'This task was deleted');
      if (existing) return findTask(db, scope, id);
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
  const { id, assignees, title, text, dueDate } = input;
  const people = assignable(db, scope, assignees);
  const seriesId = startSeries(db, scope, scope.userId, input, dayOf(dueDate));
  insertOccurrence(db, scope, {
    id,
    title,
    text,
    dueDate,
    completed,
    creatorId: scope.userId,
    managerId: managerFor(scope, people),
    seriesId,
    scheduledDay: seriesId && dayOf(dueDate),
    followsId: null,
    unclaimed: false,
  });
  assign(db, id, assignees);
  if (completed && seriesId) createFollowUp(db, scope, id);
  scope.changed('task', audienceOf(db, scope, id));
}

/**
 * Applies what differs from the task as it is. This is also how a task is completed, from whichever door,
 * and completing makes the next occurrence of a series (decisions 4.6 and 4.8).
 */
export function updateTask(db: Db, scope: Scope, input: UpdateTask): Updated {
  return db.transaction(
    () => {
      const row = findTaskRow(db, scope, input.id);
      const base = baseOf(db, scope, row, input);
      const changes = changesTo(row, input, base);
      const fields = Object.keys(changes);
      if (fields.length === 0) return findTask(db, scope, row.id);
      permit(mayChange(scope, row, fields));
      if (input.basedOn !== undefined && clashesOf(row, changes, base).length > 0) {
        const newest = findTask(db, scope, row.id);
        throw new DomainError('CONFLICT', 'Someone else changed this task', newest);
      }
      scope.changed('task', audienceOf(db, scope, row.id));
      apply(db, scope, row, changes);
      const endedSeries = changes.completed === true && createFollowUp(db, scope, row.id);
      // Who is assigned decides who sees it; without a change of that they are the same as before.
      if (changes.assignees) scope.changed('task', audienceOf(db, scope, row.id));
      return { ...findTask(db, scope, row.id), ...(endedSeries ? { endedSeries } : {}) };
    },
    { behavior: 'immediate' },
  );
}

function assign(db: Db, taskId: string, userIds: string[]): void {
  for (const userId of new Set(userIds)) assigneeInsert(db).run({ taskId, userId });
}

/** The people behind the ids, in their order; the caller may assign each of them. */
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

/** The task as it was when the caller took their copy; null without a copy that is known. */
function baseOf(db: Db, scope: Scope, row: TaskRow, { basedOn }: UpdateTask): TaskFields | null {
  const version = basedOn === undefined ? Number.NaN : Date.parse(basedOn);
  return Number.isNaN(version) ? null : fieldsAt(db, scope, row, version);
}

function apply(db: Db, scope: Scope, row: TaskRow, changes: Changes): void {
  const { assignees, recurrenceType, recurrenceInterval, recurrenceEndDate, ...set } = changes;
  refuseEndBeforeDue(row, changes);
  keepReplaced(db, scope, row, changes);
  if (assignees) reassign(db, scope, row, assignees);
  const isOff = changes.completed === false && row.scheduledDay !== null && !takeBackFollowUp(db, scope, row);
  const columns = {
    ...set,
    ...(isOff ? { scheduledDay: null } : {}),
    ...(assignees ? { unclaimed: false } : {}),
    // Two changes within one millisecond still differ.
    updatedAt: Math.max(scope.now, row.updatedAt + 1),
  };
  taskUpdate(db, Object.keys(columns).join(' ')).run({ ...columns, id: row.id });
  if ([recurrenceType, recurrenceInterval, recurrenceEndDate].every(value => value === undefined)) return;
  const changed = findTaskRow(db, scope, row.id);
  changeRule(db, scope, changed, ruleOf(changed, changes));
}

/** A task that does not repeat has no interval and no end of its own. */
function ruleOf(row: Rule, changes: Partial<Rule>): Rule {
  const { recurrenceType = row.recurrenceType } = changes;
  if (recurrenceType === 'none') return { recurrenceType, recurrenceInterval: 1, recurrenceEndDate: null };
  const { recurrenceInterval = row.recurrenceInterval, recurrenceEndDate = row.recurrenceEndDate } = changes;
  return { recurrenceType, recurrenceInterval, recurrenceEndDate };
}

/** A person who is assigned already may stay, even if they could not be chosen now. */
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

/** Only what is named is judged: a task of a series that got a nearer end can still be completed. */
function refuseEndBeforeDue(row: TaskRow, changes: Changes): void {
  const { dueDate = row.dueDate, recurrenceType = row.recurrenceType } = changes;
  if (!DATING.some(field => field in changes)) return;
  const kept = recurrenceType === 'none' ? null : row.recurrenceEndDate;
  const { recurrenceEndDate: end = kept } = changes;
  if (!end || dayOf(end) >= dayOf(dueDate)) return;
  throw new DomainError('BAD_REQUEST', 'Recurrence end date is before the due date');
}

const { placeholder } = sql;

const creatorOf = prepared(db =>
  db
    .select({ creatorId: task.creatorId, deletedAt: task.deletedAt })
    .from(task)
    .where(eq(task.id, placeholder('id'))),
);

/** One for each set of columns that were changed together. */
const taskUpdate = prepared((db, columns: string) =>
  db
    .update(task)
    .set(Object.fromEntries(columns.split(' ').map(column => [column, placeholder(column)])))
    .where(eq(task.id, placeholder('id'))),
);

const assigneeInsert = prepared(db =>
  db.insert(taskAssignee).values({ taskId: placeholder('taskId'), userId: placeholder('userId') }),
);
