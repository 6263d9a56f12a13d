import { dayOf } from '@onus/contract/dates/calendar';
import { changedRule, namesRule, type Rule, ruleOf } from '@onus/contract/dates/rule';
import { NO_DAYS } from '@onus/contract/recurrence-input';
import { type AssignTask, type CreateTask, type UpdateTask, withPlain } from '@onus/contract/task';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { task, taskAssignee } from '@onus/db/schema/task';
import { prepared, preparedWrite } from '@onus/db/statements/prepared';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { DomainError, permit } from '../core/errors.ts';
import { isActive } from '../core/policy.ts';
import type { Scope } from '../core/scope.ts';
import type { Overwriting, Overwritten } from '../edits/record.ts';
import { usersNamed } from '../people/find.ts';
import { audienceOf, tellAssigned } from './audience.ts';
import { assign, createFollowUp, insertOccurrence, takeBackFollowUp } from './follow-up.ts';
import {
  type Base,
  type Changes,
  changesTo,
  clashesOf,
  columnsOf,
  type TaskFields,
} from './history/changes.ts';
import { fieldsAt } from './history/find.ts';
import { keepReplaced } from './history/record.ts';
import { findTask, findTaskRow } from './list.ts';
import { mayAssign, mayChange } from './policy.ts';
import { changeRule, startSeries } from './series/write.ts';
import type { Task, TaskRow } from './view.ts';

/** As many as one update may name. */
const MOST_ASSIGNEES = 100;

const DATING = ['dueDate', 'recurrenceEndDate', 'recurrenceType'];

export interface Updated extends Task, Overwriting {
  /** Only where this completed the occurrence on the last date of its series. */
  endedSeries?: true;
}

/** Creates a task; the same client-made id again answers the task that exists (rule 4.10). */
export function createTask(db: Db, scope: Scope, input: CreateTask): Task {
  return atomically(db, () => {
    const { id = uuid() } = input;
    const existing = input.id && creatorOf(db).get({ id });
    if (existing && existing.creatorId !== scope.userId) throw new DomainError('CONFLICT', 'Id is in use');
    if (existing && existing.deletedAt !== null) throw new DomainError('CONFLICT', 'This task was deleted');
    if (existing) return findTask(db, scope, id);
    insertTask(db, scope, { ...input, id }, false);
    return findTask(db, scope, id);
  });
}

/** A task under an id that is free; for a transaction that is open. One made completed has its follow-up. */
export function insertTask(
  db: Db,
  scope: Scope,
  input: CreateTask & { id: string },
  completed: boolean,
): void {
  const { id, assignees, dueDate } = input;
  const people = assignable(db, scope, assignees);
  const seriesId = startSeries(db, scope, scope.userId, input, dayOf(dueDate));
  const row = withPlain(
    { ...input, completed },
    {
      id,
      creatorId: scope.userId,
      managerId: managerFor(scope, people),
      seriesId,
      scheduledDay: seriesId && dayOf(dueDate),
      followsId: null,
      unclaimed: false,
      completedAt: null,
      completedBy: null,
    },
  );
  insertOccurrence(db, scope, row);
  assign(db, scope, id, assignees);
  tellAssigned(db, scope, id, assignees);
  if (completed && seriesId) createFollowUp(db, scope, id);
  scope.changed('task', audienceOf(db, scope, id));
}

/**
 * Applies what differs from the task as it is. This is also how a task is completed, at every entry point,
 * and completing makes the next occurrence of a series (rules 4.6 and 4.8).
 */
export function updateTask(db: Db, scope: Scope, input: UpdateTask): Updated {
  return atomically(db, () => {
    const row = findTaskRow(db, scope, input.id);
    const base = input.was ?? baseOf(db, scope, row, input);
    const changes = changesTo(row, input, base);
    const fields = Object.keys(changes);
    if (fields.length === 0) return findTask(db, scope, row.id);
    permit(mayChange(scope, row, fields));
    const clashes = clashesOf(row, changes, base);
    if (input.basedOn !== undefined && !input.was && clashes.length > 0) {
      const newest = findTask(db, scope, row.id);
      throw new DomainError('CONFLICT', 'Someone else changed this task', newest);
    }
    scope.changed('task', audienceOf(db, scope, row.id));
    // Without the values that the caller saw, no replaced value counts as unseen.
    const known: Base = input.was ?? {};
    const unseen = clashes.filter(name => known[name as keyof TaskFields] !== undefined);
    const overwrote = apply(db, scope, row, changes, unseen);
    // Most tasks have no series, and need no second reading.
    const repeats = row.seriesId !== null || namesRule(changes);
    const endedSeries = changes.completed === true && repeats && createFollowUp(db, scope, row.id);
    // Who is assigned decides who sees it; without a change of that they are the same as before.
    if (changes.assignees) scope.changed('task', audienceOf(db, scope, row.id));
    return {
      ...findTask(db, scope, row.id),
      ...(endedSeries ? { endedSeries } : {}),
      ...(overwrote.length > 0 ? { overwrote } : {}),
    };
  });
}

