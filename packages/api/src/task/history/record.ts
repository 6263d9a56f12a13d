import type { Day } from '@onus/contract/dates/calendar';
import type { Db } from '@onus/db/open';
import { taskEdit } from '@onus/db/schema/task';
import { preparedWrite } from '@onus/db/statements/prepared';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../core/scope.ts';
import { type Overwritten, recordEdits } from '../../edits/record.ts';
import type { TaskRow } from '../view.ts';
import { type Changes, replacedBy } from './changes.ts';

/**
 * Keeps what a change replaces. The sweep forgets it.
 * @param row the task before the change.
 * @param after the fields as the change leaves them, also those that did not change.
 * @param unseen fields whose present values the caller did not know of.
 */
export function keepReplaced(
  db: Db,
  scope: Scope,
  row: TaskRow,
  after: Changes,
  unseen: readonly string[] = [],
): Overwritten[] {
  const edit = { taskId: row.id, version: row.updatedAt, replacedAt: scope.now };
  const before = replacedBy(row, after);
  editInsert(db).run({ ...edit, before });
  return recordEdits(db, scope, { kind: 'task', objectId: row.id }, before, unseen);
}

/**
 * The same for the other tasks of a series, of which a change of one is a change.
 * @param from the first date of the schedule that changes.
 */
export function keepReplacedInSeries(db: Db, scope: Scope, row: TaskRow, from: Day): void {
  db.run(sql`insert into task_edit (task_id, version, replaced_at, before)
    select t.id, max(t.updated_at, s.updated_at), ${scope.now}, json_object('recurrenceType', s.type,
      'recurrenceInterval', s.interval, 'recurrenceEndDate', s.end_date, 'recurrenceDays', json(s.days),
      'recurrenceEvery', s.every, 'recurrenceFrom', s.counts_from,
      'recurrenceAnchor', iif(s.counts_from = 'due' and s.type in ('monthly', 'yearly'), s.anchor_day, null))
    from task t join series s on s.id = t.series_id
    where t.series_id = ${row.seriesId} and t.id <> ${row.id} and coalesce(t.scheduled_day, '') >= ${from}
    on conflict do nothing`);
}

/**
 * Keeps a version that was undone, for copies that were taken of it. It is no step of the history.
 * @param row the task at that version.
 * @param undoneTo the version that the task has again.
 */
export function keepUndone(db: Db, scope: Scope, row: TaskRow, undoneTo: number): void {
  const before = { dueDate: row.dueDate, undoneTo };
  editInsert(db).run({ taskId: row.id, version: row.updatedAt, replacedAt: scope.now, before });
}

// An edit in the millisecond of an undone version gets the same number, and is kept in its place.
const editInsert = preparedWrite(db =>
  db
    .insert(taskEdit)
    .values({
      taskId: sql.placeholder('taskId'),
      version: sql.placeholder('version'),
      replacedAt: sql.placeholder('replacedAt'),
      before: sql.placeholder('before'),
    })
    .onConflictDoUpdate({
      target: [taskEdit.taskId, taskEdit.version],
      set: { replacedAt: sql`excluded.replaced_at`, before: sql`excluded.before` },
      setWhere: sql`${taskEdit.before} ->> '$.undoneTo' is not null`,
    }),
);
