import type { Db } from '@onus/db/open';
import { taskEdit } from '@onus/db/schema/task';
import { prepared } from '@onus/db/statements/prepared';
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { Scope } from '../../core/scope.ts';
import type { TaskRow } from '../view.ts';
import { fieldsOf, KNOWN_FOR, replacedFields, type TaskFields } from './changes.ts';

/**
 * The fields of a task as they were at one of its versions, told by what was edited since; null for a version
 * that was replaced too long ago to tell, or that there never was.
 */
export function fieldsAt(db: Db, scope: Scope, row: TaskRow, version: number): TaskFields | null {
  const fields = fieldsOf(row);
  if (version === row.updatedAt) return fields;
  const edits = editsSince(db).all({ taskId: row.id, version, since: scope.now - KNOWN_FOR });
  // The last of them is the edit that replaced this very version.
  const last = edits.at(-1);
  if (last?.version !== version) return null;
  const { undoneTo } = last.before;
  if (typeof undoneTo === 'number') {
    // Later edits replaced the version that the task had again, so they count from there.
    const former = fieldsAt(db, scope, row, undoneTo);
    return former && Object.assign(former, replacedFields.parse(last.before));
  }
  for (const { before } of edits)
    if (!('undoneTo' in before)) Object.assign(fields, replacedFields.parse(before));
  return fields;
}

const editsSince = prepared({ version: taskEdit.version, before: taskEdit.before }, (db, columns) =>
  db
    .select(columns)
    .from(taskEdit)
    .where(
      and(
        eq(taskEdit.taskId, sql.placeholder('taskId')),
        gte(taskEdit.version, sql.placeholder('version')),
        gte(taskEdit.replacedAt, sql.placeholder('since')),
      ),
    )
    .orderBy(desc(taskEdit.version)),
);
