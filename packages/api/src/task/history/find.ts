import type { Db } from '@onus/db/open';
import { taskEdit } from '@onus/db/schema/task';
import { prepared } from '@onus/db/statements/prepared';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { Scope } from '../../core/scope.ts';
import type { TaskRow } from '../view.ts';
import { fieldsOf, KNOWN_FOR, replacedFields, type TaskFields } from './changes.ts';

/** A version that more edits have followed is not known any more: no update reads all that a task ever was. */
const MOST_EDITS = 200;

/**
 * The fields of a task as they were at one of its versions, told by what was edited since; null for a version
 * that was replaced too long ago or too often to tell, or that there never was.
 */
export function fieldsAt(db: Db, scope: Scope, row: TaskRow, version: number): TaskFields | null {
  const fields = fieldsOf(row);
  if (version === row.updatedAt) return fields;
  const edits = editsSince(db).all({ taskId: row.id, version, since: scope.now - KNOWN_FOR });
  // The first of them is the edit that replaced this very version.
  const [first] = edits;
  if (first?.version !== version || edits.length > MOST_EDITS) return null;
  const { undoneTo } = first.before;
  if (typeof undoneTo === 'number') {
    // Later edits replaced the version that the task had again, so they count from there.
    const former = fieldsAt(db, scope, row, undoneTo);
    return former && Object.assign(former, replacedFields.parse(first.before));
  }
  for (const { before } of edits.reverse())
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
    .orderBy(taskEdit.version)
    .limit(MOST_EDITS + 1),
);
