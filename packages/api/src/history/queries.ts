import type { Db } from '@onus/db/open';
import { prepared } from '@onus/db/prepared';
import { taskEdit } from '@onus/db/schema/task';
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { Scope } from '../scope.ts';
import { fieldsOf, replacedFields, type TaskFields } from '../task-changes.ts';
import type { TaskRow } from '../task-view.ts';

/**
 * The fields of a task as they were at one of its versions, told by what was edited since; null for a version
 * that was replaced too long ago to tell, or that there never was.
 */
export function fieldsAt(db: Db, _scope: Scope, row: TaskRow, version: number): TaskFields | null {
  const fields = fieldsOf(row);
  if (version === row.updatedAt) return fields;
  const edits = editsSince(db).all({ taskId: row.id, version });
  // The last of them is the edit that replaced this very version.
  if (edits.at(-1)?.version !== version) return null;
  for (const { before } of edits) Object.assign(fields, replacedFields.parse(before));
  return fields;
}

const editsSince = prepared(db =>
  db
    .select({ version: taskEdit.version, before: taskEdit.before })
    .from(taskEdit)
    .where(
      and(eq(taskEdit.taskId, sql.placeholder('taskId')), gte(taskEdit.version, sql.placeholder('version'))),
    )
    .orderBy(desc(taskEdit.version)),
);
