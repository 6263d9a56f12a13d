import type { Day } from '@onus/contract/calendar';
import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { taskEdit } from '@onus/db/schema/task';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Scope } from '../scope.ts';
import { type Changes, KNOWN_FOR, replacedBy } from '../task-changes.ts';
import type { TaskRow } from '../task-view.ts';

/** Keeps what a change is about to replace, and forgets what was replaced long ago. */
export function keepReplaced(db: Db, scope: Scope, row: TaskRow, changes: Changes): void {
  editForget(db).run({ taskId: row.id, until: scope.now - KNOWN_FOR });
  const edit = { taskId: row.id, version: row.updatedAt, replacedAt: scope.now };
  editInsert(db).run({ ...edit, before: replacedBy(row, changes) });
}

/**
 * The same for the other tasks of a series, of which a change of one is a change.
 * @param from the first date of the schedule that changes.
 */
export function keepReplacedInSeries(db: Db, scope: Scope, row: TaskRow, from: Day): void {
  db.run(sql`insert into task_edit (task_id, version, replaced_at, before)
    select t.id, max(t.updated_at, s.updated_at), ${scope.now}, json_object('recurrenceType', s.type,
      'recurrenceInterval', s.interval, 'recurrenceEndDate', s.end_date)
    from task t join series s on s.id = t.series_id
    where t.series_id = ${row.seriesId} and t.id <> ${row.id} and coalesce(t.scheduled_day, '') >= ${from}
    on conflict do nothing`);
}

const editForget = prepared(db =>
  db
    .delete(taskEdit)
    .where(
      and(eq(taskEdit.taskId, sql.placeholder('taskId')), lt(taskEdit.replacedAt, sql.placeholder('until'))),
    ),
);

const editInsert = prepared(db =>
  db
    .insert(taskEdit)
    .values({
      taskId: sql.placeholder('taskId'),
      version: sql.placeholder('version'),
      replacedAt: sql.placeholder('replacedAt'),
      before: sql.placeholder('before'),
    })
    .onConflictDoNothing(),
);
