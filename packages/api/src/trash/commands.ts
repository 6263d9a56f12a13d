import { dayOf } from '@onus/contract/calendar';
import type { Db } from '@onus/db/open';
import { deletedTask, task, taskAssignee } from '@onus/db/schema/task';
import { user } from '@onus/db/schema/user';
import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import { DomainError, notFound } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { audienceOf, findTask, isDayTaken } from '../task/queries.ts';
import type { Task, TaskRow } from '../task-view.ts';

/** How long a deleted task can be had back, in milliseconds: far longer than the toast that offers it. */
const KEPT_FOR = 600_000;

/** Keeps what is about to be deleted, and lets go of what was deleted long ago. */
export function keepDeleted(db: Db, scope: Scope, deleted: TaskRow): void {
  const { assignees, latestDay: _latest, dueDay: _generated, ...row } = deleted;
  const kept = { row, assignees: assignees.map(one => one.id) };
  const again = { deletedBy: scope.userId, deletedAt: scope.now, kept };
  db.delete(deletedTask)
    .where(lt(deletedTask.deletedAt, scope.now - KEPT_FOR))
    .run();
  db.insert(deletedTask)
    .values({ id: row.id, ...again })
    .onConflictDoUpdate({ target: deletedTask.id, set: again })
    .run();
}

/**
 * Gives a task back to whoever deleted it, as it was: its series, its people, whether it was done.
 *
 * @throws DomainError NOT_FOUND for what the caller did not just delete, CONFLICT when the series has
 * another task on that date by now.
 */
export function restoreTask(db: Db, scope: Scope, id: string): Task {
  return db.transaction(
    () => {
      const mine = and(eq(deletedTask.id, id), eq(deletedTask.deletedBy, scope.userId));
      const deleted = db.delete(deletedTask).where(mine).returning().get();
      if (!deleted || deleted.deletedAt < scope.now - KEPT_FOR) throw notFound('Task');
      const { row, assignees } = deleted.kept;
      if (isDayTaken(db, scope, row, dayOf(row.dueDate))) {
        throw new DomainError('CONFLICT', 'This series already has a task on that date');
      }
      // A browser that was cut off may have sent its draft again meanwhile: then there is one already.
      db.insert(task).values(row).onConflictDoNothing().run();
      giveBack(db, id, assignees);
      scope.changed('task', audienceOf(db, scope, id));
      return findTask(db, scope, id);
    },
    { behavior: 'immediate' },
  );
}

/** Whoever was deleted meanwhile does not get it back. */
function giveBack(db: Db, taskId: string, userIds: string[]): void {
  const people = db
    .select({ userId: user.id })
    .from(user)
    .where(and(inArray(user.id, userIds), isNull(user.deletedAt)))
    .all();
  if (people.length === 0) return;
  db.insert(taskAssignee)
    .values(people.map(({ userId }) => ({ taskId, userId })))
    .onConflictDoNothing()
    .run();
}
