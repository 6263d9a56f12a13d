import { endsBefore } from '@onus/contract/dates/rule';
import type { MoveOverdue } from '@onus/contract/task';
import { atomically } from '@onus/db/commits/atomically';
import type { Db } from '@onus/db/open';
import { task } from '@onus/db/schema/task';
import { preparedWrite } from '@onus/db/statements/prepared';
import { sql } from 'drizzle-orm';
import { permit } from '../core/errors.ts';
import type { Scope } from '../core/scope.ts';
import { audienceOf } from './audience.ts';
import { keepReplaced } from './history/record.ts';
import { findTaskRow, listTasks } from './list.ts';
import { mayChange, mayList } from './policy.ts';
import type { TaskRow } from './view.ts';

export interface Moved {
  moved: number;
  /** Looked at and left: not the caller's to move, or after their series' end. */
  left: number;
  /** From where the next call goes on; null when all were looked at. */
  nextCursor: string | null;
}

/** How many tasks one call moves at most: others wait no longer than for any list. */
const AT_ONCE = 100;

/**
 * Moves overdue tasks to the caller's today, oldest first. Only this occurrence moves, never its series'
 * schedule.
 */
export function moveOverdue(db: Db, scope: Scope, { of, cursor }: MoveOverdue): Moved {
  return atomically(db, () => {
    permit(mayList(scope, of));
    const page = listTasks(db, scope, of, { view: 'overdue', order: 'asc', limit: AT_ONCE, cursor });
    const moved = page.items.filter(({ id }) => moveToToday(db, scope, findTaskRow(db, scope, id))).length;
    return { moved, left: page.items.length - moved, nextCursor: page.nextCursor };
  });
}

function moveToToday(db: Db, scope: Scope, row: TaskRow): boolean {
  if (!mayChange(scope, row, ['dueDate'])) return false;
  if (endsBefore(row.recurrenceEndDate, scope.today)) return false;
  const dueDate = `${scope.today}${row.dueDate.slice(10)}`;
  keepReplaced(db, scope, row, { dueDate });
  move(db).run({ id: row.id, dueDate, updatedAt: Math.max(scope.now, row.updatedAt + 1) });
  scope.changed('task', audienceOf(db, scope, row.id));
  return true;
}

const move = preparedWrite(db =>
  db
    .update(task)
    .set({ dueDate: sql`${sql.placeholder('dueDate')}`, updatedAt: sql`${sql.placeholder('updatedAt')}` })
    .where(sql`id = ${sql.placeholder('id')}`),
);