/** Adds people to a task and removes people from it. Other people of the task stay. */
export function assignTask(db: Db, scope: Scope, { id, add, remove }: AssignTask): Updated {
  return atomically(db, () => {
    const now = findTaskRow(db, scope, id).assignees.map(one => one.id);
    const assignees = [...new Set([...now, ...add])].filter(one => !remove.includes(one));
    if (assignees.length > MOST_ASSIGNEES) throw new DomainError('BAD_REQUEST', 'Assign at most 100 people');
    return updateTask(db, scope, { id, assignees });
  });
}

/** The people behind the ids, in their order; the caller may assign each of them. */
function assignable(db: Db, scope: Scope, ids: string[]) {
  const wanted = [...new Set(ids)];
  const people = wanted.length > 0 ? usersNamed(db, scope, wanted) : [];
  const allowed = people.filter(one => isActive(one) && mayAssign(scope, one));
  if (allowed.length === wanted.length) {
    return allowed.sort((one, other) => wanted.indexOf(one.id) - wanted.indexOf(other.id));
  }
  throw new DomainError('BAD_REQUEST', 'You can only assign tasks to your own members');
}

/**
 * The manager's area a new task belongs to. An Admin's task for a member is in that member's manager's; for
 * members of several, in that of the first named (rule 3).
 */
function managerFor(scope: Scope, people: { id: string; managerId: string | null }[]): string | null {
  if (!scope.isAdmin && !scope.isManager) return scope.managerId;
  const member = people.find(one => one.id !== scope.userId && one.managerId !== null);
  return scope.isAdmin && member ? member.managerId : scope.userId;
}

/** The task as it was when the caller took their copy; null without a copy that is known. */
function baseOf(db: Db, scope: Scope, row: TaskRow, { basedOn }: UpdateTask): TaskFields | null {
  return basedOn === undefined ? null : fieldsAt(db, scope, row, Date.parse(basedOn));
}

/** @param unseen fields whose present values the caller did not know of. */
function apply(
  db: Db,
  scope: Scope,
  row: TaskRow,
  changes: Changes,
  unseen: readonly string[],
): Overwritten[] {
  const { assignees } = changes;
  refuseEndBeforeDue(row, changes);
  if (assignees) reassign(db, scope, row, assignees);
  const isOff = changes.completed === false && row.scheduledDay !== null && !takeBackFollowUp(db, scope, row);
  const columns = {
    ...columnsOf(changes),
    ...(changes.completed === undefined ? {} : completion(scope, changes.completed)),
    ...(isOff ? { scheduledDay: null } : {}),
    ...(assignees ? { unclaimed: false } : {}),
    // Two changes within one millisecond still differ.
    updatedAt: Math.max(scope.now, row.updatedAt + 1),
  };
  taskUpdate(db, Object.keys(columns).join(' ')).run({ ...columns, id: row.id });
  // Another type also changes fields of the rule that the update does not name.
  const rule = namesRule(changes) ? applyRule(db, scope, row, changes) : {};
  return keepReplaced(db, scope, row, { ...changes, ...rule }, unseen);
}

/** The whole rule as the changes leave it. One that they complete gets its rule as the open one that it was. */
function applyRule(db: Db, scope: Scope, before: TaskRow, changes: Changes): Rule {
  const { id } = before;
  const row = findTaskRow(db, scope, id);
  const completed = before.completed && row.completed;
  changeRule(db, scope, { ...row, completed }, withDays(changedRule(row, changes, row.dueDay)));
  return ruleOf(findTaskRow(db, scope, id));
}

/** Who completed it, and when. Null once it is open again. */
function completion(scope: Scope, completed: boolean) {
  return completed
    ? { completedAt: scope.now, completedBy: scope.userId }
    : { completedAt: null, completedBy: null };
}

function withDays(rule: Rule): Rule {
  if (rule.recurrenceType !== 'weekdays' || rule.recurrenceDays.length > 0) return rule;
  throw new DomainError('BAD_REQUEST', NO_DAYS);
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
  assign(db, scope, row.id, added);
  tellAssigned(db, scope, row.id, added);
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

const creatorOf = prepared({ creatorId: task.creatorId, deletedAt: task.deletedAt }, (db, columns) =>
  db
    .select(columns)
    .from(task)
    .where(eq(task.id, placeholder('id'))),
);

/** One for each set of columns that were changed together. */
const taskUpdate = preparedWrite((db, columns: string) =>
  db
    .update(task)
    .set(Object.fromEntries(columns.split(' ').map(column => [column, placeholder(column)])))
    .where(eq(task.id, placeholder('id'))),
);
