import type { Day } from '@onus/contract/dates/calendar';
import type { SkipTask, UndoSkip } from '@onus/contract/task';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { task, taskEdit } from '@onus/db/schema/task';
import { and, eq, sql } from 'drizzle-orm';
import { DomainError, permit } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { forgetLastEdit } from '../../edits/record.ts';
import { audienceOf } from '../audience.ts';
import type { Updated } from '../edit.ts';
import { KNOWN_FOR } from '../history/changes.ts';
import { keepReplaced, keepUndone } from '../history/record.ts';
import { findTask, findTaskRow } from '../list.ts';
import { mayChange } from '../policy.ts';
import { onDay, skipDay, type Task, type TaskRow } from '../view.ts';

/** What a skip replaced besides the due date. It is kept beside that one, for as long as edits are. */
interface Skipped {
  by: string;
  seriesId: string;
  from: Day;
  to: Day;
  /** `updatedAt` of the task before, without that of its series. */
  updatedAt: number;
  /** `updatedAt` of the task after. */
  version: number;
  /** `updatedAt` of the series. */
  seriesVersion: number;
}

/** Of how many of its last edits a task still knows which of them was a skip. */
const EDITS_SEARCHED = 100;

/**
 * Moves the open occurrence to the next date of its schedule, without completing it. Of two people who are offered the
 * same date and skip, one moves it.
 */
export function skipTask(db: Db, scope: Scope, { id, to }: SkipTask): Task {
  return atomically(db, () => {
    const row = findTaskRow(db, scope, id);
    permit(mayChange(scope, row, ['dueDate']));
    if (to && row.dueDay >= to) return findTask(db, scope, id);
    if (row.recurrenceType === 'none') throw new DomainError('BAD_REQUEST', 'This task does not repeat');
    if (row.completed) throw new DomainError('BAD_REQUEST', 'This task is complete');
    if (!row.scheduledDay)
      throw new DomainError('BAD_REQUEST', 'This task is no longer the open one of its series');
    const day = skipDay(row, scope.today);
    if (!day) throw new DomainError('BAD_REQUEST', 'This series has no later date');
    const dueDate = onDay(row, day);
    const version = Math.max(scope.now, row.updatedAt + 1);
    keepReplaced(db, scope, row, { dueDate });
    keepSkipped(db, scope, row, { to: day, version });
    db.update(task).set({ dueDate, scheduledDay: day, updatedAt: version }).where(eq(task.id, id)).run();
    scope.changed('task', audienceOf(db, scope, id));
    return findTask(db, scope, id);
  });
}

/**
 * Undoes the caller's own skip of the last 30 days (rule 4.6): the occurrence, its dates and its place in the series are
 * as before. Without a change of the task in between so are its version and its history. A date that someone else has
 * set in between is replaced, and offered to the caller (rule 7.4).
 *
 * @throws DomainError CONFLICT if the task was completed, skipped again or got another rule.
 */
export function undoSkip(db: Db, scope: Scope, { id, dueDate }: UndoSkip): Updated {
  return atomically(db, () => {
    const row = findTaskRow(db, scope, id);
    permit(mayChange(scope, row, ['dueDate']));
    const skip = row.completed ? undefined : lastSkip(db, scope, row);
    if (skip?.by !== scope.userId || skip.dueDate !== dueDate || skip.seriesId !== row.seriesId) {
      if (row.dueDate === dueDate) return findTask(db, scope, id);
      throw new DomainError('CONFLICT', 'This task has changed since it was skipped');
    }
    scope.changed('task', audienceOf(db, scope, id));
    const before = { dueDate, scheduledDay: skip.from };
    if (skip.isUntouched) {
      forgetSkip(db, scope, row, skip);
      db.update(task)
        .set({ ...before, updatedAt: skip.updatedAt })
        .where(eq(task.id, id))
        .run();
      return findTask(db, scope, id);
    }
    const unseen = row.dueDate === onDay(row, skip.to) ? [] : ['dueDate'];
    const overwrote = keepReplaced(db, scope, row, { dueDate }, unseen);
    const updatedAt = Math.max(scope.now, row.updatedAt + 1);
    db.update(task)
      .set({ ...before, updatedAt })
      .where(eq(task.id, id))
      .run();
    return { ...findTask(db, scope, id), ...(overwrote.length > 0 ? { overwrote } : {}) };
  });
}

/** Beside the values that the skip replaces, which are kept already; for a transaction that is open, as all of these. */
function keepSkipped(
  db: Db,
  scope: Scope,
  row: TaskRow,
  { to, version }: Pick<Skipped, 'to' | 'version'>,
): void {
  db.run(sql`update task_edit set before = json_set(before, '$.skipped', json_object('by', ${scope.userId},
      'seriesId', ${row.seriesId}, 'from', ${row.scheduledDay}, 'to', ${to}, 'version', ${version},
      'updatedAt', (select t.updated_at from task t where t.id = ${row.id}),
      'seriesVersion', (select s.updated_at from series s where s.id = ${row.seriesId})))
    where task_id = ${row.id} and version = ${row.updatedAt}`);
}

interface Found {
  /** The version of the task that the skip replaced. */
  edit: number;
  dueDate: string;
  skipped: string;
  /** Those of the task and its series now. */
  version: number;
  seriesVersion: number;
}

/** The skip that moved a task to the date of the schedule that it stands for now. */
function lastSkip(db: Db, scope: Scope, { id, scheduledDay, seriesId }: TaskRow) {
  const since = scope.now - KNOWN_FOR;
  const found = db.get<Found | undefined>(sql`
    select edit, before ->> '$.dueDate' as dueDate, before -> '$.skipped' as skipped,
      (select t.updated_at from task t where t.id = ${id}) as version,
      (select s.updated_at from series s where s.id = ${seriesId}) as seriesVersion
    from (select version as edit, replaced_at, before from task_edit where task_id = ${id} order by version desc
      limit ${EDITS_SEARCHED})
    where replaced_at >= ${since} and before ->> '$.skipped.to' = ${scheduledDay} order by edit desc limit 1`);
  if (!found) return undefined;
  const { edit, dueDate, version, seriesVersion } = found;
  const skipped = JSON.parse(found.skipped) as Skipped;
  const isUntouched = version === skipped.version && seriesVersion === skipped.seriesVersion;
  return { ...skipped, edit, dueDate, isUntouched };
}

/** Nothing has changed since, but others may have read what the skip left, and base an edit on it. */
function forgetSkip(db: Db, scope: Scope, row: TaskRow, { edit }: { edit: number }): void {
  const { id } = row;
  db.delete(taskEdit)
    .where(and(eq(taskEdit.taskId, id), eq(taskEdit.version, edit)))
    .run();
  keepUndone(db, scope, row, edit);
  forgetLastEdit(db, scope, { kind: 'task', objectId: id, field: 'dueDate' });
}
